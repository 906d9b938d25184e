import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditPreview } from '#contract/approval';
import type { Json } from '#contract/ids';
import { cleanUpCard, renderCard } from '../../testing/render-card.tsx';
import { sampleApproval, sampleOffer } from '../../testing/sample-approval.ts';

const host = vi.hoisted(() => ({ asked: [] as Json[], preview: (_input: Json): unknown => undefined }));
vi.mock('../../client/client.ts', () => ({
  failureWords: (error: unknown) => (error instanceof Error ? error.message : String(error)),
  client: {
    approval: {
      preview: async ({ editedInput }: { editedInput: Json }) => {
        host.asked.push(editedInput);
        return host.preview(editedInput);
      },
    },
  },
}));

/** What the host says of an edit that it would take. */
const taken = (part: Partial<EditPreview> = {}): EditPreview => ({
  decision: 'ask',
  reason: 'It writes in a folder of yours.',
  rule: { id: 'rule-1', sentence: 'Writes in your folders ask.', source: 'Default' },
  problems: [],
  title: { text: 'Write a new file,', object: 'other.md' },
  effects: [{ kind: 'place', text: '/folders/ledger/other.md' }],
  origins: [{ field: '/path', from: 'person' }],
  hash: 'b'.repeat(64),
  ...part,
});

beforeEach(() => {
  host.asked.length = 0;
  host.preview = () => taken();
});
afterEach(() => {
  cleanUpCard();
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

const input = { path: '/folders/ledger/report.md', content: 'Eight differences.' };

describe('ApprovalCard', () => {
  it('names the tool, every argument, the effects, the rule and the agent’s words (asks B2, B6)', () => {
    const { getByRole, container } = renderCard(sampleApproval(input));
    const card = getByRole('region', { name: 'Write a new file, report.md' });
    for (const words of [
      'write_file',
      '/folders/ledger/report.md',
      'Eight differences.',
      'Stays on this computer',
      'Writes in your folders ask',
      'You asked for a report.',
    ]) {
      expect(card.textContent).toContain(words);
    }
    expect(container.querySelector('q')?.textContent).toBe('You asked for a report.');
  });

  it('allows once by the button and by Ctrl Enter', () => {
    const { getByRole, answers, arm, unmount } = renderCard(sampleApproval(input));
    arm();
    fireEvent.click(getByRole('button', { name: /Allow once/ }));
    expect(answers).toEqual([{ answer: { type: 'allow' } }]);
    unmount();
    const second = renderCard(sampleApproval(input));
    second.arm();
    fireEvent.keyDown(second.getByRole('region'), { key: 'Enter', ctrlKey: true });
    expect(second.answers).toEqual([{ answer: { type: 'allow' } }]);
  });

  it('shows the sentence of a grant before it can be given, and arms anew', () => {
    const { getByRole, queryByText, answers, arm } = renderCard(sampleApproval(input));
    arm();
    fireEvent.keyDown(getByRole('region'), { key: '4' });
    expect(queryByText('ledger-check may write in ledger without asking, this run.')).not.toBeNull();
    fireEvent.click(getByRole('button', { name: /Allow in this run/ }));
    expect(answers).toEqual([]);
    arm();
    fireEvent.click(getByRole('button', { name: /Allow in this run/ }));
    expect(answers).toEqual([{ answer: { type: 'allow', reach: 'folder' } }]);
  });

  it('shows the sentence as narrowed to a number of calls, and gives exactly that', () => {
    const { getByRole, getByLabelText, container, answers, arm } = renderCard(sampleApproval(input));
    fireEvent.keyDown(getByRole('region'), { key: '2' });
    expect(container.textContent).toContain('without asking, this run, at most 10 times.');
    arm();
    fireEvent.change(getByLabelText('How many calls'), { target: { value: '3' } });
    expect(container.textContent).toContain('without asking, this run, at most 3 times.');
    fireEvent.click(getByRole('button', { name: /Allow 3 times/ }));
    expect(answers).toEqual([]);
    fireEvent.change(getByLabelText('How many calls'), { target: { value: '0' } });
    arm();
    expect(getByRole('alert').textContent).toBe('Write a number from 1 to 1,000');
    expect(getByRole('button', { name: /^Allow 0 times/ }).hasAttribute('disabled')).toBe(true);
    fireEvent.keyDown(getByRole('region'), { key: 'Enter', ctrlKey: true });
    expect(answers).toEqual([]);
    fireEvent.change(getByLabelText('How many calls'), { target: { value: '3' } });
    arm();
    fireEvent.click(getByRole('button', { name: /Allow 3 times/ }));
    expect(answers).toEqual([{ answer: { type: 'allow', reach: 'folder', times: 3 } }]);
  });

  it('shows the sentence as narrowed to a time today, and refuses one that is past', () => {
    const now = new Date(2026, 10, 30, 14, 0).getTime();
    const until = new Date(2026, 10, 30, 18, 0).getTime();
    const { getByRole, getByLabelText, container, answers, arm } = renderCard(sampleApproval(input), 'open', now);
    fireEvent.keyDown(getByRole('region'), { key: '3' });
    expect(container.textContent).toContain('this run, until 18:00 on 30 November 2026.');
    fireEvent.change(getByLabelText('Until when today'), { target: { value: '13:00' } });
    arm();
    expect(getByRole('alert').textContent).toBe('Write a time later today, such as 18:00');
    expect(getByRole('button', { name: /^Allow until 13:00/ }).hasAttribute('disabled')).toBe(true);
    fireEvent.change(getByLabelText('Until when today'), { target: { value: '18:00' } });
    arm();
    fireEvent.click(getByRole('button', { name: /^Allow until 18:00/ }));
    expect(answers).toEqual([{ answer: { type: 'allow', reach: 'folder', until } }]);
  });

  it('denies at once by D, with the note where one was written', () => {
    const { getByRole, getByLabelText, answers } = renderCard(sampleApproval(input));
    fireEvent.keyDown(getByRole('region'), { key: 'n' });
    fireEvent.change(getByLabelText('Note to the agent'), { target: { value: 'Use the other folder.' } });
    fireEvent.keyDown(getByLabelText('Note to the agent'), { key: 'd' });
    expect(answers).toEqual([]);
    fireEvent.keyDown(getByRole('region'), { key: 'd' });
    expect(answers).toEqual([{ answer: { type: 'deny' }, note: 'Use the other folder.' }]);
  });

  it('keeps a denial that came before the card was open, and sends it alone once it is', () => {
    const { getByRole, answers, arm, setOpened } = renderCard(sampleApproval(input), 'opening');
    fireEvent.keyDown(getByRole('region'), { key: 'd' });
    arm();
    expect(answers).toEqual([]);
    setOpened('open');
    fireEvent.click(getByRole('button', { name: /Allow once/ }));
    expect(answers).toEqual([{ answer: { type: 'deny' } }]);
  });

  it('lets go of the wish where the request is gone', () => {
    const { getByRole, answers, setOpened } = renderCard(sampleApproval(input), 'opening');
    fireEvent.click(getByRole('button', { name: /Deny/ }));
    setOpened('gone');
    setOpened('open');
    expect(answers).toEqual([]);
    expect(getByRole('button', { name: /Deny/ }).hasAttribute('disabled')).toBe(false);
  });

  /** The editor of a card that is open, and what is typed there, as far as the host has looked at it. */
  const edit = (part: Parameters<typeof sampleApproval>[1] = {}) => {
    const card = renderCard(sampleApproval(input, part));
    fireEvent.keyDown(card.getByRole('region'), { key: 'e' });
    const editor = card.getByLabelText('Arguments as JSON');
    const looked = async () => {
      card.pass(200);
      await act(async () => {});
      card.arm();
    };
    const type = async (value: Json) => {
      fireEvent.change(editor, { target: { value: typeof value === 'string' ? value : JSON.stringify(value) } });
      await looked();
    };
    const allow = () => card.getByRole('button', { name: /Allow once/ });
    return { ...card, editor, type, allow };
  };
  const other = { path: '/folders/ledger/other.md' };

  it('sends an edit only while it can be read, and offers no grant with it', async () => {
    const { getByRole, queryByRole, type, allow, answers } = edit();
    await type('{"path": 3}');
    expect(getByRole('alert').textContent).toContain('path should be string');
    expect([allow().hasAttribute('disabled'), host.asked]).toEqual([true, []]);
    await type(other);
    expect(queryByRole('button', { name: /This folder/ })).toBeNull();
    fireEvent.click(allow());
    expect(answers).toEqual([{ answer: { type: 'allow' }, editedInput: other }]);
  });

  it('describes what the edit would do, in the host’s words for exactly that edit (F10, H1)', async () => {
    const { getByRole, queryByText, container, type } = edit({
      since: { approval: 'approval-0', fields: ['path'] },
      origins: [{ field: '/path', from: 'agent' }],
    });
    await type(other);
    expect(host.asked).toEqual([other]);
    expect(getByRole('region', { name: 'Write a new file, other.md' })).toBeDefined();
    expect(container.textContent).toContain('path from you');
    expect(queryByText('/folders/ledger/report.md')).toBeNull();
    expect(container.textContent).not.toContain('Since you last saw');
    await type('{"path":');
    expect(container.textContent).not.toContain('Stays on this computer');
  });

  it('names the rule that denies an edit under it, and can’t be allowed', async () => {
    host.preview = () =>
      taken({
        decision: 'deny',
        reason: '/folders/other/x.md is outside.',
        rule: { id: 'outside', sentence: 'Files outside do not exist for it.', source: 'Default' },
      });
    const { getByRole, container, type, allow, answers } = edit();
    await type({ path: '/folders/other/x.md' });
    expect(getByRole('alert').textContent).toBe(
      '/folders/other/x.md is outside. Denied by the rule “Files outside do not exist for it”, Default.',
    );
    expect(container.textContent).toContain('The rules deny these arguments');
    expect(allow().hasAttribute('disabled')).toBe(true);
    fireEvent.keyDown(getByRole('region'), { key: 'Enter', ctrlKey: true });
    expect(answers).toEqual([]);
  });

  it('can’t be allowed before the host has looked at the edit, nor where it could not', async () => {
    host.preview = () => {
      throw new Error('The host is away.');
    };
    const { getByRole, editor, type, allow, arm } = edit();
    fireEvent.change(editor, { target: { value: JSON.stringify(other) } });
    arm();
    expect(allow().hasAttribute('disabled')).toBe(true);
    await type(other);
    expect(getByRole('alert').textContent).toContain('The host is away.');
    expect(allow().hasAttribute('disabled')).toBe(true);
  });

  it('an editor that was only opened has the focus and leaves the reach and the call as they were', async () => {
    const { getByRole, getByLabelText, answers, arm } = renderCard(sampleApproval(input));
    fireEvent.keyDown(getByRole('region'), { key: '2' });
    fireEvent.keyDown(getByRole('region'), { key: 'e' });
    expect(document.activeElement).toBe(getByLabelText('Arguments as JSON'));
    arm();
    fireEvent.click(getByRole('button', { name: /Allow 10 times/ }));
    expect([answers, host.asked]).toEqual([[{ answer: { type: 'allow', reach: 'folder', times: 10 } }], []]);
  });

  it('brings the sentence into view when a reach is chosen, and an edit takes it away', async () => {
    const scrolled = vi.fn(async () => {});
    Element.prototype.scrollIntoView = scrolled;
    const { getByRole, getByLabelText, queryByRole } = renderCard(sampleApproval(input));
    fireEvent.keyDown(getByRole('region'), { key: '2' });
    expect(scrolled).toHaveBeenCalledTimes(1);
    fireEvent.keyDown(getByRole('region'), { key: 'e' });
    fireEvent.change(getByLabelText('Arguments as JSON'), { target: { value: '{}' } });
    expect(queryByRole('button', { name: /Allow 10 times/ })).toBeNull();
  });

  it('shows all of the agent’s words with all of the arguments', () => {
    const words = 'One line.\nAnother line.';
    const { getByRole, container } = renderCard(sampleApproval(input, { agentWords: words }));
    expect(container.querySelector('q')?.textContent).toBe('One line. Another line.');
    fireEvent.keyDown(getByRole('region'), { key: 'a' });
    expect(container.querySelector('q')?.textContent).toBe(words);
  });

  it('says how many past calls a grant would have covered, and how many of them were denied', () => {
    const offer = { ...sampleOffer('folder', 'May write.'), covered: 7, coveredDenied: 2 };
    const { getByRole, container } = renderCard(sampleApproval(input, { offers: [offer] }));
    fireEvent.keyDown(getByRole('region'), { key: '4' });
    expect(container.textContent).toContain('Would have covered 7 past calls; 2 of them you had denied');
  });

  it('offers only this one call where the arguments carry text from outside (H7)', () => {
    const { queryByRole, container, getByRole } = renderCard(
      sampleApproval(input, {
        labels: [{ origin: 'outside', callId: 'call-0', path: 'invoice-0031.txt' }],
        offers: [sampleOffer('folder', 'May write.')],
      }),
    );
    expect(container.textContent).toContain('invoice-0031.txt. Only this one call can be allowed.');
    expect(queryByRole('button', { name: /This folder/ })).toBeNull();
    fireEvent.keyDown(getByRole('region'), { key: '2' });
    expect(container.textContent).not.toContain('May write.');
  });

  it('says what an unknown outcome asks for, and offers no standing grant', () => {
    const { getByRole, queryByRole } = renderCard(sampleApproval(input, { purpose: 'reconcile' }));
    expect(getByRole('button', { name: /Run again/ })).toBeDefined();
    expect(getByRole('button', { name: /Do not run again/ })).toBeDefined();
    expect(queryByRole('button', { name: /This folder/ })).toBeNull();
  });
});
