import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#contract/event';
import { foldRun } from '#contract/projections/run-state';
import { sampleCall, sampleEntries, sampleReply, sampleRun, sampleStart } from '../../testing/sample-run.ts';
import { type Row, searchText, transcriptRows, wholeWords } from './transcript-rows.ts';

function rowsOf(events: readonly RunEvent[], streaming = ''): Row[] {
  const state = foldRun(sampleEntries(events));
  if (!state) throw new Error('no entries');
  return transcriptRows(state, streaming);
}

const shape = (row: Row): string =>
  row.type === 'calls'
    ? `calls ${row.calls[0].call.tool} ×${row.calls.length} ${row.seq}–${row.lastSeq}`
    : row.type === 'answer'
      ? `answer ${row.warnings[0]?.type ?? 'grounded'}`
      : row.type;

describe('transcriptRows', () => {
  it('says why a run failed once, where the row before says it already', () => {
    const failed = (message: string) =>
      rowsOf([
        sampleStart('Go'),
        sampleReply('', [], {
          stopReason: 'error',
          error: { kind: 'server', message: 'No answer.' },
        }),
        { type: 'run-ended', end: { type: 'failed', message } },
      ]).at(-1);
    expect(failed('No answer.')).toMatchObject({ type: 'ended', said: true });
    expect(failed('The disk is full.')).toMatchObject({ type: 'ended', said: false });
  });

  it('says of an answer that was asked for again that it did not fit, and nothing of guardrails where there are none', () => {
    const start = sampleStart('Go');
    if (start.type !== 'run-started') throw new Error('a start');
    const output = { schema: { type: 'object' }, repairs: 1 };
    const formed = { ...start, run: { ...start.run, agent: { ...start.run.agent, output } } };
    const text = { text: 'it must be an object' };
    const rows = rowsOf([formed, sampleReply('93'), { type: 'repair-requested', attempt: 1, text }, sampleReply('94')]);
    expect(rows.filter(({ type }) => type === 'held')).toMatchObject([
      { misfit: true, guarded: false },
      { misfit: false, guarded: false },
    ]);
    const guarded = { ...start, run: { ...start.run, agent: { ...start.run.agent, guardrails: ['length:5'] } } };
    expect(rowsOf([guarded, sampleReply('93')])).toMatchObject([
      {},
      { type: 'held', misfit: false, guarded: true },
      {},
    ]);
  });

  it('names calls by their numbers in what guardrails say, and no part of a longer id', () => {
    const call = sampleCall('call_yAaQ', 'read_file');
    const reason = 'the answer rests on a call that failed: call_yAaQ, call_yAaQ2';
    const checked = { type: 'guardrail-checked', guardrail: 'no-failed-evidence', verdict: 'block', reason } as const;
    const end = { type: 'run-ended', end: { type: 'blocked', guardrail: 'no-failed-evidence', reason } } as const;
    const rows = rowsOf([sampleStart('Go'), sampleReply('', [call]), ...sampleRun(call, 'gone'), checked, end]);
    const seq = rows.find(({ type }) => type === 'calls') as { seq: number };
    const told = `the answer rests on a call that failed: call ${seq.seq}, call_yAaQ2`;
    expect(rows.slice(-2)).toMatchObject([
      { type: 'guardrail', reason: told },
      { type: 'ended', end: { reason: told }, said: true },
    ]);
  });

  it('folds alike calls that went as expected into one row with their numbers', () => {
    const reads = [1, 2, 3].map((n) => sampleCall(`r${n}`, 'read_file', { path: `/agent/${n}` }));
    const list = sampleCall('l', 'list_files');
    expect(
      rowsOf([
        sampleStart('Go'),
        sampleReply('', [list, ...reads]),
        ...sampleRun(list),
        ...reads.flatMap((call) => sampleRun(call)),
        sampleReply('Done.'),
      ]).map(shape),
    ).toEqual(['user', 'calls list_files ×1 3–3', 'calls read_file ×3 6–12', 'answer grounded', 'working']);
  });

  it('keeps a failed call by itself', () => {
    const calls = [1, 2, 3].map((n) => sampleCall(`r${n}`, 'read_file'));
    const [first, second, third] = calls;
    if (!first || !second || !third) throw new Error('three calls');
    expect(
      rowsOf([
        sampleStart('Go'),
        sampleReply('', calls),
        ...sampleRun(first),
        ...sampleRun(second, 'no such file'),
        ...sampleRun(third),
      ])
        .filter((row) => row.type === 'calls')
        .map(shape),
    ).toEqual(['calls read_file ×1 3–3', 'calls read_file ×1 6–6', 'calls read_file ×1 9–9']);
  });

  it('says of a final answer that no call is behind it, or that the last one failed', () => {
    const call = sampleCall('f', 'http_fetch');
    expect(rowsOf([sampleStart('Hello'), sampleReply('4 %')]).map(shape)).toContain('answer no-calls');
    expect(
      rowsOf([
        sampleStart('Price?'),
        sampleReply('', [call]),
        ...sampleRun(call, 'Timeout'),
        sampleReply('12 EUR'),
      ]).map(shape),
    ).toContain('answer failed-call');
  });

  it('says what the log has on record against an answer, and guesses no more then', () => {
    const call = sampleCall('f', 'http_fetch');
    const answer = (badges: Extract<RunEvent, { type: 'answer-marked' }>['badges']) =>
      rowsOf([
        sampleStart('Price?'),
        sampleReply('', [call]),
        ...sampleRun(call, 'Timeout'),
        sampleReply('12 EUR'),
        { type: 'answer-marked', text: '12 EUR', marks: [], badges },
      ]).find((row) => row.type === 'answer');
    expect(answer([])).toMatchObject({ warnings: [] });
    expect(
      answer([
        { badge: 'failed-evidence', calls: ['f'] },
        { badge: 'no-matching-call', claim: 'I sent it' },
      ]),
    ).toMatchObject({
      warnings: [
        { type: 'failed-call', seqs: [3] },
        { type: 'no-matching-call', claim: 'I sent it' },
      ],
    });
  });

  it('shows nothing of an answer that guardrails hold back: not as it streams, not when found, not once blocked', () => {
    const start = sampleStart('Tower?');
    if (start.type !== 'run-started') throw new Error('a run starts with its start');
    start.run.agent.guardrails = ['length'];
    const held: RunEvent[] = [start, sampleReply('93 metres')];
    const end: RunEvent = { type: 'run-ended', end: { type: 'blocked', guardrail: 'length', reason: 'Too long.' } };
    const blocked = rowsOf([
      ...held,
      { type: 'guardrail-checked', guardrail: 'length', verdict: 'block', reason: 'Too long.' },
      end,
    ]);
    const beforeCall = rowsOf([start, sampleReply('93 metres', [sampleCall('c1', 'read_file')])]);
    expect(beforeCall).toMatchObject([{}, { type: 'held', final: false, seq: 2 }, { type: 'calls', numbered: false }]);
    for (const rows of [rowsOf([start], '93 metres are'), rowsOf(held), blocked, beforeCall]) {
      expect(JSON.stringify(rows)).not.toContain('93');
      expect(rows.map(searchText).join(' ')).not.toContain('93');
    }
    expect(blocked.map(shape)).toEqual(['user', 'held', 'guardrail', 'ended']);
    expect(blocked.at(-1)).toMatchObject({ said: true });
    const passed = rowsOf([...held, { type: 'run-ended', end: { type: 'completed', text: { text: '93 metres' } } }]);
    expect(passed.map(shape)).toEqual(['user', 'answer no-calls', 'ended']);
  });

  it('starts counting calls anew with each message of the person', () => {
    const call = sampleCall('r', 'read_file');
    const rows = rowsOf([
      sampleStart('One'),
      sampleReply('', [call]),
      ...sampleRun(call),
      sampleReply('First.'),
      { type: 'run-ended', end: { type: 'completed', text: { text: 'First.' } } },
      { type: 'user-message-added', text: { text: 'Two' } },
      sampleReply('Second.'),
    ]);
    expect(rows.filter((row) => row.type === 'answer').map(shape)).toEqual(['answer grounded', 'answer no-calls']);
  });

  it('marks a message that was sent while a step ran as read after it', () => {
    const call = sampleCall('r', 'read_file');
    const rows = rowsOf([
      sampleStart('One'),
      sampleReply('', [call]),
      { type: 'user-message-added', text: { text: 'And also' } },
    ]);
    expect(rows.filter((row) => row.type === 'user').map((row) => row.type === 'user' && row.early)).toEqual([
      false,
      true,
    ]);
  });

  it('shows what streams in whole words, after everything that is on the log', () => {
    expect(rowsOf([sampleStart('Go')], 'Eight diff').at(-1)).toEqual({
      type: 'streaming',
      key: 'streaming',
      text: 'Eight ',
    });
    expect(rowsOf([sampleStart('Go')], 'Eig').at(-1)?.type).toBe('working');
  });

  it('finds by tool, argument and output', () => {
    const call = sampleCall('r', 'read_file', { path: '/agent/Notes.md' });
    const row = rowsOf([sampleStart('x'), sampleReply('', [call]), ...sampleRun(call)])[1];
    expect(row && searchText(row)).toContain('notes.md');
  });
});

describe('wholeWords', () => {
  it('drops the word that is still being written', () => {
    expect(wholeWords('one two thr')).toBe('one two ');
    expect(wholeWords('one two ')).toBe('one two ');
    expect(wholeWords('one')).toBe('');
  });
});

it('gives no two rows one number: a call that nothing decided shares the entry of the words before it', () => {
  const call = sampleCall('call-1', 'read_file', { path: 'a' });
  const calls = rowsOf([sampleStart('Go'), sampleReply('Once more.', [call])]).filter((row) => row.type === 'calls');
  expect(calls.map(({ numbered }) => numbered)).toEqual([false]);
});
