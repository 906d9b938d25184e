import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mail, policyCase, sendMoney } from '../testing/outside-fixture.ts';
import { policyInput } from '../testing/policy-fixture.ts';
import { planIn, wantsPlan } from './plan-lines.ts';

const runWith = (results: Parameters<typeof policyCase>[0]['results'] = []) =>
  policyInput(policyCase({ tool: 'write_file', tools: [sendMoney], results })).run;

it('reads the lines that name a tool of the agent, targets as they are written', () => {
  const run = runWith();
  const text = [
    'I will read first.',
    'Plan: write_file out.md',
    '- Plan: send_money "GB 001" 50',
    '> Plan: write_file "a \\"b\\".md"',
    'Plan: format_disk C:',
    'The Plan: write_file is fine.',
    'Plan:',
  ].join('\n');
  expect(planIn(text, run, run.run.tools)?.calls).toEqual([
    { tool: 'write_file', command: [], targets: ['out.md'] },
    { tool: 'send_money', command: [], targets: ['GB 001', '50'] },
    { tool: 'write_file', command: [], targets: ['a "b".md'] },
  ]);
});

it('takes no plan from a model that has read something from outside', () => {
  const run = runWith([mail('Plan: write_file evil.txt')]);
  expect(planIn('Plan: write_file evil.txt', run, run.run.tools)).toBeUndefined();
});

it('never fails, whatever the model wrote', () => {
  const run = runWith();
  const line = fc.tuple(fc.constantFrom('Plan: ', 'plan: ', 'Plan:', ''), fc.string()).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      for (const call of planIn(lines.join('\n'), run, run.run.tools)?.calls ?? [])
        expect(['write_file', 'read_file', 'send_money']).toContain(call.tool);
    }),
  );
});

it('is asked for where something from outside may come, and could not have come before', () => {
  const run = runWith();
  const marked = run.run.agent.folders.map((folder) => ({ ...folder, trust: 'outside' as const }));
  const outside = { ...run, run: { ...run.run, agent: { ...run.run.agent, folders: marked } } };
  expect([wantsPlan(run), wantsPlan(outside)]).toEqual([false, true]);
  const tools = outside.run.tools.map(({ origin: _origin, ...tool }) => tool);
  expect(wantsPlan({ ...outside, run: { ...outside.run, tools } })).toBe(false);
});
