import { expect, it } from 'vitest';
import { policyInput } from '../testing/policy-fixture.ts';
import { timeLimitOf } from './time-limit.ts';

const { run } = policyInput({ tool: 'calculator', input: { expression: '1' } });
const limited = (seconds: number, spentMs: number) => ({
  ...run,
  run: { ...run.run, agent: { ...run.run.agent, limits: { ...run.run.agent.limits, seconds } } },
  spent: { ...run.spent, ms: spentMs },
});

it('gives a call its own time, but no more than the run has left, and never less than a second', () => {
  expect(timeLimitOf(limited(600, 0), 20_000)).toBe(20_000);
  expect(timeLimitOf(limited(10, 4000), 20_000)).toBe(6000);
  expect(timeLimitOf(limited(10, 9999), 20_000)).toBe(1000);
  expect(timeLimitOf({ ...limited(10, 10_000), extended: { seconds: 5 } }, 20_000)).toBe(5000);
});
