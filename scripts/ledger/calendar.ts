/** A day as the count of days since 1970-01-01: compared and added to as a plain number. */
export type Day = number;

const millisecondsPerDay = 86_400_000;

const monthNames = {
  english: 'January February March April May June July August September October November December'.split(' '),
  german: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
  dutch: 'januari februari maart april mei juni juli augustus september oktober november december'.split(' '),
} as const;

/** How a day is written: `iso` 2026-07-14, `dots` 14.07.2026, `slashes` 14/07/2026, or with the month's name. */
export type DateStyle = 'iso' | 'dots' | 'slashes' | 'english' | 'american' | 'german' | 'dutch';

/** The day of a date in the civil calendar; `month` counts from 1. */
export function dayOf(year: number, month: number, day: number): Day {
  return Math.round(Date.UTC(year, month - 1, day) / millisecondsPerDay);
}

/** Writes a day the way the named style does. */
export function writeDay(day: Day, style: DateStyle): string {
  const date = new Date(day * millisecondsPerDay);
  const number = date.getUTCDate();
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth();
  const two = (value: number): string => String(value).padStart(2, '0');
  switch (style) {
    case 'iso':
      return `${year}-${two(month + 1)}-${two(number)}`;
    case 'dots':
      return `${two(number)}.${two(month + 1)}.${year}`;
    case 'slashes':
      return `${two(number)}/${two(month + 1)}/${year}`;
    case 'english':
      return `${number} ${monthNames.english[month]} ${year}`;
    case 'american':
      return `${monthNames.english[month]?.slice(0, 3)} ${number}, ${year}`;
    case 'german':
      return `${number}. ${monthNames.german[month]} ${year}`;
    case 'dutch':
      return `${number} ${monthNames.dutch[month]} ${year}`;
  }
}

/** The day itself, or the Monday after it when it falls on a weekend. */
export function workdayFrom(day: Day): Day {
  const weekday = new Date(day * millisecondsPerDay).getUTCDay();
  if (weekday === 6) return day + 2;
  return weekday === 0 ? day + 1 : day;
}

/** The day itself, or the Friday before it when it falls on a weekend. */
export function workdayUntil(day: Day): Day {
  const weekday = new Date(day * millisecondsPerDay).getUTCDay();
  if (weekday === 6) return day - 1;
  return weekday === 0 ? day - 2 : day;
}

/** The quarter that the ledger covers: the third of 2026. */
export const quarter = { first: dayOf(2026, 7, 1), last: dayOf(2026, 9, 30) } as const;
