import { type DateFound, readDates } from './read-dates.ts';
import { readNumberWords } from './read-number-words.ts';
import { type NumberFound, plainDigits, readFractions, readNumbers } from './read-numbers.ts';

/** What of a text can be compared by value. */
export type Figure = ({ type: 'number' } & NumberFound) | ({ type: 'date' } & DateFound);

/**
 * Every date and number of a text, in order; a number inside a date is none of its own. In an `input` (an expression, a
 * program) `3/4` is two numbers; in an `answer` it is one, as are numbers in words; in a `source` it is both, and so is
 * what may be several numbers (`12 345` in a table).
 */
export function scanFigures(text: string, as: 'answer' | 'source' | 'input' = 'input'): Figure[] {
  const plain = plainDigits(text);
  const dates = readDates(plain);
  const wholes = as === 'input' ? [] : [...readFractions(text, plain), ...readNumberWords(text, plain)];
  wholes.sort((a, b) => a.from - b.from);
  const figures: Figure[] = [];
  let next = 0;
  for (const number of merged(readNumbers(text, plain, as === 'source'), wholes, as === 'source')) {
    for (; next < dates.length; next++) {
      const date = dates[next];
      if (!date || date.start > number.from) break;
      figures.push({ type: 'date', ...date });
    }
    const last = figures.at(-1);
    const inDate = last?.type === 'date' && number.from < last.end;
    const upcoming = dates[next];
    if (inDate || (upcoming && number.to > upcoming.start)) continue;
    figures.push({ type: 'number', ...number });
  }
  for (const date of dates.slice(next)) figures.push({ type: 'date', ...date });
  return figures;
}

/** Both lists in order; of two that overlap the whole one, or `both`. */
function merged(numbers: readonly NumberFound[], wholes: readonly NumberFound[], both: boolean): NumberFound[] {
  if (wholes.length === 0) return [...numbers];
  const all: NumberFound[] = [];
  let next = 0;
  let end = 0;
  for (const number of numbers) {
    for (; next < wholes.length && (wholes[next]?.from ?? 0) <= number.from; next++) {
      const whole = wholes[next];
      if (!whole) break;
      all.push(whole);
      end = whole.end;
    }
    if (both || number.from >= end) all.push(number);
  }
  return [...all, ...wholes.slice(next)];
}
