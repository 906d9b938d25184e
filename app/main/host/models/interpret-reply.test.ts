import { describe, expect, it } from 'vitest';
import type { ModelReply, Protocol, StopReason } from '#contract/model';
import { interpretReply, isPrintedCall } from './interpret-reply.ts';
import { offerTools } from './offer-tools.ts';
import { CALCULATOR, withoutIds } from './testing/tools.ts';

const offers = offerTools([CALCULATOR]);
function read(text: string, protocol: Protocol, stopReason: StopReason = 'end', tools = offers): ModelReply {
  return withoutIds(
    interpretReply(
      { text, calls: [], stopReason, usage: { inputTokens: 1, outputTokens: 2 } },
      { offers: tools, protocol },
    ),
  );
}
const base = { toolCalls: [], stopReason: 'end', usage: { inputTokens: 1, outputTokens: 2 } };

describe('interpretReply', () => {
  it('takes a reply without calls for the answer (rows A3.2, A2.4)', () => {
    expect(read(' done ', 'native')).toEqual({ ...base, text: 'done' });
    expect(read(' done ', 'react')).toEqual({ ...base, text: 'done' });
  });
  it('strips a leading Final Answer where there are no tools (row A2.1)', () => {
    expect(read('Final Answer:  hi ', 'react', 'end', offerTools([]))).toEqual({ ...base, text: 'hi' });
    expect(read('Action: calculator', 'react', 'end', offerTools([]))).toEqual({ ...base, text: 'Action: calculator' });
  });
  it('keeps the thought of a call and drops what the model invented after it', () => {
    expect(
      read('Thought: add\nAction: calculator\nAction Input: 2+2\nObservation: 5\nFinal Answer: 5', 'react'),
    ).toEqual({
      ...base,
      text: 'add',
      stopReason: 'tool-calls',
      toolCalls: [{ id: '0', tool: 'calculator', command: [], input: { expression: '2+2' } }],
    });
  });
  it('lists the valid names for an unknown tool (row A2.5)', () => {
    const { toolCalls } = read('Action: nope\nAction Input: x', 'react');
    expect(toolCalls).toMatchObject([{ tool: 'nope', input: 'x', fault: { code: 'unknown-tool' } }]);
    expect(toolCalls[0]?.fault?.message).toContain('calculator');
  });
  it('reads an action that is written as JSON', () => {
    expect(
      read('Action:\n```json\n[{"tool_name": "calculator", "parameters": {"expression": "1"}}]\n```', 'react')
        .toolCalls,
    ).toMatchObject([{ tool: 'calculator', input: { expression: '1' } }]);
  });
  it('leaves an empty reply empty, for the loop to ask again (case R31)', () => {
    for (const protocol of ['native', 'react'] as const) expect(read(' \n', protocol)).toEqual({ ...base, text: '' });
  });
  it('makes no call and no answer of a cut reply (rule R6)', () => {
    const text = 'Action: calculator\nAction Input: 2+2';
    expect(read(text, 'react', 'length')).toMatchObject({
      toolCalls: [],
      stopReason: 'length',
      problem: expect.any(String),
    });
    expect(read(text, 'react', 'error')).toEqual({ ...base, text, stopReason: 'error' });
    expect(read('Thought: I need', 'react', 'length').problem).toBeDefined();
    expect(read('A long answer that', 'native', 'length')).toEqual({
      ...base,
      text: 'A long answer that',
      stopReason: 'length',
    });
  });
  it('says of a call how it came', () => {
    const usage = { inputTokens: 0, outputTokens: 0 };
    const native = interpretReply(
      { text: '', calls: [{ name: 'calculator', argumentsText: '{}' }], stopReason: 'end', usage },
      { offers, protocol: 'native' },
    );
    const printed = interpretReply(
      { text: '{"name":"calculator","arguments":{}}', calls: [], stopReason: 'end', usage },
      { offers, protocol: 'native' },
    );
    expect([native, printed].map((reply) => reply.toolCalls.map(isPrintedCall))).toEqual([[false], [true]]);
  });
  it('leaves printed text alone where the reply has real calls: never both (asks B34)', () => {
    const reply = interpretReply(
      {
        text: '<tool_call>{"name":"calculator","arguments":{}}</tool_call>',
        calls: [{ name: 'calculator', argumentsText: '{"expression":"1"}' }],
        stopReason: 'tool-calls',
        usage: { inputTokens: 0, outputTokens: 0 },
      },
      { offers, protocol: 'native' },
    );
    expect(reply.toolCalls).toMatchObject([{ input: { expression: '1' } }]);
  });
});
