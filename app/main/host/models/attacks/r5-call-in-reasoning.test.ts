import { describe, expect, it } from 'vitest';
import { interpretReply } from '../interpret-reply.ts';
import { offerTools } from '../offer-tools.ts';
import { CALL_FORMS } from '../testing/call-forms.ts';
import { testTool } from '../testing/tools.ts';

const offers = offerTools([testTool('special_function', {}), testTool('get_time', {})]);
const read = (text: string, protocol: 'native' | 'react') =>
  interpretReply(
    { text, calls: [], stopReason: 'end', usage: { inputTokens: 0, outputTokens: 0 } },
    { offers, protocol },
  );

const REACT = 'Action: special_function\nAction Input: {"arg1": 1}';
const forms = [...CALL_FORMS.filter((form) => !/think|THINK/i.test(form.text)).map((form) => form.text), REACT];

describe.each([
  ['<think>', '</think>'],
  ['<thinking>\n', '</thinking>'],
  ['[THINK]', '[/THINK]'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['', '</think>'],
])('R5: a call inside %s…%s never runs', (open, close) => {
  it.each(forms)('%s', (form) => {
    for (const protocol of ['native', 'react'] as const) {
      const closed = read(`${open}I could\n${form}\n${close}Hello.`, protocol);
      expect([closed.text, closed.toolCalls]).toEqual(['Hello.', []]);
      if (open === '') continue;
      expect(read(`${open}I could\n${form}`, protocol)).toMatchObject({ toolCalls: [], problem: expect.any(String) });
      expect(read(`Well. ${open}I could\n${form}`, protocol).toolCalls).toEqual([]);
    }
  });
});

it('R5: text of the analysis channel never runs', () => {
  const text = `<|channel|>analysis<|message|>${CALL_FORMS[0]?.text}<|end|><|start|>assistant<|channel|>final<|message|>Hi`;
  expect(read(text, 'native')).toMatchObject({ text: 'Hi', toolCalls: [] });
});
