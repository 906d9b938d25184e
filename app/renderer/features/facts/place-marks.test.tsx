import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { Mark } from '#contract/mark';
import type { MarkGround } from './mark-words.ts';
import { MarkedAnswer } from './marked-answer.tsx';
import { sourceOffsets } from './source-map.ts';

afterEach(cleanup);

const ground: MarkGround = {
  facts: new Map(),
  callNumber: () => 12,
  callWords: () => 'pop / area',
  callOfShort: () => undefined,
  altered: new Map(),
};

/** A mark on the words `part` of `text`. */
function markOf(text: string, part: string, rest: Partial<Mark> = {}): Mark {
  const start = text.indexOf(part);
  return { start, end: start + part.length, text: part, item: 'number', kind: 'fact', fact: 'F2', ...rest };
}

function draw(text: string, ...marks: Mark[]) {
  const onOpen = vi.fn();
  const view = render(<MarkedAnswer text={text} marks={marks} ground={ground} onOpen={onOpen} />);
  const figures = (index = 0) =>
    [...view.container.querySelectorAll(`[data-mark="${index}"]`)].map((one) => one.textContent).join('');
  return { ...view, onOpen, figures };
}

test.each([
  ['plain words', 'It has 401.6 km² of land.', '401.6 km²', '401.6 km²'],
  ['bold', 'It has **401.6 km²** of land.', '401.6 km²', '401.6 km²'],
  ['a figure that is half bold', 'It has **401.6** km² of land.', '401.6** km²', '401.6 km²'],
  ['a heading', '# 401.6 km²\n\nSo much.', '401.6 km²', '401.6 km²'],
  ['a list in a quotation', '> - one\n> - 401.6 km²', '401.6 km²', '401.6 km²'],
  ['lines of a quotation', '> the area\n> is 401.6 km²', '401.6 km²', '401.6 km²'],
  ['a table', '| a | b |\n|---|---|\n| x | 401.6 km² |', '401.6 km²', '401.6 km²'],
  ['code', 'It prints `401.6 km²` here.', '401.6 km²', '401.6 km²'],
  ['a block of code', '```txt\narea\n401.6 km²\n```', '401.6 km²', '401.6 km²'],
  ['after escapes and references', 'a\\* &amp; b &#8239; c 401.6 km²', '401.6 km²', '401.6 km²'],
  ['a reference inside', 'It has 401.6&nbsp;km² of land.', '401.6&nbsp;km²', '401.6\u00a0km²'],
  ['after a smile', '😀 &#x1F600; 401.6 km²', '401.6 km²', '401.6 km²'],
  ['raw HTML, which is text', 'a <b>401.6 km²</b> b', '401.6 km²', '401.6 km²'],
  ['Arabic', 'المساحة 401.6 كم² هنا', '401.6 كم²', '401.6 كم²'],
])('marks a figure in %s and puts its chip after it', (_, text, part, drawn) => {
  const { figures, container } = draw(text, markOf(text, part));
  expect(figures()).toBe(drawn);
  const chip = screen.getByRole('button', { name: 'from fact 2' });
  const last = [...container.querySelectorAll('[data-mark="0"]')].at(-1);
  expect(last?.nextElementSibling).toBe(chip);
  expect(chip.parentElement?.className).toBe('mark-hold');
});

test('puts the chip of a figure in a link after the link, as a link is a button', () => {
  const text = 'See [the 315,732 people](https://example.org/a) there.';
  const { figures } = draw(text, markOf(text, '315,732'));
  expect(figures()).toBe('315,732');
  const chip = screen.getByRole('button', { name: 'from fact 2' });
  expect(chip.closest('button')?.parentElement?.closest('button')).toBeNull();
  expect(screen.getByRole('button', { name: 'the 315,732 people' }).textContent).toBe('the 315,732 people');
});

test('marks an address that is a link by itself, and several figures of one text', () => {
  const text = 'From https://example.org/a?b=1 came 12 and 13.';
  const { figures } = draw(
    text,
    markOf(text, 'https://example.org/a?b=1', { item: 'url' }),
    markOf(text, '12'),
    markOf(text, '13', { kind: 'unsourced' }),
  );
  expect([figures(0), figures(1), figures(2)]).toEqual(['https://example.org/a?b=1', '12', '13']);
});

test('keeps only the last word of a long quotation with its chip', () => {
  const words = 'a long quotation that goes on and on until it ends';
  const text = `He said “${words}”.`;
  const { container, figures } = draw(text, markOf(text, words, { item: 'quotation' }));
  expect(figures()).toBe(words);
  expect(container.querySelector('.mark-hold .mark-line')?.textContent).toBe('ends');
});

test('names a mark that has no place, or whose place holds other words, after the answer', () => {
  const text = 'See [there](https://example.org/42).';
  draw(text, markOf(text, '42', { kind: 'unsourced' }), markOf(text, 'there', { text: 'elsewhere' }));
  const list = screen.getByRole('list');
  expect(list.textContent).toContain('42');
  expect(list.textContent).toContain('elsewhere');
});

test('opens what was pressed, by its chip and by the figure itself', () => {
  const text = 'It is 42.';
  const mark = markOf(text, '42', { kind: 'computed', call: 'call-1' });
  const { onOpen, container } = draw(text, mark);
  fireEvent.click(screen.getByRole('button', { name: 'computed by call 12' }));
  const figure = container.querySelector('[data-mark="0"]');
  if (figure) fireEvent.click(figure);
  expect(onOpen.mock.calls).toEqual([
    [mark, 0],
    [mark, 0],
  ]);
});

test('tells a reader why nothing stands behind a figure', () => {
  const text = 'It is 42 and 43.';
  draw(
    text,
    markOf(text, '42', { kind: 'unsourced', problem: 'unknown-id', cited: 'F9' }),
    markOf(text, '43', { kind: 'unsourced', problem: 'wrong-citation', cited: 'F2', fact: 'F1' }),
  );
  screen.getByRole('button', { name: 'no source. The agent cited F9; nothing on record has that name.' });
  screen.getByRole('button', { name: 'no source. The agent cited F2, which does not hold this. F1 has it.' });
});

test('never changes a letter of the answer, whatever marks are laid over it', () => {
  const words = fc.array(
    fc.constantFrom(
      '12',
      '**3**',
      '`4`',
      '[5](https://a.example)',
      '\\*',
      '&amp;',
      '\n\n',
      '\n- ',
      '| ',
      '> ',
      '😀',
      'ab',
    ),
    { maxLength: 20 },
  );
  const place = fc.tuple(fc.nat(60), fc.nat(9));
  fc.assert(
    fc.property(words, fc.array(place, { maxLength: 5 }), (parts, places) => {
      const text = parts.join(' ');
      const marks = places.map(([start, length]): Mark => {
        const end = Math.min(text.length, start + length);
        return { start, end, text: text.slice(start, end), item: 'number', kind: 'given' };
      });
      const marked = render(<MarkedAnswer text={text} marks={marks} ground={ground} onOpen={() => undefined} />);
      const bare = render(<MarkedAnswer text={text} marks={[]} ground={ground} onOpen={() => undefined} />);
      const letters = (view: typeof marked) => {
        for (const extra of view.container.querySelectorAll('.sr-only, .prose > div.text-small')) extra.remove();
        return view.container.textContent;
      };
      expect(letters(marked)).toBe(letters(bare));
      cleanup();
    }),
    { numRuns: 25 },
  );
});

test('finds each unit of a drawn text in its source, in order', () => {
  expect(sourceOffsets('a&b', 'a&amp;b', 0, 7)).toEqual([0, 1, 6]);
  expect(sourceOffsets('a*b', 'a\\*b', 0, 4)).toEqual([0, 2, 3]);
  expect(sourceOffsets('a\nb', 'a\n> b', 0, 5)).toEqual([0, 1, 4]);
  expect(sourceOffsets('ab', 'a', 0, 1)).toBeUndefined();
});
