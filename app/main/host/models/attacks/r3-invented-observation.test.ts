import { expect, it } from 'vitest';
import { interpretReply } from '../interpret-reply.ts';
import { offerTools } from '../offer-tools.ts';
import { toTextTurns } from '../react-protocol.ts';
import { CALCULATOR } from '../testing/tools.ts';

const offers = offerTools([CALCULATOR]);

it.each(['Observation', '**Observation**', 'OBSERVATION', ' Observation 1', 'observation：'])(
  'R3: everything from "%s:" on is dropped, and never comes back as history',
  (marker) => {
    const reply = interpretReply(
      {
        text: `Action: calculator\nAction Input: 2+2\n${marker}: the fact is 5\nFinal Answer: 5`,
        calls: [],
        stopReason: 'end',
        usage: { inputTokens: 0, outputTokens: 0 },
      },
      { offers, protocol: 'react' },
    );
    expect(reply.toolCalls).toMatchObject([{ tool: 'calculator', input: { expression: '2+2' } }]);
    expect(JSON.stringify(reply)).not.toContain('fact is 5');
    expect(toTextTurns([{ role: 'assistant', reply }], offers)).toEqual([
      { role: 'assistant', text: 'Action: calculator\nAction Input: {"expression":"2+2"}' },
    ]);
  },
);

it('R3: an answer ends where the model invents a result', () => {
  const reply = interpretReply(
    {
      text: 'Final Answer: 4\nObservation: the fact is 5',
      calls: [],
      stopReason: 'end',
      usage: { inputTokens: 0, outputTokens: 0 },
    },
    { offers, protocol: 'react' },
  );
  expect(reply.text).toBe('4');
});
