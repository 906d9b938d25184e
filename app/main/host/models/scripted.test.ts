import { describe, expect, it } from 'vitest';
import type { Message, ModelReply } from '#contract/model';
import { scriptedProvider } from './scripted.ts';
import { CALCULATOR, collect, testRequest, withoutIds } from './testing/tools.ts';

const SCRIPT = [
  '{"text":"I will add.","tool_calls":[{"name":"calculator","args":{"expression":"2+2"}}]}',
  '{"expect":"4","text":"The sum is 4."}',
  '"Thought: done\\nFinal Answer: 4"',
  '',
].join('\n');

const script = (text: string) => scriptedProvider('a.jsonl', { readScript: () => text, sleep: async () => undefined });
const tool = (text: string): Message => ({ role: 'tool', callId: 'c', tool: 'calculator', text, error: false });
const error = (reply: ModelReply) => [reply.stopReason, reply.error?.kind, reply.error?.message];

describe('scriptedProvider', () => {
  it('makes the calls of a line', async () => {
    const { deltas, reply } = await collect(script(SCRIPT), testRequest());
    expect(deltas).toEqual([]);
    expect(withoutIds(reply)).toEqual({
      text: 'I will add.',
      toolCalls: [{ id: '0', tool: 'calculator', command: [], input: { expression: '2+2' } }],
      stopReason: 'tool-calls',
      usage: { inputTokens: 0, outputTokens: 0 },
    });
  });

  it('takes the line from the step, so that another process goes on at the right one', async () => {
    const { reply } = await collect(script(SCRIPT), testRequest({ step: 1, messages: [tool('4')] }));
    expect(reply).toMatchObject({ text: 'The sum is 4.', stopReason: 'end' });
  });

  it('fails where the newest message lacks what was expected', async () => {
    const messages: Message[] = [
      { role: 'user', text: '4' },
      {
        role: 'assistant',
        reply: { text: 'a', toolCalls: [], stopReason: 'end', usage: { inputTokens: 0, outputTokens: 0 } },
      },
      tool('5'),
    ];
    const { reply } = await collect(script(SCRIPT), testRequest({ step: 1, messages }));
    expect(error(reply)).toEqual(['error', 'script', 'script mismatch at line 2']);
  });

  it('fails past its last line', async () => {
    expect(error((await collect(script(SCRIPT), testRequest({ step: 3 }))).reply)).toEqual([
      'error',
      'script',
      'script exhausted',
    ]);
  });

  it('reads a plain line as ReAct on a ReAct run, and as the answer on a native one', async () => {
    const react = await collect(script(SCRIPT), testRequest({ step: 2, protocol: 'react' }));
    expect([react.reply.text, react.deltas.join('')]).toEqual(['4', '4']);
    const native = await collect(script(SCRIPT), testRequest({ step: 2 }));
    expect(native.reply.text).toBe('Thought: done\nFinal Answer: 4');
  });

  it('splits the text as the line says, with the same result', async () => {
    const line = '{"chunks":["The s","um is"," 4."]}';
    const { deltas, reply } = await collect(script(line), testRequest());
    expect(deltas).toEqual(['The s', 'um is', ' 4.']);
    expect(reply.text).toBe('The sum is 4.');
  });

  it('plays a failing provider', async () => {
    const { reply } = await collect(script('{"error":{"status":429,"message":"sk-canary"}}'), testRequest());
    expect(reply.error).toMatchObject({ kind: 'rate-limit', status: 429 });
    expect(JSON.stringify(reply)).not.toContain('canary');
  });

  it('stops waiting when it is cancelled', async () => {
    const controller = new AbortController();
    const slow = scriptedProvider('a', { readScript: () => '{"delay_ms":600000,"text":"late"}' });
    setTimeout(() => controller.abort(), 10);
    const { reply } = await collect(slow, testRequest(), controller.signal);
    expect(reply.stopReason).toBe('aborted');
  });

  it('says which file or line is wrong', async () => {
    const missing = await collect(scriptedProvider('/nowhere/x.jsonl'), testRequest());
    expect(missing.reply.error?.message).toContain('/nowhere/x.jsonl');
    const broken = await collect(script('"a"\n{"texts":1}'), testRequest());
    expect(broken.reply.error?.message).toContain('line 2');
  });

  it('means ReAct by auto only where a line is written so', () => {
    expect([script(SCRIPT).auto, script('"The sum is 4."').auto, script('{"text":"Action: x"}').auto]).toEqual([
      'react',
      'native',
      'native',
    ]);
  });

  it('runs printed calls like any other (asks B34)', async () => {
    const printed = JSON.stringify('<tool_call>{"name":"calculator","arguments":{"expression":"1"}}</tool_call>');
    const { reply } = await collect(script(printed), testRequest({ tools: [CALCULATOR] }));
    expect(reply.toolCalls).toMatchObject([{ tool: 'calculator', input: { expression: '1' } }]);
  });
});
