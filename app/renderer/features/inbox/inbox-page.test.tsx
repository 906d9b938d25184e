import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnsweredItem, InboxItem, RunSummary } from '#contract/views';
import { TooltipProvider } from '../../components/tooltip.tsx';
import { useConnection } from '../../stores/connection-store.ts';
import { useOverview } from '../../stores/overview-store.ts';
import { sampleApproval } from '../../testing/sample-approval.ts';
import { ARMING_MS } from '../approvals/use-arming.ts';
import { parsePlace, usePlace } from '../shell/place.ts';
import { InboxPage } from './inbox-page.tsx';
import { useInboxView } from './inbox-view.ts';
import { itemId } from './waiting-items.ts';

interface Given {
  id: string;
  nonce: string;
  answer: { type: string; reach?: string };
  note?: string;
}
const host = vi.hoisted(() => ({
  answers: [] as unknown[],
  answered: [] as unknown[],
  inbox: (): readonly unknown[] => [],
  answeredFault: undefined as string | undefined,
}));
vi.mock('../../client/client.ts', () => ({
  failureWords: (error: unknown) => (error instanceof Error ? error.message : String(error)),
  client: {
    tool: { list: async () => [] },
    approval: {
      open: async ({ id }: { id: string }) => {
        const item = (host.inbox() as InboxItem[]).find((one) => itemId(one) === id);
        if (!item) throw new Error('It is not open any more.');
        return { item, nonce: `nonce of ${id}`, armsAt: 0 };
      },
      answer: async (given: unknown) => {
        host.answers.push(given);
        return { run: 'run-1' };
      },
      answered: async () => {
        if (host.answeredFault) throw new Error(host.answeredFault);
        return host.answered;
      },
    },
    question: {
      answer: async (given: unknown) => {
        host.answers.push(given);
        return { run: 'run-1' };
      },
    },
  },
}));

const NOW = new Date(2026, 10, 30, 14, 0).getTime();
const MINUTE = 60_000;

const asked = (id: string, part: Parameters<typeof sampleApproval>[1] = {}): InboxItem => ({
  type: 'approval',
  run: 'run-1',
  runTitle: 'Ledger',
  agent: 'ledger-check',
  at: NOW - MINUTE,
  approval: sampleApproval(
    { path: `/folders/ledger/${id}` },
    { id, hash: `hash of ${id}`, title: { text: 'Write a new file,', object: id }, ...part },
  ),
});
const question: InboxItem = {
  type: 'question',
  run: 'run-2',
  runTitle: 'Invoices',
  agent: 'invoice-chaser',
  at: NOW,
  question: { id: 'q', callId: 'c', text: 'Which account?', choices: ['This', 'That'] },
};
const over = (id: string, part: Partial<AnsweredItem> = {}): AnsweredItem => ({
  run: 'run-1',
  runTitle: 'Ledger',
  agent: 'ledger-check',
  at: NOW - MINUTE,
  approval: sampleApproval({ path: id }, { id, title: { text: 'Write a new file,', object: id } }),
  outcome: 'allowed',
  by: 'you',
  edited: false,
  ...part,
});

function Placed() {
  const place = usePlace();
  return <InboxPage selected={place.screen === 'inbox' ? place.item : undefined} />;
}

/** Draws the Inbox with what waits, and gives what a person does there. An answer takes its item off the list. */
async function draw(items: readonly InboxItem[], runs: readonly RunSummary[] = []) {
  host.inbox = () => useOverview.getState().inbox;
  useOverview.setState({ inbox: items, runs });
  const view = render(
    <TooltipProvider>
      <Placed />
    </TooltipProvider>,
  );
  await act(async () => {});
  const settle = () => act(async () => vi.advanceTimersByTime(ARMING_MS));
  const settled = async () => {
    await act(async () => {});
    const gone = new Set((host.answers as Given[]).map(({ id }) => id));
    await act(async () => {
      useOverview.setState(({ inbox }) => ({ inbox: inbox.filter((item) => !gone.has(itemId(item))) }));
      window.dispatchEvent(new Event('hashchange'));
    });
    await settle();
  };
  /** A key where the focus is. */
  const press = async (key: string, more: { ctrlKey?: boolean } = {}) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
    await settled();
  };
  const list = () => screen.getByRole('listbox');
  list().focus();
  await settle();
  return { ...view, press, settle, list };
}

const openTitle = () => document.querySelector('[data-inbox-detail] h2')?.textContent?.trim();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  useConnection.getState().set('connected');
  location.hash = '#/inbox';
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  host.answers.length = 0;
  host.answered = [];
  host.answeredFault = undefined;
  useInboxView.setState({ list: 'waiting', kind: 'all' });
  useOverview.setState({ inbox: [], runs: undefined });
});

describe('what waits', () => {
  it('is answered by keyboard alone, each alone, the focus going along to the next (B7, H4)', async () => {
    const { press } = await draw(['a.md', 'b.md', 'c.md', 'd.md'].map((id) => asked(id)));
    await press('j');
    expect(openTitle()).toContain('b.md');
    await press('k');
    await press('Enter');
    await press('Enter', { ctrlKey: true });
    expect(openTitle()).toContain('b.md');
    await press('d');
    expect(openTitle()).toContain('c.md');
    await press('4');
    await press('Enter', { ctrlKey: true });
    await press('Enter', { ctrlKey: true });
    expect(host.answers).toEqual([
      { id: 'a.md', nonce: 'nonce of a.md', hash: 'hash of a.md', answer: { type: 'allow' } },
      { id: 'b.md', nonce: 'nonce of b.md', hash: 'hash of b.md', answer: { type: 'deny' } },
      { id: 'c.md', nonce: 'nonce of c.md', hash: 'hash of c.md', answer: { type: 'allow', reach: 'folder' } },
      { id: 'd.md', nonce: 'nonce of d.md', hash: 'hash of d.md', answer: { type: 'allow' } },
    ]);
    expect(screen.getByRole('heading', { name: 'Nothing waits for you' })).toBeDefined();
  });

  it('Enter alone answers nothing, and Esc leaves the card for the list (B47)', async () => {
    const { press, list } = await draw([asked('a.md'), asked('b.md')]);
    await press('Enter');
    expect(document.activeElement?.getAttribute('aria-labelledby')).toBe('inbox-title');
    await press('Enter');
    await press('Escape');
    expect(document.activeElement).toBe(list());
    expect(host.answers).toEqual([]);
  });

  it('Later goes on to the next and leaves the one it was pressed on waiting', async () => {
    const { settle } = await draw([asked('a.md'), asked('b.md')]);
    fireEvent.click(screen.getByRole('button', { name: 'Later' }));
    window.dispatchEvent(new Event('hashchange'));
    await settle();
    expect(openTitle()).toContain('b.md');
    expect([host.answers.length, screen.getAllByRole('option').length]).toEqual([0, 2]);
  });

  it('keeps what was written and chosen for each while another is looked at, and leaves the focus in the list', async () => {
    const { press, list } = await draw([asked('a.md'), asked('b.md')]);
    await press('Enter');
    await press('e');
    const editor = () => screen.getByLabelText<HTMLTextAreaElement>('Arguments as JSON');
    expect(document.activeElement).toBe(editor());
    fireEvent.change(editor(), { target: { value: '{"path": "kept' } });
    await press('Escape');
    await press('j');
    expect(screen.queryByLabelText('Arguments as JSON')).toBeNull();
    await press('k');
    expect(editor().value).toBe('{"path": "kept');
    expect(document.activeElement).toBe(list());
  });

  it('a digit chooses an answer to a question, Enter gives it', async () => {
    const { press } = await draw([question]);
    await press('Enter');
    await press('2');
    expect(host.answers).toEqual([]);
    expect(screen.getByRole('button', { name: /^That/ }).getAttribute('aria-pressed')).toBe('true');
    await press('Enter');
    expect(host.answers).toEqual([{ id: 'q', text: 'That' }]);
  });

  it('an item that was answered elsewhere gives way to the one after it', async () => {
    const { press } = await draw(['a.md', 'b.md', 'c.md'].map((id) => asked(id)));
    await press('j');
    await act(async () => useOverview.setState({ inbox: [asked('a.md'), asked('c.md')] }));
    expect(openTitle()).toContain('c.md');
  });

  it('says when each expires, the first to expire first', async () => {
    const { list } = await draw([
      asked('late.md'),
      asked('soon.md', { expiresAt: NOW + 12 * MINUTE }),
      asked('next.md', { expiresAt: NOW + 26 * 60 * MINUTE }),
    ]);
    const rows = within(list()).getAllByRole('option');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/soon\.md.*Expires in 12 min/),
      expect.stringMatching(/next\.md.*Expires tomorrow, /),
      expect.stringContaining('late.md'),
    ]);
    expect(document.querySelector('[data-inbox-detail]')?.textContent).toContain('Expires in 12 min');
  });

  it('is filtered by kind, each with its count, and says so where there is none of a kind', async () => {
    await draw([asked('a.md'), asked('b.md'), question]);
    const filter = (name: RegExp) => screen.getByRole('button', { name });
    expect(filter(/^Approvals/).textContent).toBe('Approvals2');
    fireEvent.click(filter(/^Questions/));
    expect(screen.getAllByRole('option').map((row) => row.textContent)).toEqual([
      expect.stringContaining('Which account?'),
    ]);
    fireEvent.click(filter(/^Outcome unknown/));
    expect(screen.getByText('Nothing of this kind waits')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Show all kinds' }));
    expect(screen.getAllByRole('option')).toHaveLength(3);
  });

  it('offers the way to a run that waits with nothing here to answer (B49)', async () => {
    const run: RunSummary = {
      id: 'run-9',
      title: 'Stuck',
      agent: 'sample',
      model: 'demo',
      status: 'waiting',
      waiting: 1,
      startedAt: NOW,
      at: NOW,
      seq: 3,
    };
    await draw([asked('a.md')], [run, { ...run, id: 'run-1', title: 'Ledger' }]);
    const links = screen.getAllByRole('link', { name: 'Stuck' });
    expect(links.map((link) => parsePlace(link.getAttribute('href') ?? ''))).toEqual([{ screen: 'run', run: 'run-9' }]);
    expect(screen.getAllByText(/its question is not here/)).toHaveLength(1);
  });
});

describe('what was answered', () => {
  const list = () => within(screen.getByRole('listbox', { name: 'Answered questions' }));
  const show = async () => {
    fireEvent.click(screen.getByRole('radio', { name: 'Answered' }));
    await act(async () => {});
  };

  it('is listed by day with who and how it ended, and counted for today', async () => {
    host.answered = [
      over('a.md', { edited: true }),
      over('b.md', { outcome: 'denied' }),
      over('c.md', { outcome: 'expired', by: undefined }),
      over('d.md', { outcome: 'covered', by: undefined, at: NOW - 24 * 60 * MINUTE }),
      over('e.md', { outcome: 'stale', by: undefined, at: NOW - 24 * 60 * MINUTE }),
      over('f.md', { outcome: 'run-ended', by: undefined, at: NOW - 24 * 60 * MINUTE }),
    ].map(({ by, ...item }) => (by === undefined ? item : { ...item, by }));
    await draw([asked('z.md')]);
    expect(screen.getByText('Answered today: 1 allowed, 1 denied, 1 expired')).toBeDefined();
    await show();
    const words = (group: string) =>
      within(list().getByRole('group', { name: group }))
        .getAllByRole('option')
        .map((row) => row.lastElementChild?.textContent);
    expect(words('Today')).toEqual(['Allowed by you, edited', 'Denied by you', 'Expired']);
    expect(words('Yesterday')).toEqual(['Covered by a rule', 'Went stale', 'Run ended']);
  });

  it('is opened to read: who, when, the note, the grant that was given; nothing to press', async () => {
    host.answered = [
      over('a.md', { granted: 'ledger-check may write in ledger.', note: 'Only this month.' }),
      over('b.md', { outcome: 'expired' }),
    ];
    await draw([asked('z.md')]);
    await show();
    const detail = () => document.querySelector<HTMLElement>('[data-inbox-detail]') as HTMLElement;
    for (const words of ['Allowed by you, ', 'ledger-check may write in ledger.', 'Only this month.', 'path: a.md'])
      expect(detail().textContent).toContain(words);
    expect(within(detail()).queryAllByRole('button')).toEqual([]);
    fireEvent.keyDown(screen.getByRole('listbox'), { key: 'j' });
    expect(detail().textContent).toContain('Nobody answered in time, so it was not carried out.');
  });

  it('says that there is nothing yet, or why it could not be read', async () => {
    await draw([asked('z.md')]);
    await show();
    expect(screen.getByText('Nothing answered yet')).toBeDefined();
    cleanup();
    useInboxView.setState({ list: 'waiting' });
    host.answeredFault = 'The log is away.';
    await draw([asked('z.md')]);
    await show();
    expect(screen.getByRole('alert').textContent).toContain('The log is away.');
  });
});
