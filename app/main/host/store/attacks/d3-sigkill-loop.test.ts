import { expect, it } from 'vitest';
import { killLoop } from './kill-loop.ts';

/** `npm run chaos` does a thousand; here as many as a test run has time for. */
const KILLS = Number(process.env.WARRANT_KILLS ?? 60);

it('keeps all that was acknowledged, and nothing torn, over SIGKILL at random moments', { timeout: 0 }, async () => {
  const figures = await killLoop(KILLS);
  expect(figures.faults).toEqual([]);
  expect(figures.kills).toBe(KILLS);
  expect(figures.acknowledged).toBeGreaterThan(KILLS);
});
