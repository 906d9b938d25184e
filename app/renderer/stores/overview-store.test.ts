import { describe, expect, it } from 'vitest';
import type { RunSummary } from '#contract/views';
import { layoutOf } from './layout-store.ts';
import { reduceOverview } from './overview-store.ts';

const run = (id: string, at: number): RunSummary => ({
  id,
  title: id,
  agent: 'a',
  model: 'demo',
  status: 'running',
  waiting: 0,
  startedAt: at,
  at,
  seq: 1,
});
const empty = { runs: undefined, inbox: [], agents: undefined, fault: undefined };

describe('reduceOverview', () => {
  it('keeps runs newest first, each once, and takes a notice twice as once', () => {
    const first = reduceOverview(empty, { type: 'run-changed', run: run('a', 1) });
    const second = reduceOverview(first, { type: 'run-changed', run: run('b', 2) });
    const moved = reduceOverview(second, { type: 'run-changed', run: run('a', 3) });
    expect(moved.runs?.map((one) => one.id)).toEqual(['a', 'b']);
    expect(reduceOverview(moved, { type: 'run-changed', run: run('a', 3) })).toEqual(moved);
    expect(reduceOverview(moved, { type: 'run-removed', run: 'b' }).runs?.map((one) => one.id)).toEqual(['a']);
  });
});

describe('layoutOf', () => {
  it('counts the font size in: 1280 px at 150 % is as narrow as 853', () => {
    expect(layoutOf(1280, 800, 1)).toEqual({ narrow: false, compact: false, short: false, low: false });
    expect(layoutOf(640, 400, 1)).toEqual({ narrow: true, compact: true, short: true, low: true });
    expect(layoutOf(1280, 800, 1.5)).toEqual({ narrow: true, compact: true, short: true, low: false });
    expect(layoutOf(1100, 700, 1)).toEqual({ narrow: true, compact: false, short: false, low: false });
  });
});
