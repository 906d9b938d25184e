import { fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanUpCard, renderCard } from '../../testing/render-card.tsx';
import { sampleApproval, sampleOffer } from '../../testing/sample-approval.ts';

afterEach(cleanUpCard);

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
    fireEvent.keyDown(getByRole('region'), { key: '2' });
    expect(queryByText('ledger-check may write in ledger without asking, this run.')).not.toBeNull();
    fireEvent.click(getByRole('button', { name: /Allow, this folder/ }));
    expect(answers).toEqual([]);
    arm();
    fireEvent.click(getByRole('button', { name: /Allow, this folder/ }));
    expect(answers).toEqual([{ answer: { type: 'allow', reach: 'folder' } }]);
  });

  it('shows the sentence as narrowed to a number of calls, and gives exactly that', () => {
    const { getByRole, getByLabelText, container, answers, arm } = renderCard(sampleApproval(input));
    fireEvent.keyDown(getByRole('region'), { key: '3' });
    expect(container.textContent).toContain('without asking, this run. At most 10 times.');
    arm();
    fireEvent.change(getByLabelText('How many calls'), { target: { value: '3' } });
    expect(container.textContent).toContain('without asking, this run. At most 3 times.');
    fireEvent.click(getByRole('button', { name: /Allow, this folder, next 3/ }));
    expect(answers).toEqual([]);
    fireEvent.change(getByLabelText('How many calls'), { target: { value: '0' } });
    arm();
    expect(getByRole('alert').textContent).toBe('Write a number from 1 to 1,000');
    expect(getByRole('button', { name: /^Allow, / }).hasAttribute('disabled')).toBe(true);
    fireEvent.keyDown(getByRole('region'), { key: 'Enter', ctrlKey: true });
    expect(answers).toEqual([]);
    fireEvent.change(getByLabelText('How many calls'), { target: { value: '3' } });
    arm();
    fireEvent.click(getByRole('button', { name: /Allow, this folder, next 3/ }));
    expect(answers).toEqual([{ answer: { type: 'allow', reach: 'folder', times: 3 } }]);
  });

  it('shows the sentence as narrowed to a time today, and refuses one that is past', () => {
    const now = new Date(2026, 10, 30, 14, 0).getTime();
    const until = new Date(2026, 10, 30, 18, 0).getTime();
    const { getByRole, getByLabelText, container, answers, arm } = renderCard(sampleApproval(input), 'open', now);
    fireEvent.keyDown(getByRole('region'), { key: '4' });
    expect(container.textContent).toContain('this run. Until 18:00 on 30 November 2026.');
    fireEvent.change(getByLabelText('Until when today'), { target: { value: '13:00' } });
    arm();
    expect(getByRole('alert').textContent).toBe('Write a time later today, such as 18:00');
    expect(getByRole('button', { name: /^Allow, / }).hasAttribute('disabled')).toBe(true);
    fireEvent.change(getByLabelText('Until when today'), { target: { value: '18:00' } });
    arm();
    fireEvent.click(getByRole('button', { name: /^Allow, / }));
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

  it('sends an edit only while it can be read, and offers no grant with it', () => {
    const { getByRole, getByLabelText, queryByRole, answers, arm } = renderCard(sampleApproval(input));
    fireEvent.keyDown(getByRole('region'), { key: 'e' });
    const editor = getByLabelText('Arguments as JSON');
    fireEvent.change(editor, { target: { value: '{"path": 3}' } });
    arm();
    expect(getByRole('alert').textContent).toContain('path should be string');
    expect(getByRole('button', { name: /Allow once/ }).hasAttribute('disabled')).toBe(true);
    fireEvent.change(editor, { target: { value: '{"path": "/agent/other.md"}' } });
    arm();
    expect(queryByRole('button', { name: /This folder/ })).toBeNull();
    fireEvent.click(getByRole('button', { name: /Allow once/ }));
    expect(answers).toEqual([{ answer: { type: 'allow' }, editedInput: { path: '/agent/other.md' } }]);
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
