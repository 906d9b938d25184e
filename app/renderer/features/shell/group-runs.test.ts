import { describe, expect, it } from 'vitest';
import type { RunStatus, RunSummary } from '#contract/views';
import { groupRuns } from './group-runs.ts';

const now = new Date(2026, 2, 10, 14, 0).getTime();
const hour = 3_600_000;
const run = (id: string, status: RunStatus, hoursAgo: number, waiting = 0): RunSummary => ({
  id,
  title: id,
  agent: 'a',
  model: 'demo',
  status,
  waiting,
  startedAt: now - hoursAgo * hour,
  at: now - hoursAgo * hour,
  seq: 1,
});

describe('groupRuns', () => {
  it('puts what needs the person first, whatever its day, then what runs, then the days', () => {
    const groups = groupRuns(
      [
        run('old-wait', 'waiting', 100, 1),
        run('runs', 'running', 1),
        run('noon', 'completed', 2),
        run('morning', 'failed', 5),
        run('yesterday', 'completed', 20),
        run('earlier', 'cancelled', 60),
        run('crashed', 'interrupted', 3),
      ],
      now,
    );
    expect(
      Object.fromEntries(Object.entries(groups).map(([name, runs]) => [name, runs.map((one: RunSummary) => one.id)])),
    ).toEqual({
      needsYou: ['crashed', 'old-wait'],
      running: ['runs'],
      today: ['noon', 'morning'],
      yesterday: ['yesterday'],
      earlier: ['earlier'],
    });
  });
});
