import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Entry, RunEvent } from '#contract/event';
import type { Json } from '#contract/ids';
import { foldRun } from '#contract/projections/run-state';
import { SAMPLE_HASH, sampleApproval, sampleOffer } from '../../testing/sample-approval.ts';
import { sampleCall, sampleEntries, sampleReply, sampleRun, sampleStart } from '../../testing/sample-run.ts';
import { CallBody } from './call-body.tsx';
import { callRecords, coveredBy, RunEntries } from './call-records.ts';
import { traceLine } from './trace-words.ts';

afterEach(cleanup);

const call = sampleCall('c', 'write_file', { path: 'report.md', content: 'one\ntwo' });
const offer = sampleOffer('folder', 'sample may write files in ledger without asking, in this run.');
const asked = (id: string): RunEvent => ({
  type: 'approval-requested',
  approval: sampleApproval(call.input, { id, call: { ...call, id } }),
});
const ran = (id: string, input: Json = call.input, rule?: typeof offer.grant): RunEvent[] =>
  sampleRun({ ...call, id, input }).map((event) =>
    rule && event.type === 'tool-call-decided' && event.decision.type === 'allow'
      ? { ...event, decision: { ...event.decision, rule: { ...rule, source: 'You, in run run-1' } } }
      : event,
  );
const answered = (id: string, editedInput?: Json): RunEvent => ({
  type: 'approval-answered',
  response: {
    approvalId: id,
    by: 'you',
    hash: SAMPLE_HASH,
    answer: { type: 'allow', grant: offer.grant },
    ...(editedInput === undefined ? {} : { editedInput }),
  },
});

function draw(events: RunEvent[], id: string): { entries: Entry<RunEvent>[]; container: HTMLElement } {
  const entries = sampleEntries(events);
  const state = foldRun(entries)?.calls.get(id);
  if (!state) throw new Error(`no call ${id}`);
  const { container } = render(
    <RunEntries value={() => entries}>
      <CallBody call={state} live="" />
    </RunEntries>,
  );
  return { entries, container };
}

describe('three records of a call', () => {
  const edited = { path: 'report.md', content: 'one\nthree' };
  const events = [sampleStart('Go'), sampleReply('', [call]), asked('c'), answered('c', edited)];

  it('stand as tabs where a person edited, each exact, and say that what ran is what was allowed (B2)', () => {
    const { container } = draw([...events, ...ran('c', edited)], 'c');
    const tabs = [...container.querySelectorAll('[role=tab]')];
    expect(tabs.map((tab) => tab.textContent)).toEqual(['Proposed', 'Allowed', 'Ran']);
    expect(container.textContent).toContain('What ran is byte for byte what you allowed.');
    const panel = () => container.querySelector('[role=tabpanel][data-state=active]')?.textContent;
    expect(panel()).toContain('three');
    fireEvent.mouseDown(tabs[0] as Element);
    expect(panel()).toContain('two');
    expect(panel()).not.toContain('three');
  });

  it('are not drawn where nothing was changed', () => {
    const { container } = draw([sampleStart('Go'), sampleReply('', [call]), ...ran('c')], 'c');
    expect(container.querySelector('[role=tab]')).toBeNull();
  });

  it('say so where what ran is not what was allowed', () => {
    const entries = sampleEntries([...events, ...ran('c', { path: 'other.md' })]);
    const state = foldRun(entries)?.calls.get('c');
    expect(state && callRecords(state, entries)).toMatchObject({ differ: true, exact: false });
  });
});

describe('a question that a grant answered', () => {
  const events = [
    sampleStart('Go'),
    sampleReply('', [call, { ...call, id: 'd' }]),
    asked('c'),
    asked('d'),
    answered('c'),
    { type: 'approval-closed', approvalId: 'd', reason: 'covered' } satisfies RunEvent,
    ...ran('c'),
    ...ran('d', call.input, offer.grant),
  ];

  it('names the grant, with the time and entry at which it was given, in the call and in the trace', () => {
    const { entries, container } = draw(events, 'd');
    expect(container.textContent).toMatch(
      /Answered by your grant“sample may write files in ledger without asking, in this run.”You, \d+:\d+.*, entry 5/,
    );
    const closed = entries[5];
    expect(closed && traceLine(closed, entries).about).toMatch(/^By your grant, .*, entry 5$/);
  });

  it('is told apart from a call that was answered itself', () => {
    const state = foldRun(sampleEntries(events));
    expect([...(state?.calls.values() ?? [])].map((one) => coveredBy(one) !== undefined)).toEqual([false, true]);
  });
});
