import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { MemoryList, MemoryRow } from '#contract/views';
import { TooltipProvider } from '../../components/tooltip.tsx';
import { useOverview } from '../../stores/overview-store.ts';
import { usePlace } from '../shell/place.ts';
import { MemoryPage } from './memory-page.tsx';
import { countWords } from './memory-words.ts';

configure({ asyncUtilTimeout: 3_000 });
vi.setConfig({ testTimeout: 60_000 });

const host = vi.hoisted(() => ({ list: vi.fn(), correct: vi.fn(), remove: vi.fn() }));
vi.mock('../../client/client.ts', () => ({
  client: { memory: host },
  failureWords: (error: unknown) => (error instanceof Error ? error.message : 'lost'),
}));

function rowOf(id: string, text: string, more: Partial<MemoryRow> = {}): MemoryRow {
  const own = { origin: 'you', labels: [], rememberedAt: 1_000_000, corrected: false, uses: [] } as const;
  return { id, agent: 'notes', text, ...own, labels: [], uses: [], ...more };
}

const rows = [rowOf('M1', 'The first'), rowOf('M2', 'The second'), rowOf('M3', 'The third')];

function listOf(found: readonly MemoryRow[], more: Partial<MemoryList> = {}): MemoryList {
  return { rows: [...found], counts: { you: found.length, agent: 0, outside: 0 }, by: 'words', ...more };
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
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
  Element.prototype.scrollTo = () => undefined;
  host.list.mockResolvedValue(listOf(rows));
  host.correct.mockResolvedValue(rows[0]);
  host.remove.mockResolvedValue({ ok: true });
  location.hash = '#/agents/notes/memory';
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  useOverview.setState({ agents: undefined });
});

function Here() {
  const place = usePlace();
  return place.screen === 'memory' ? <MemoryPage agent={place.agent} memory={place.memory} /> : <p>elsewhere</p>;
}

function draw() {
  return render(
    <TooltipProvider>
      <Here />
    </TooltipProvider>,
  );
}

const list = () => screen.findByRole('listbox');
const editor = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Correct' });

it.each([
  ['a turn of direction', 'see report\u202Egnp.exe', 'U+202E'],
  ['a space without width', 'pass\u200Bword', 'U+200B'],
  ['a tag', 'plain\u{E0041}', 'U+E0041'],
  ['a control', 'a\u0007b', 'U+0007'],
])('spells out %s in the list, in the pane and beside the text that is corrected', async (_, text, code) => {
  const source = { source: 'web', url: `https://a.example/${text}` };
  host.list.mockResolvedValue(listOf([rowOf('M1', text, { labels: [source as never] })]));
  draw();
  const option = await screen.findByRole('option');
  expect(option.querySelectorAll('[data-odd]')).toHaveLength(2);
  expect(screen.getByRole('heading', { level: 2 }).querySelector('[data-odd]')?.textContent).toBe(code);
  screen.getByText(`It has characters that the eye misses or misreads: ${code}.`);
  expect(editor().value).toBe(text);
});

it('keeps a correction while another memory is looked at, and asks before it is lost', async () => {
  draw();
  await list();
  fireEvent.change(editor(), { target: { value: 'The very first' } });
  fireEvent.click(screen.getAllByRole('option')[1] as HTMLElement);
  await waitFor(() => expect(editor().value).toBe('The second'));
  fireEvent.click(screen.getAllByRole('option')[0] as HTMLElement);
  await waitFor(() => expect(editor().value).toBe('The very first'));
  location.hash = '#/';
  const dialog = await screen.findByRole('dialog');
  within(dialog).getByText('A correction is not saved: M1.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Stay' }));
  expect(editor().value).toBe('The very first');
  location.hash = '#/inbox';
  fireEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await screen.findByText('elsewhere');
});

it('puts the focus into the list: at first, after a click, after saving and after deleting', async () => {
  draw();
  await waitFor(async () => expect(document.activeElement).toBe(await list()));
  fireEvent.click(screen.getAllByRole('option')[1] as HTMLElement);
  expect(document.activeElement).toBe(await list());
  fireEvent.keyDown(await list(), { key: 'j' });
  await waitFor(() => expect(editor().value).toBe('The third'));
  editor().focus();
  fireEvent.change(editor(), { target: { value: 'Other' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save as from you' }));
  await waitFor(async () => expect(document.activeElement).toBe(await list()));
  screen.getByRole('button', { name: 'Delete M3' }).focus();
  fireEvent.click(screen.getByRole('button', { name: 'Delete M3' }));
  expect(document.activeElement).toBe(await list());
});

it('selects the best hit of a new search', async () => {
  draw();
  await list();
  fireEvent.click(screen.getAllByRole('option')[0] as HTMLElement);
  host.list.mockResolvedValue(
    listOf([rows[2] as MemoryRow, rowOf('M1', 'The first', { match: 'meaning' })], { note: 'By meaning with m.' }),
  );
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'third' } });
  await waitFor(() => expect(screen.getAllByRole('option')[0]?.getAttribute('aria-selected')).toBe('true'));
  await waitFor(() => expect(editor().value).toBe('The third'));
  expect(screen.getAllByText(/By meaning with m\./)).toHaveLength(1);
});

it('says that only the first are listed, where there are more', () => {
  expect(countWords(3, 3, false)).toBeUndefined();
  expect(countWords(3, 20, true)).toBe('3 of 20');
  expect(countWords(2000, 2000, false)).toBeUndefined();
  expect(countWords(2000, 2500, false)).toBe('The first 2,000 of 2,500; search for the others');
  expect(countWords(2000, 2500, true)).toBe('The first 2,000 that were found');
});

it('says of a corrected memory that what was before is gone', async () => {
  host.list.mockResolvedValue(listOf([rowOf('M1', 'x', { corrected: true })]));
  draw();
  await screen.findByText(/The text before it is gone/);
});

it('leads back from an agent that is not there, and offers nothing to add', async () => {
  host.list.mockRejectedValue(new Error('There is no agent notes.'));
  useOverview.setState({ agents: [] });
  draw();
  await screen.findByText('There is no agent notes');
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'All agents' }));
  await screen.findByText('elsewhere');
});
