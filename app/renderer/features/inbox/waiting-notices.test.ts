import { afterEach, describe, expect, it, vi } from 'vitest';
import type { InboxItem, RunSummary } from '#contract/views';
import { sampleApproval } from '../../testing/sample-approval.ts';
import { newlyWaiting, openNoticePlace, tellWaiting, waitingOf } from './waiting-notices.ts';

const SECRET = 'report-of-4471.md';
const approval = (id: string): InboxItem => ({
  type: 'approval',
  run: 'run-1',
  runTitle: `About ${SECRET}`,
  agent: 'ledger-check',
  at: 1,
  approval: sampleApproval({ path: SECRET }, { id, title: { text: 'Delete', object: SECRET }, agentWords: SECRET }),
});
const question: InboxItem = {
  type: 'question',
  run: 'run-2',
  runTitle: SECRET,
  agent: 'asker',
  at: 1,
  question: { id: 'q', callId: 'c', text: SECRET, choices: [SECRET] },
};
const run = (status: RunSummary['status']): RunSummary => ({
  id: `run-${status}`,
  title: SECRET,
  agent: 'reader',
  model: 'demo',
  status,
  waiting: 0,
  startedAt: 1,
  at: 1,
  seq: 1,
});

afterEach(() => {
  vi.unstubAllGlobals();
  delete window.warrant;
  location.hash = '';
});

describe('what a notification tells of', () => {
  it('every approval and question of any run, and runs at a limit, each once (B30, B31)', () => {
    const runs = (['limit', 'running', 'completed', 'waiting'] as const).map(run);
    const waiting = waitingOf([approval('a'), question], runs);
    expect(waiting.map(({ kind, agent }) => [kind, agent])).toEqual([
      ['question', 'ledger-check'],
      ['question', 'asker'],
      ['limit', 'reader'],
    ]);
    const known = new Set(waiting.map(({ key }) => key));
    expect(newlyWaiting(known, waitingOf([question, approval('b')], runs)).map(({ place }) => place)).toEqual([
      '#/inbox/b',
    ]);
  });

  it('nothing of the call goes out of the page, in the window or in a browser', () => {
    const sent: unknown[] = [];
    window.warrant = {
      connect: vi.fn(),
      pickFolder: vi.fn(),
      pathOf: vi.fn(),
      tellWaiting: (...values) => void sent.push(values),
    };
    tellWaiting(waitingOf([approval('a'), question], []));
    expect(sent).toEqual([['question', 'ledger-check', 2, '#/inbox/a']]);
    delete window.warrant;
    vi.stubGlobal('Notification', function made(...values: unknown[]) {
      sent.push(values);
    });
    tellWaiting(waitingOf([question], []));
    tellWaiting(waitingOf([], [run('limit')]));
    tellWaiting(waitingOf([approval('a'), question], [run('limit')]));
    expect(sent.slice(1).map((values) => (values as unknown[])[0])).toEqual([
      'asker waits for you',
      'reader is at a limit',
      '3 wait for you',
    ]);
    expect(JSON.stringify(sent)).not.toContain(SECRET);
  });

  it('a click opens the card, and an address that names no place leads Home', () => {
    openNoticePlace('#/inbox/a');
    expect(location.hash).toBe('#/inbox/a');
    openNoticePlace('javascript:alert(1)');
    expect(location.hash).toBe('#/');
  });
});
