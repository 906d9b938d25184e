import type { RunSummary } from '#contract/views';

export interface RunGroups {
  needsYou: RunSummary[];
  running: RunSummary[];
  today: RunSummary[];
  yesterday: RunSummary[];
  earlier: RunSummary[];
}

/** Runs by need, then by day: what waits for a person first, then what runs, then what ended, newest first. */
export function groupRuns(runs: readonly RunSummary[], now: number): RunGroups {
  const groups: RunGroups = { needsYou: [], running: [], today: [], yesterday: [], earlier: [] };
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const before = new Date(midnight);
  before.setDate(before.getDate() - 1);
  for (const run of runs.toSorted((a, b) => b.at - a.at)) {
    if (run.waiting > 0 || run.status === 'waiting' || run.status === 'interrupted') groups.needsYou.push(run);
    else if (run.status === 'running') groups.running.push(run);
    else if (run.at >= midnight) groups.today.push(run);
    else if (run.at >= before.getTime()) groups.yesterday.push(run);
    else groups.earlier.push(run);
  }
  return groups;
}
