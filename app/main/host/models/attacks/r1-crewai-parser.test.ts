import { describe, expect, it } from 'vitest';
import { interpretReply } from '../interpret-reply.ts';
import { offerTools } from '../offer-tools.ts';
import { testTool } from '../testing/tools.ts';

const text = { type: 'string' };
const offers = offerTools([
  testTool('search', { type: 'object', properties: { query: text }, required: ['query'] }),
  testTool('query', { type: 'object', properties: { task: text, context: text, coworker: text }, required: ['task'] }),
]);
const read = (reply: string) =>
  interpretReply(
    { text: reply, calls: [], stopReason: 'end', usage: { inputTokens: 0, outputTokens: 0 } },
    { offers, protocol: 'react' },
  );

describe('R1: what the older parser understands is understood the same way', () => {
  it.each([
    ["what's the temperature in SF?", "what's the temperature in SF?"],
    ['"temperature in SF"', 'temperature in SF'],
    ['{temperature in SF}', '{temperature in SF}'],
    ['<temperature in SF>', '<temperature in SF>'],
    ['(temperature in SF)', '(temperature in SF)'],
    ['[temperature in {SF}]', '[temperature in {SF}]'],
    ["\"what's the temperature in 'SF'?\"", "what's the temperature in 'SF'?"],
    ['what is the temperature in SF? @$%^&*', 'what is the temperature in SF? @$%^&*'],
    ['"[what is the temperature in SF?]"', '[what is the temperature in SF?]'],
    ['what is\nthe temperature in SF?', 'what is\nthe temperature in SF?'],
    ['what is the temperature in SF? \\n', 'what is the temperature in SF? \\n'],
    ['{"query": "temperature in SF"}', 'temperature in SF'],
    ['{"query": "temperature in SF"', 'temperature in SF'],
    ['"what is the temperature in SF?', 'what is the temperature in SF?'],
    [' what is the temperature in SF? ', 'what is the temperature in SF?'],
  ])('%s', (input, query) => {
    const reply = read(`Thought: Let's find the temperature\nAction: search\nAction Input: ${input}`);
    expect(reply.toolCalls).toMatchObject([{ tool: 'search', input: { query } }]);
    expect(reply.toolCalls[0]?.fault).toBeUndefined();
  });

  const wanted = { task: 'Research XAI', context: 'Explainable AI', coworker: 'Senior Researcher' };
  it.each([
    '{"task": "Research XAI", "context": "Explainable AI", "coworker": Senior Researcher',
    '{task: "Research XAI", context: "Explainable AI", coworker: Senior Researcher}',
    '{"task": "Research XAI", "context": "Explainable AI", "coworker": "Senior Researcher"',
    '{"task": "Research XAI", "context": "Explainable AI", "coworker": "Senior Researcher",}',
    "{'task': 'Research XAI', 'context': 'Explainable AI', 'coworker': 'Senior Researcher'}",
    '{\'task\': "Research XAI", \'context\': "Explainable AI", \'coworker\': "Senior Researcher"}',
    '{"task" "Research XAI", "context": "Explainable AI", "coworker": "Senior Researcher"}',
    '{"task": "Research XAI" "context": "Explainable AI", "coworker": "Senior Researcher"}',
    '{"task": "Research XAI", "context": "Explainable AI", "coworker": "Senior Researcher"} random text',
  ])('mends %s and marks it', (input) => {
    expect(read(`Action: query\nAction Input: ** ${input}`).toolCalls).toMatchObject([
      { tool: 'query', input: wanted, repaired: true },
    ]);
  });

  it('leaves whole JSON behind stars unmarked', () => {
    const [call] = read(`Action: query\n  Action Input: ** ${JSON.stringify(wanted)}\n`).toolCalls;
    expect([call?.input, call?.repaired]).toEqual([wanted, undefined]);
  });

  it.each(['** search', 'search **', '** search **', '  **  search  **  '])('cleans the name %s', (name) => {
    expect(read(`Action: ${name}\nAction Input: x`).toolCalls).toMatchObject([{ tool: 'search' }]);
  });

  it.each([
    'Action: None',
    'Action: None (direct response required)',
    'Action: none',
    'Action: N/A',
    'Action: n/a',
    'Action: None - direct response',
    'Action: no action',
    'Action: None: providing it',
  ])('takes %s for an answer in words', (action) => {
    const reply = read(`Thought: I cannot use any tool for this.\n${action}`);
    expect([reply.text, reply.toolCalls, reply.problem]).toEqual(['I cannot use any tool for this.', [], undefined]);
  });

  it.each(['Thought: Missing action\nAction Input: invalid', 'Action:', 'Action: ****'])(
    'takes %j for a problem',
    (reply) => {
      expect(read(reply)).toMatchObject({ toolCalls: [], problem: expect.any(String) });
    },
  );
});
