import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import type { Tool } from '#contract/tool';
import { BUILTIN_TOOLS } from '../tools/builtin-tools.ts';
import { citationWords } from './answer-call.ts';
import { interpretReply } from './interpret-reply.ts';
import { offerTools } from './offer-tools.ts';

const tools: Tool[] = BUILTIN_TOOLS.map(({ tool }) => tool).filter(({ name }) => name === 'calculator');
const usage = { inputTokens: 0, outputTokens: 0 };

const reply = (
  made: [name: string, args: Json][],
  options: { text?: string; answers?: boolean; tools?: Tool[] } = {},
) =>
  interpretReply(
    {
      text: options.text ?? '',
      calls: made.map(([name, args]) => ({
        name,
        argumentsText: typeof args === 'string' ? args : JSON.stringify(args),
      })),
      stopReason: 'tool-calls',
      usage,
    },
    { offers: offerTools(options.tools ?? tools, options.answers ?? true), protocol: 'native' },
  );

const answer = (args: Json): [string, Json] => ['answer', args];
const sum: [string, Json] = ['calculator', { expression: '1+1' }];

describe('the call answer', () => {
  it('is offered last, with text and citations, only where it is asked for', () => {
    const offers = offerTools(tools, true);
    expect(offers.names).toEqual(['calculator', 'answer']);
    expect(offers.list.at(-1)?.input).toMatchObject({ required: ['text'], properties: { text: {}, citations: {} } });
    expect(offerTools(tools).names).toEqual(['calculator']);
  });

  it('is the answer of the run, with its citations, and no call', () => {
    const citations = [{ quote: '401.6 km²', id: 'F2' }];
    expect(reply([answer({ text: ' On 401.6 km². ', citations })], { text: 'Let me answer.' })).toMatchObject({
      text: 'On 401.6 km².',
      citations,
      toolCalls: [],
      stopReason: 'end',
    });
    expect(reply([answer({ text: 'Hello.' })])).toMatchObject({ text: 'Hello.', citations: [], toolCalls: [] });
  });

  it('is the same where a model prints it', () => {
    expect(reply([], { text: '<tool_call>{"name":"answer","arguments":{"text":"Hello."}}</tool_call>' })).toMatchObject(
      {
        text: 'Hello.',
        toolCalls: [],
      },
    );
  });

  it('beside other calls is left out, so that they run first, and the model is told', () => {
    const both = reply([sum, answer({ text: 'It is 2.' })]);
    expect(both.toolCalls.map(({ tool }) => tool)).toEqual(['calculator']);
    expect(both).toMatchObject({ stopReason: 'tool-calls', problem: expect.stringContaining('call answer alone') });
    expect(both.text).toBe('');
    expect(reply([answer({ text: 'a' }), answer({ text: 'b' })])).toMatchObject({
      toolCalls: [],
      problem: expect.stringContaining('more than once'),
    });
  });

  it.each([
    ['no text', {}],
    ['an empty text', { text: '  ' }],
    ['citations that are none', { text: 'x', citations: [{ quote: 'x' }] }],
    ['text cut short', '{"text": "It is'],
  ])('with %s is not taken, and the model is told', (_what, args) => {
    const broken = reply([answer(args)]);
    expect(broken).toMatchObject({ toolCalls: [], problem: expect.stringContaining('arguments of answer') });
  });

  it('is an unknown tool where it is not offered, and the tool of the agent where one has the name', () => {
    expect(reply([answer({ text: 'x' })], { answers: false }).toolCalls).toMatchObject([
      { fault: { code: 'unknown-tool' } },
    ]);
    const own: Tool[] = tools.map((tool) => ({ ...tool, name: 'answer' }));
    expect(reply([['answer', { expression: '1' }]], { tools: own }).toolCalls).toMatchObject([{ tool: 'answer' }]);
  });

  it('is spoken of only by the protocol that has it', () => {
    expect(citationWords('native')).toContain('call answer');
    expect(citationWords('react')).not.toContain('call answer');
    for (const protocol of ['native', 'react'] as const) expect(citationWords(protocol)).toContain('[F2]');
  });
});
