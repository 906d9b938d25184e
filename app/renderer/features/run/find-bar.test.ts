import { describe, expect, it } from 'vitest';
import { foldRun } from '#contract/projections/run-state';
import { sampleCall, sampleEntries, sampleReply, sampleRun, sampleStart } from '../../testing/sample-run.ts';
import { matchesFilter, rowOfEntry } from './find-bar.tsx';
import { fileNameOf } from './run-menu.tsx';
import { rangeLabel, transcriptRows } from './transcript-rows.ts';

const call = sampleCall('c', 'http_fetch');
const state = foldRun(
  sampleEntries([sampleStart('Go'), sampleReply('', [call]), ...sampleRun(call, 'Timeout'), sampleReply('Nothing.')]),
);
const rows = state ? transcriptRows(state, '') : [];

describe('find in a run', () => {
  it('filters what failed and what the person said', () => {
    expect(rows.map((row) => matchesFilter(row, 'failed'))).toEqual([false, true, false, false]);
    expect(rows.map((row) => matchesFilter(row, 'mine'))).toEqual([true, false, false, false]);
    expect(rows.some((row) => matchesFilter(row, 'decisions'))).toBe(false);
  });

  it('goes to the row that holds an entry, also one that has no row of its own', () => {
    expect([1, 2, 3, 4, 5, 6].map((seq) => rowOfEntry(rows, seq))).toEqual([0, 0, 1, 1, 1, 2]);
  });
});

describe('rangeLabel', () => {
  it('writes small numbers whole and shortens long ones to the digits that differ', () => {
    const write = (number: number) => number.toLocaleString('en-GB');
    expect(rangeLabel(3, 3, write)).toBe('3');
    expect(rangeLabel(7, 16, write)).toBe('7–16');
    expect(rangeLabel(20_402, 20_406, write)).toBe('20,402–06');
    expect(rangeLabel(20_398, 20_402, write)).toBe('20,398–402');
    expect(rangeLabel(20_398, 21_402, write)).toBe('20,398–21,402');
    expect(rangeLabel(9_998, 10_003, write)).toBe('9,998–10,003');
  });
});

describe('fileNameOf', () => {
  it('keeps to names that every system takes', () => {
    expect(fileNameOf('Q3: ledger/check? "now"', 'md')).toBe('Q3-ledger-check-now.md');
    expect(fileNameOf('///', 'json')).toBe('run.json');
  });
});
