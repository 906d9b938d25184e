import { describe, expect, it } from 'vitest';
import type { InboxItem } from '#contract/views';
import { sampleApproval } from '../../testing/sample-approval.ts';
import { inboxOrder, itemAfter, itemId } from './waiting-items.ts';

const approval = (id: string, at: number, expiresAt?: number): InboxItem => ({
  type: 'approval',
  run: 'run-1',
  runTitle: 'Run',
  agent: 'sample',
  at,
  approval: sampleApproval({}, { id, ...(expiresAt === undefined ? {} : { expiresAt }) }),
});
const question: InboxItem = {
  type: 'question',
  run: 'run-1',
  runTitle: 'Run',
  agent: 'sample',
  at: 1,
  question: { id: 'q', callId: 'c', text: 'Which?', choices: [] },
};

describe('the order of the Inbox', () => {
  const items = inboxOrder([approval('late', 5), approval('soon', 9, 100), question, approval('later', 2, 200)]);

  it('puts first what expires first, then what was asked first', () => {
    expect(items.map(itemId)).toEqual(['soon', 'later', 'q', 'late']);
  });

  it('goes on to the next after an answer, and back where there is no next', () => {
    expect(['soon', 'q', 'late'].map((id) => itemAfter(items, id)).map((item) => item && itemId(item))).toEqual([
      'later',
      'late',
      'q',
    ]);
    expect(itemAfter([question], 'q')).toBeUndefined();
  });
});
