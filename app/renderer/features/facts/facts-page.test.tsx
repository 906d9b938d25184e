import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunEvent } from '#contract/event';
import type { Fact } from '#contract/fact';
import { foldRun } from '#contract/projections/run-state';
import type { FactCheck, FactRow } from '#contract/views';
import { TooltipProvider } from '../../components/tooltip.tsx';
import { useFactChecks } from '../../stores/fact-checks-store.ts';
import { useOverview } from '../../stores/overview-store.ts';
import { useRuns } from '../../stores/run-store.ts';
import { useToasts } from '../../stores/toast-store.ts';
import { sampleCall, sampleEntries, sampleReply, sampleRun, sampleStart } from '../../testing/sample-run.ts';
import { FactsPage } from './facts-page.tsx';

configure({ asyncUtilTimeout: 15_000 });
vi.setConfig({ testTimeout: 60_000 });

const host = vi.hoisted(() => ({
  runs: vi.fn(),
  list: vi.fn(),
  show: vi.fn(),
  verify: vi.fn(),
  compare: vi.fn(),
  read: vi.fn(),
  csv: vi.fn(),
}));

vi.mock('../../client/client.ts', () => ({
  client: { fact: host, blob: { read: host.read }, log: { verify: async () => ({ ok: true, broken: [] }) } },
  failureWords: (error: unknown) => (error instanceof Error ? error.message : 'lost'),
}));
vi.mock('../../client/follow.ts', () => ({ followLog: () => () => undefined }));

const payload = '{\n  "founded": 1536,\n  "area": 401.6\n}\n';
const url = 'https://atlas.example.org/valparaiso';
const facts = [
  factOf('F1', 'Area 401.6 km²', '/area', url),
  factOf('F2', 'Founded 1536', '/founded', 'http://10.0.0.1/'),
];

function factOf(id: string, claim: string, pointer: string, address: string): Fact {
  const source = { organization: 'Atlas', url: address, collectedAt: 1_000_000, callId: 'call-1' };
  return { id, claim, payloadHash: 'b'.repeat(64), at: { pointer }, sources: [source], mediaType: 'application/json' };
}

const rowOf = (fact: Fact): FactRow => ({ run: 'run-1', runTitle: 'Sample', agent: 'sample', fact, seq: 3 });
const checkOf = (id: string, state: FactCheck['state'] = 'same'): FactCheck => ({
  run: 'run-1',
  id,
  payloadHash: 'b'.repeat(64),
  state,
  seq: 31,
  ms: 0.4,
  ...(state === 'changed' && { found: 'c'.repeat(64) }),
});

function answered(): RunEvent[] {
  const call = sampleCall('call-1', 'http_fetch', { url });
  const ended = sampleRun(call).map(
    (event): RunEvent =>
      event.type === 'tool-call-ended' && event.outcome.type === 'ok'
        ? { ...event, outcome: { ...event.outcome, facts } }
        : event,
  );
  const text = 'It has 401.6 km² and 42 hills, founded in 1536.';
  const at = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length, text: words });
  return [
    sampleStart('go'),
    sampleReply('', [call]),
    ...ended,
    sampleReply(text),
    {
      type: 'answer-marked',
      text,
      badges: [],
      marks: [
        { ...at('401.6 km²'), item: 'amount', kind: 'fact', fact: 'F1' },
        { ...at('42 hills'), item: 'amount', kind: 'unsourced' },
        { ...at('1536'), item: 'date', kind: 'fact', fact: 'F2' },
      ],
    },
    { type: 'run-ended', end: { type: 'completed', text: { text } } },
  ];
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  Element.prototype.scrollIntoView = () => undefined;
  host.runs.mockResolvedValue([{ run: 'run-1', title: 'Sample', facts: 2 }]);
  host.list.mockResolvedValue({ rows: facts.map(rowOf), total: 2 });
  host.show.mockImplementation(async ({ id }: { id: string }) => {
    const fact = facts.find((one) => one.id === id);
    if (!fact) throw new Error('no such fact');
    return { row: rowOf(fact), check: checkOf(id), usedIn: [{ seq: 7, text: fact.claim }] };
  });
  host.verify.mockImplementation(async ({ id }: { id?: string }) =>
    id ? [checkOf(id)] : facts.map((one) => checkOf(one.id)),
  );
  host.read.mockResolvedValue({ bytes: payload.length, text: payload, base64: btoa(payload) });
  useRuns.setState({
    runs: new Map([
      [
        'run-1',
        { state: foldRun(sampleEntries(answered())), streaming: '', output: new Map(), entries: [], fault: undefined },
      ],
    ]),
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useFactChecks.setState({ checks: new Map() });
  useToasts.setState({ toasts: [] });
  useOverview.setState({ runs: undefined });
  location.hash = '';
});

function draw(fact?: string) {
  return render(
    <TooltipProvider>
      <FactsPage run="run-1" fact={fact} />
    </TooltipProvider>,
  );
}

const line = () => document.querySelector('mark')?.textContent;

it('shows the facts, the bytes of the first with its value marked, and what hashing them just now has found', async () => {
  draw();
  const row = await screen.findByRole('row', { name: /F1.*Area 401\.6 km².*Atlas.*Same/ });
  expect(row.getAttribute('aria-selected')).toBe('true');
  await waitFor(() => expect(line()).toBe('401.6'));
  await screen.findByText(/Hashed now, 0\.4 ms: equal to the hash in entry/);
  screen.getByText('Bytes unchanged');
});

it('selects the row, the place in the bytes and the path of a figure that is pressed', async () => {
  draw('F1');
  await waitFor(() => expect(line()).toBe('401.6'));
  fireEvent.click(screen.getByRole('button', { name: 'from fact 2' }));
  expect(location.hash).toBe('#/facts/run-1/F2');
  cleanup();
  draw('F2');
  await waitFor(() => expect(line()).toBe('1536'));
  screen.getByText('1536 selected');
});

it('names changed bytes in the row, the chips of the answer, the foot and the status bar, and the log apart', async () => {
  host.verify.mockResolvedValue([checkOf('F1'), checkOf('F2', 'changed')]);
  host.show.mockResolvedValue({ row: rowOf(facts[1] as Fact), check: checkOf('F2', 'changed'), usedIn: [] });
  draw('F2');
  await screen.findByRole('row', { name: /F2.*Founded 1536.*Changed/ });
  await screen.findByRole('button', { name: 'from fact 2, whose stored bytes have changed' });
  await screen.findByText(/not the hash in entry 31\. The stored bytes give cccccccc/);
  const status = within(screen.getByRole('contentinfo'));
  await status.findByText('Log intact');
  status.getByText('stored bytes of F2 differ');
  status.getByText('1 same, 1 changed');
  status.getByText('1 unsourced');
});

it('tells bytes that are missing from bytes that have changed, wherever it says so', async () => {
  host.verify.mockResolvedValue([checkOf('F1', 'changed'), checkOf('F2', 'missing')]);
  host.show.mockResolvedValue({ row: rowOf(facts[1] as Fact), check: checkOf('F2', 'missing'), usedIn: [] });
  draw('F2');
  await screen.findByRole('button', { name: 'from fact 2, whose stored bytes are missing' });
  screen.getByText('Rests on bytes that have changed');
  screen.getByText('Rests on bytes that are missing');
  within(screen.getByRole('contentinfo')).getByText('stored bytes of F1 differ, stored bytes of F2 are missing');
  fireEvent.click(screen.getByText('Verify all'));
  await waitFor(() => expect(useToasts.getState().toasts).toHaveLength(1));
  const [toast] = useToasts.getState().toasts;
  expect(toast?.title).toBe('1 fact rests on other bytes than the log says');
  expect(toast?.detail).toBe('The stored bytes of 1 fact are missing');
});

it('says that a fact or a run of the address is not there, and shows no other in its place', async () => {
  const { unmount } = draw('F99');
  await screen.findByText('There is no fact F99 here');
  expect(screen.queryByRole('complementary', { name: /Payload of/ })).toBeNull();
  unmount();
  host.list.mockRejectedValue(new Error('none'));
  useOverview.setState({ runs: [] });
  render(
    <TooltipProvider>
      <FactsPage run="gone" fact={undefined} />
    </TooltipProvider>,
  );
  await screen.findByText('There is no run gone');
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

it('exports what the filter lets through, and counts it', async () => {
  host.csv.mockResolvedValue({ text: '' });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }));
  draw();
  fireEvent.change(await screen.findByRole('searchbox', { name: 'Filter facts' }), { target: { value: 'founded' } });
  await screen.findByText('1 of 2 facts');
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  expect(host.csv).toHaveBeenLastCalledWith({ run: 'run-1', ids: ['F2'] });
  fireEvent.change(screen.getByRole('searchbox', { name: 'Filter facts' }), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  expect(host.csv).toHaveBeenLastCalledWith({ run: 'run-1' });
});

it('tells runs of one title apart by when they were', async () => {
  host.runs.mockResolvedValue([
    { run: 'run-1', title: 'Sample', facts: 2 },
    { run: 'run-2', title: 'Sample', facts: 2 },
  ]);
  const about = {
    title: 'Sample',
    agent: 'atlas',
    model: 'demo',
    status: 'completed',
    waiting: 0,
    at: 0,
    seq: 1,
  } as const;
  useOverview.setState({
    runs: [
      { ...about, id: 'run-1', startedAt: new Date(2024, 2, 1, 9, 5).getTime() },
      { ...about, id: 'run-2', startedAt: new Date(2024, 2, 2, 9, 5).getTime() },
    ],
  });
  draw();
  const chooser = await screen.findByRole('combobox', { name: 'Facts of the run' });
  expect(chooser.textContent).toMatch(/^Sample, atlas, Mar 1, 2024, 9:05/);
});

it('says that comparing reaches public hosts only where one is refused as it is not public', async () => {
  host.compare.mockResolvedValue({
    state: 'failed',
    reason: 'atlas leads to 10.0.0.7, which is not public: it is private',
    fetchedAt: 1_000_000,
  });
  draw('F1');
  fireEvent.click(await screen.findByText('Fetch and compare'));
  await screen.findByText(/Comparing reaches public hosts only/);
});

it('hashes again on V, and not while something is typed', async () => {
  draw('F1');
  await waitFor(() => expect(line()).toBe('401.6'));
  host.verify.mockClear();
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'v' });
  expect(host.verify).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'v' });
  expect(host.verify).toHaveBeenCalledWith({ run: 'run-1', id: 'F1' });
  await screen.findByText('Bytes unchanged');
});

it('opens the address of a source on O, and says why it does not open one of this network', async () => {
  const open = vi.fn();
  vi.stubGlobal('open', open);
  draw('F1');
  await waitFor(() => expect(line()).toBe('401.6'));
  fireEvent.keyDown(document.body, { key: 'o' });
  expect(open).toHaveBeenCalledWith(url, '_blank', 'noopener,noreferrer');
  cleanup();
  open.mockClear();
  draw('F2');
  await waitFor(() => expect(line()).toBe('1536'));
  fireEvent.keyDown(document.body, { key: 'o' });
  expect(open).not.toHaveBeenCalled();
  expect(useToasts.getState().toasts.map((toast) => toast.title)).toEqual(['This address is not opened']);
  expect(screen.queryByRole('button', { name: 'http://10.0.0.1/' })).toBeNull();
});

it('moves by J and K from the row that has the focus', async () => {
  draw('F1');
  const first = await screen.findByRole('row', { name: /F1/ });
  fireEvent.keyDown(first, { key: 'j' });
  expect(location.hash).toBe('#/facts/run-1/F2');
});

it('filters by claim, source and hash, and says when nothing has the words', async () => {
  draw();
  const field = await screen.findByRole('searchbox', { name: 'Filter facts' });
  fireEvent.change(field, { target: { value: 'founded atlas' } });
  expect(screen.queryByRole('row', { name: /Area/ })).toBeNull();
  screen.getByRole('row', { name: /Founded/ });
  fireEvent.change(field, { target: { value: 'bbbbbbbb' } });
  screen.getByRole('row', { name: /Area/ });
  fireEvent.change(field, { target: { value: 'nowhere' } });
  screen.getByText('No fact has these words.');
});

it('shows both values where a source says another one now, and the reason where it can’t be asked', async () => {
  host.compare.mockResolvedValueOnce({ state: 'value-changed', before: '1536', now: '1537', fetchedAt: 1_000_000 });
  host.compare.mockRejectedValueOnce(new Error('nobody answers'));
  draw('F1');
  fireEvent.click(await screen.findByText('Fetch and compare'));
  const note = await screen.findByText(/another value/);
  expect(note.parentElement?.textContent).toMatch(/Then1536Now1537Nothing of it was kept as a fact/);
  fireEvent.click(screen.getByText('Fetch and compare'));
  await screen.findByText('nobody answers');
});

it('says what facts come from where a run has none', async () => {
  host.list.mockResolvedValue({ rows: [], total: 0 });
  draw();
  await screen.findByText('Facts come from tools that declare a source.');
});

it('draws only the rows in sight of many', async () => {
  const many = Array.from({ length: 5000 }, (_, index) =>
    rowOf(factOf(`F${index + 1}`, `Claim ${index}`, '/area', url)),
  );
  host.list.mockResolvedValue({ rows: many, total: 5000 });
  draw();
  const grid = await screen.findByRole('grid', { name: 'Facts' });
  expect(grid.getAttribute('aria-rowcount')).toBe('5001');
  expect(within(grid).getAllByRole('row').length).toBeLessThan(60);
});
