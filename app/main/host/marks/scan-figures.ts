import { type DateFound, readDates } from './read-dates.ts';
import { type NumberFound, plainDigits, readNumbers } from './read-numbers.ts';

/** What of a text can be compared by value. */
export type Figure = ({ type: 'number' } & NumberFound) | ({ type: 'date' } & DateFound);

/**
 * Every date and number of a text, in order; a number inside a date is none of its own. `pieces`: see `readNumbers`.
 */
export function scanFigures(text: string, pieces = false): Figure[] {
  const plain = plainDigits(text);
  const dates = readDates(plain);
  const figures: Figure[] = [];
  let next = 0;
  for (const number of readNumbers(text, plain, pieces)) {
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
