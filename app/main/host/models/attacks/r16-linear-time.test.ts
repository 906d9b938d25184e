import { describe, expect, it } from 'vitest';
import { AnswerGate } from '../answer-gate.ts';
import { parseArguments } from '../parse-arguments.ts';
import { parseCallText } from '../parse-call-text.ts';
import { parseReact } from '../parse-react.ts';

const MIB = 1024 * 1024;
const fill = (unit: string, length = MIB) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const HOSTILE: [string, string][] = [
  ['{', fill('{')],
  ['[', fill('[')],
  ['{"a":', fill('{"a":')],
  ['"', fill('"')],
  ['\\', fill('\\')],
  ['spaces', `Action: calc\nAction Input: {${fill(' ')}`],
  ['spaces in a name', `Action: a${fill(' ')}b`],
  ['new lines', fill('\n')],
  ['tool_call tags', '<tool_call>'.repeat(10_000)],
  ['tool_call tags with calls', fill('<tool_call>{"name":"x","arguments":{}}</tool_call>')],
  ['tool_call tags in code', fill('`<tool_call>`')],
  ['function tags', fill('<function=x>')],
  ['parameters', `<function=x>${fill('<parameter=a>1</parameter>')}`],
  ['think tags', fill('<think>')],
  ['closed think tags', fill('a<think></think>')],
  ['closing think tags', fill('a</think>')],
  ['backticks', fill('` ')],
  ['fences', fill('```\n')],
  ['actions', fill('Action: x\n')],
  ['inputs', fill('Action Input: x\n')],
  ['answers with actions', `Final Answer: x\n${fill('Action: y\n')}`],
  ['stars', fill('*')],
  ['starred lines', fill('** ** ')],
  ['final answers in a line', fill('Final Answer ')],
  ['channels', fill('<|channel|>')],
  ['channel messages', fill('<|channel|>final<|message|>x')],
  ['harmony starts', fill('<|start|>assistant<|channel|>analysis<|message|>')],
  ['python tags', fill('<|python_tag|>')],
  ['mistral', fill('[TOOL_CALLS]')],
  ['functools', fill('functools[')],
  ['deepseek', fill('<｜tool▁calls▁begin｜>')],
  ['recipients', fill('>>>x\n')],
  ['markers that never end', fill('<tool_cal')],
  ['lines that begin JSON', fill('{\n')],
  ['names', fill('"x" {\n')],
];

describe('R16: a hostile reply takes linear time', () => {
  it.each(HOSTILE)('%s', (_, text) => {
    const began = performance.now();
    parseReact(text, ['x', 'calc']);
    parseCallText(text, ['x', 'calc']);
    parseArguments(text, { type: 'object' }, 'json');
    parseArguments(text, { type: 'object', properties: { q: { type: 'string' } } }, 'text');
    for (const protocol of ['native', 'react'] as const) {
      const gate = new AnswerGate(protocol, ['x', 'calc']);
      for (let at = 0; at < text.length; at += 16 * 1024) gate.push(text.slice(at, at + 16 * 1024));
    }
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
