import { describe, expect, it } from 'vitest';
import type { Message, ModelReply, ModelRequest } from '#contract/model';
import type { Run } from '#contract/run';
import { policyInput } from '../testing/policy-fixture.ts';
import { hashOfRequest } from './request-hash.ts';

const reply = (text: string): ModelReply => ({
  text,
  toolCalls: [],
  stopReason: 'end',
  usage: { inputTokens: 1, outputTokens: 1 },
});
const user = (text: string): Message => ({ role: 'user', text });
const tool = (text: string, part: Partial<Extract<Message, { role: 'tool' }>> = {}): Message => ({
  role: 'tool',
  callId: 'call-1',
  tool: 'calculator',
  text,
  error: false,
  ...part,
});

const newRun = (): Run => structuredClone(policyInput({ tool: 'calculator' }).run.run);

function request(run: Run, messages: Message[], part: Partial<ModelRequest> = {}): ModelRequest {
  const { model } = run.agent;
  return { model, protocol: 'native', instructions: 'Do it.', messages, tools: run.tools, step: 1, ...part };
}

describe('the hash of a request', () => {
  it('is the same for the same request, whatever was asked before', () => {
    const said = reply('b');
    const whole = [user('a'), { role: 'assistant' as const, reply: said }, tool('4'), user('c')];
    const run = newRun();
    for (let length = 1; length < whole.length; length += 1) hashOfRequest(run, request(run, whole.slice(0, length)));
    const shortened = [user('summary'), user('c')];
    hashOfRequest(run, request(run, shortened));
    const other = newRun();
    expect(hashOfRequest(run, request(run, whole))).toBe(hashOfRequest(other, request(other, structuredClone(whole))));
  });

  it('differs where anything of the request differs', () => {
    const base = [user('a'), { role: 'assistant' as const, reply: reply('b') }, tool('4')];
    const variants: [Message[], Partial<ModelRequest>?][] = [
      [base],
      [base.slice(0, 2)],
      [[...base, user('')]],
      [[user('A'), ...base.slice(1)]],
      [[user('a'), { role: 'assistant', reply: reply('B') }, tool('4')]],
      [[...base.slice(0, 2), tool('5')]],
      [[...base.slice(0, 2), tool('4', { error: true })]],
      [[...base.slice(0, 2), tool('4', { callId: 'call-2' })]],
      [[...base.slice(0, 2), tool('4', { tool: 'other' })]],
      [[...base.slice(0, 2), user('4')]],
      [base, { step: 2 }],
      [base, { instructions: 'Do it not.' }],
      [base, { protocol: 'react' }],
      [base, { tools: [] }],
    ];
    const fresh = variants.map(([messages, part]) => {
      const run = newRun();
      return hashOfRequest(run, request(run, messages, part));
    });
    expect(new Set(fresh).size).toBe(variants.length);
    const run = newRun();
    for (const [index, [messages, part]] of variants.entries())
      if (!part || 'step' in part) expect(hashOfRequest(run, request(run, messages, part))).toBe(fresh[index]);
  });
});
