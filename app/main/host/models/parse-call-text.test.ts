import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { parseCallText } from './parse-call-text.ts';
import { CALL_FORMS } from './testing/call-forms.ts';

const TOOLS = ['special_function', 'get_time'];
const read = (text: string) => parseCallText(text, TOOLS);

function callsOf(text: string): [string, Json][] {
  const result = read(text);
  if (result.type !== 'calls') throw new Error(`${result.type}: ${'message' in result ? result.message : result.text}`);
  return result.calls.map((call) => [
    call.tool,
    'value' in call.input ? call.input.value : JSON.parse(call.input.text),
  ]);
}

describe('reads every form in which models print a call (rule R4)', () => {
  it.each(CALL_FORMS)('$name', ({ text, calls }) => {
    expect(callsOf(text)).toEqual(calls);
  });
});

describe('leaves text that is no call as the answer', () => {
  it.each([
    'Hello, world!\nWhat is up?',
    '{"total": 5}',
    '[1, 2, 3]',
    '{"name": "Ada", "age": 36}',
    '{"name": "get_weather", "parameters": {"type": "object", "properties": {}}}',
    'Models write `<tool_call>{"name": "special_function", "arguments": {}}</tool_call>` for a call.',
    'Like so:\n```\n<tool_call>{"name": "special_function", "arguments": {}}</tool_call>\n```\nand nothing else.',
    'The set {1, 2} has two elements.',
    '[A link](https://example.com)',
    'if a < b',
  ])('%s', (text) => {
    expect(read(text)).toEqual({ type: 'none', text, reasoning: '' });
  });
  it('keeps what was said beside a call', () => {
    expect(read('Let me see.\n<tool_call>{"name":"get_time","arguments":{}}</tool_call>')).toMatchObject({
      type: 'calls',
      text: 'Let me see.',
    });
  });
  it('reads the channels of gpt-oss', () => {
    expect(
      read('<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>42<|return|>'),
    ).toEqual({
      type: 'none',
      text: '42',
      reasoning: 'Hm.',
    });
  });
  it('takes a closing tag without an opening one for the end of reasoning', () => {
    expect(read("I'm\nthinking</think>Hello")).toEqual({ type: 'none', text: 'Hello', reasoning: "I'm\nthinking" });
  });
});

describe('takes a broken or merely shown call for a problem, never for an answer (asks B34)', () => {
  it.each([
    '<tool_call>{"name": "special_function", "arguments": {"arg1": 1}}',
    '<tool_call>\n<function=special_function>\n<parameter=arg1>\n1\n</tool_call>',
    '<tool_call>{"arguments": {"arg1": 1}}</tool_call>',
    '{"name": "special_function", "arguments": {"arg1',
    '```json\n{"name": "special_function", "arguments": {"arg1": 1}}\n',
    'I will call it:\n```json\n{"name": "special_function", "arguments": {"arg1": 1}}\n```',
    'I will call it.\n{"name": "special_function", "parameters": {"arg1": 1}}',
    '[TOOL_CALLS][{"name": "special_function"',
    'Good. <tool_c',
    '<|python_tag|>special_function.call(arg1=',
    '<tool_call>{"name":"get_time","arguments":{}}</tool_call><tool_call>{"name":"special_function"',
    '<think>I could <tool_call>{"name":"get_time","arguments":{}}</tool_call>',
  ])('%s', (text) => {
    expect(read(text).type).toBe('problem');
  });
});
