import { fireEvent } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { cleanUpCard, renderCard } from '../../../testing/render-card.tsx';
import { sampleApproval } from '../../../testing/sample-approval.ts';

afterEach(cleanUpCard);

function scrollTo(well: Element, top: number): void {
  Object.defineProperties(well, {
    scrollHeight: { configurable: true, value: 4000 },
    clientHeight: { configurable: true, value: 300 },
    scrollTop: { configurable: true, value: top },
  });
  fireEvent.scroll(well);
}

describe('H3: what a long or odd value hides', () => {
  it('a value of 10,000 lines can be allowed only after its end was shown', () => {
    const content = `first\n${'\n'.repeat(10_000)}rm -rf /`;
    const { getByRole, container, answers, arm } = renderCard(sampleApproval({ path: '/agent/a', content }));
    arm();
    const allow = () => getByRole('button', { name: /Allow once/ });
    fireEvent.click(allow());
    fireEvent.keyDown(getByRole('region'), { key: 'Enter', ctrlKey: true });
    expect(answers).toEqual([]);
    expect(container.textContent).toContain('Read to the end first');
    fireEvent.keyDown(getByRole('region'), { key: 'a' });
    const well = container.querySelector('pre');
    if (!well) throw new Error('the card shows no bytes');
    scrollTo(well, 1000);
    arm();
    fireEvent.click(allow());
    expect(answers).toEqual([]);
    scrollTo(well, 3700);
    arm();
    fireEvent.click(allow());
    expect(answers).toHaveLength(1);
  });

  it('empty lines that push text out of sight are counted in words', () => {
    const { container } = renderCard(sampleApproval({ text: `harmless${'\n'.repeat(20)}not so` }));
    fireEvent.keyDown(container.querySelector('section') as HTMLElement, { key: 'a' });
    expect(container.querySelector('pre')?.textContent).toContain('19 empty lines');
  });

  it.each([
    ['a text that runs the other way', 'cp a \u202Efdp.exe', 'U+202E'],
    ['forty spaces', `sed -i${' '.repeat(40)}/etc/passwd`, '40 spaces'],
    ['a zero width space', 'pay\u200Bpal.example', 'U+200B'],
    ['an escape of a terminal', 'ok\u001B[2K', 'U+001B'],
    ['a tag character', 'a\u{E0041}b', 'U+E0041'],
    ['a space that is none', 'rm\u00A0-rf', 'U+00A0'],
  ])('%s is spelled out', (_, script, words) => {
    const { container } = renderCard(sampleApproval({ script }));
    expect([...container.querySelectorAll('pre [data-odd]')].map((mark) => mark.textContent)).toContain(words);
  });

  it('letters of two alphabets in one word are named', () => {
    const { container } = renderCard(sampleApproval({ url: 'https://p\u0430ypal.example' }));
    expect(container.textContent).toContain('Letters of two alphabets in one word: p\u0430ypal');
  });

  it('markdown and HTML of a value stay bytes', () => {
    const { container } = renderCard(sampleApproval({ text: '**bold** <img src=x onerror=alert(1)> [a](https://b)' }));
    expect(container.querySelector('pre')?.textContent).toContain('<img src=x onerror=alert(1)>');
    expect(container.querySelector('img, pre a, pre strong')).toBeNull();
  });
});

describe('H3: an edit is no way round reading to the end', () => {
  const content = `first\n${'\n'.repeat(100)}rm -rf /`;

  function sized(area: Element, top: number): void {
    Object.defineProperties(area, {
      scrollHeight: { configurable: true, value: 4000 },
      clientHeight: { configurable: true, value: 300 },
      scrollTop: { configurable: true, value: top },
    });
    fireEvent.scroll(area);
  }

  it('opening the editor of a long value and pressing Allow gives nothing until every field was read', () => {
    const { getByRole, container, answers, arm } = renderCard(sampleApproval({ path: '/agent/a', content }));
    fireEvent.keyDown(getByRole('region'), { key: 'e' });
    arm();
    fireEvent.keyDown(getByRole('region'), { key: 'Enter', ctrlKey: true });
    expect(answers).toEqual([]);
    expect(container.textContent).toContain('Read to the end first');
    const areas = [...container.querySelectorAll('textarea')];
    for (const area of areas) sized(area, 1000);
    arm();
    fireEvent.keyDown(getByRole('region'), { key: 'Enter', ctrlKey: true });
    expect(answers).toEqual([]);
    for (const area of areas) sized(area, 3700);
    arm();
    fireEvent.keyDown(getByRole('region'), { key: 'Enter', ctrlKey: true });
    expect(answers).toHaveLength(1);
  });

  it('an end that is cut off by what the value stands in was not shown', () => {
    const { getByRole, container, answers, arm } = renderCard(sampleApproval({ path: '/agent/a', content }));
    fireEvent.keyDown(getByRole('region'), { key: 'a' });
    const well = container.querySelector('pre');
    const card = container.querySelector('section');
    if (!well || !card) throw new Error('the card shows no bytes');
    const at = (bottom: number) => () => ({ bottom }) as DOMRect;
    card.style.overflowY = 'auto';
    card.getBoundingClientRect = at(400);
    well.getBoundingClientRect = at(480);
    scrollTo(well, 3700);
    arm();
    fireEvent.keyDown(getByRole('region'), { key: 'Enter', ctrlKey: true });
    expect(answers).toEqual([]);
    well.getBoundingClientRect = at(400);
    fireEvent.scroll(card);
    arm();
    fireEvent.keyDown(getByRole('region'), { key: 'Enter', ctrlKey: true });
    expect(answers).toHaveLength(1);
  });
});
