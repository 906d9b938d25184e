import { fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanUpCard, renderCard } from '../../../testing/render-card.tsx';
import { sampleApproval } from '../../../testing/sample-approval.ts';
import { ARMING_MS } from '../use-arming.ts';

afterEach(cleanUpCard);

const approval = sampleApproval({ path: '/agent/a.md', content: 'x' });

describe('H4: answers that were not meant', () => {
  it('a click meant for what was there before does not allow', () => {
    const { getByRole, answers, pass } = renderCard(approval);
    fireEvent.click(getByRole('button', { name: /Allow once/ }));
    pass(ARMING_MS - 1);
    fireEvent.click(getByRole('button', { name: /Allow once/ }));
    fireEvent.keyDown(getByRole('region'), { key: 'Enter', ctrlKey: true });
    expect(answers).toEqual([]);
  });

  it('a double click answers once', () => {
    const { getByRole, answers, arm } = renderCard(approval);
    arm();
    const button = getByRole('button', { name: /Allow once/ });
    fireEvent.click(button);
    fireEvent.click(button);
    fireEvent.keyDown(getByRole('region'), { key: 'd' });
    expect(answers).toHaveLength(1);
  });

  it('Enter alone never allows, wherever the focus is', () => {
    const { getByRole, getAllByRole, answers, arm } = renderCard(approval);
    arm();
    fireEvent.keyDown(getByRole('region'), { key: 'Enter' });
    const prevented = getAllByRole('button')
      .filter((button) => button.hasAttribute('data-gives-authority'))
      .map((button) => !fireEvent.keyDown(button, { key: 'Enter' }));
    expect(prevented).toEqual([true]);
    expect(answers).toEqual([]);
  });

  it('Enter held down with Ctrl does not allow by repeating', () => {
    const { getByRole, answers, arm } = renderCard(approval);
    arm();
    fireEvent.keyDown(getByRole('region'), { key: 'Enter', ctrlKey: true, repeat: true });
    expect(answers).toEqual([]);
  });

  it('the window coming back to the front arms anew', () => {
    const { getByRole, answers, arm } = renderCard(approval);
    arm();
    fireEvent.focus(window);
    fireEvent.click(getByRole('button', { name: /Allow once/ }));
    expect(answers).toEqual([]);
    arm();
    fireEvent.click(getByRole('button', { name: /Allow once/ }));
    expect(answers).toHaveLength(1);
  });

  it('no button that gives authority has the focus when the card appears', () => {
    const { getByRole } = renderCard(approval);
    expect(getByRole('button', { name: /Allow once/ })).not.toBe(document.activeElement);
  });
});
