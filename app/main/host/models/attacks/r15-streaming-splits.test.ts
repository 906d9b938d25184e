import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '#contract/model';
import { scriptedProvider } from '../scripted.ts';
import { CALL_FORMS } from '../testing/call-forms.ts';
import { collect, testRequest, testTool, withoutIds } from '../testing/tools.ts';

const tools = [testTool('special_function', {}), testTool('get_time', {})];
const TEXTS = [
  ...CALL_FORMS.map((form) => form.text),
  'Hello, world.\nIf a < b then c.',
  '<think>Hm.</think>Hello.',
  'Well <think>Hm.</think> hello.',
  'Thought: t\nAction: special_function\nAction Input: {"arg1": 1}\nObservation: 2\nFinal Answer: 2',
  'Thought: t\nFinal Answer: A long\nanswer, over\n\nlines.\nObservation: x',
  'Thought: I know. Final Answer: 4',
  '**Final Answer: 4**',
];

/** Reasoning that the model's template opened looks like the answer until it closes: only the reply can be compared. */
const OPEN_THOUGHT = /^(?!.*<think>)[\s\S]*<\/think>/;

async function read(chunks: string[], request: ModelRequest) {
  const model = scriptedProvider('s', { readScript: () => JSON.stringify({ chunks }) });
  const { deltas, reply } = await collect(model, request);
  return { shown: deltas.join(''), reply: withoutIds(reply) };
}

describe.each(['native', 'react'] as const)('R15: split anywhere, the %s reply is the same', (protocol) => {
  it.each(TEXTS)('%s', async (text) => {
    const request = testRequest({ tools, protocol });
    const whole = await read([text], request);
    for (let at = 0; at <= text.length; at++) {
      const split = await read([text.slice(0, at), text.slice(at)], request);
      expect(split.reply).toEqual(whole.reply);
      if (OPEN_THOUGHT.test(text)) continue;
      if (whole.reply.toolCalls.length > 0) expect(whole.reply.text.startsWith(split.shown)).toBe(true);
      else if (whole.reply.problem === undefined) expect(split.shown).toBe(whole.reply.text);
    }
    const letters = await read([...text], request);
    expect(letters.reply).toEqual(whole.reply);
  });
});
