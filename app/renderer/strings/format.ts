import { locale, wordLanguage } from './locale.ts';

const numbers = new Intl.NumberFormat(locale);
/** Words in the language of the catalogue, with the digits of the person's own. */
const words = `${wordLanguage}-u-nu-${numbers.resolvedOptions().numberingSystem}`;
const entries = new Intl.NumberFormat(wordLanguage);
const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const clocks = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
const seconds = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', second: '2-digit' });
const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
const years = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
const relative = new Intl.RelativeTimeFormat(words, { numeric: 'auto', style: 'short' });
const lists = new Intl.ListFormat(wordLanguage, { type: 'conjunction' });

/** A number with the locale's grouping: 34,120. */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** The number of an entry or a call. It is its name: with the same digits in every locale, as the log has it. */
export function formatEntry(seq: number): string {
  return entries.format(seq);
}

/** A count of bytes in the unit a person reads: 812 B, 0.9 KB, 48 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${numbers.format(bytes)} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value >= 100 ? numbers.format(Math.round(value)) : decimals.format(value)} ${units[unit]}`;
}

/** How long one step took: 6 ms, 1.24 s, 2:48. Takes milliseconds. */
export function formatTook(milliseconds: number): string {
  if (milliseconds < 1000) return `${numbers.format(Math.round(milliseconds))} ms`;
  if (milliseconds < 60_000) {
    const value = milliseconds / 1000;
    return `${new Intl.NumberFormat(locale, { maximumFractionDigits: value < 10 ? 2 : 1 }).format(value)} s`;
  }
  return formatStopwatch(milliseconds);
}

/** Elapsed time as a stopwatch shows it: 0:04, 2:48, 6:12:09. Takes milliseconds. */
export function formatStopwatch(milliseconds: number): string {
  const total = Math.max(0, Math.floor(milliseconds / 1000));
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(total % 60)}` : `${minutes}:${pad(total % 60)}`;
}

/** The time of day: 14:02. */
export function formatTime(at: number): string {
  return clocks.format(at);
}

/** The time of day to the second: 14:02:09. */
export function formatTimeExact(at: number): string {
  return seconds.format(at);
}

/** A day, with the year only where it is not the present one: 12 Nov, 12 Nov 2024. */
function formatDay(at: number, now: number): string {
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? days.format(at) : years.format(at);
}

/** Today's moments by their time, others by their day: 14:02, 12 Nov. */
export function formatMoment(at: number, now: number): string {
  return new Date(at).toDateString() === new Date(now).toDateString() ? formatTime(at) : formatDay(at, now);
}

/** How long ago or ahead, in the largest unit that says something: now, 2 min ago, in 3 days. */
export function formatRelative(at: number, now: number): string {
  const minutes = Math.round((at - now) / 60_000);
  if (minutes === 0) return relative.format(0, 'second');
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  if (Math.abs(hours) < 24) return relative.format(hours, 'hour');
  return relative.format(Math.round(hours / 24), 'day');
}

const dayWords = new Intl.RelativeTimeFormat(words, { numeric: 'auto' });

function dayOf(at: number, now: number): string {
  const days = Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date(now).setHours(0, 0, 0, 0)) / 86_400_000);
  return Math.abs(days) <= 1 ? dayWords.format(days, 'day') : formatDay(at, now);
}

/** When something ends: within the hour by the minute, else by day and time: in 12 min, today, 18:00, 12 Nov, 09:00. */
export function formatDue(at: number, now: number): string {
  return at - now < 3_600_000 ? formatRelative(at, now) : `${dayOf(at, now)}, ${formatTime(at)}`;
}

/** When something was: today by its time, else by day and time: 14:02, yesterday, 16:12. */
export function formatWhen(at: number, now: number): string {
  const today = new Date(at).toDateString() === new Date(now).toDateString();
  return today ? formatTime(at) : `${dayOf(at, now)}, ${formatTime(at)}`;
}

/** When something was, to the second, with its year: 30 Nov 2026, 14:01:09. */
export function formatWhenExact(at: number): string {
  return `${years.format(at)}, ${formatTimeExact(at)}`;
}

/** A short time as it was measured: < 0.1 ms, 0.4 ms, 12 ms, 1.24 s. Takes milliseconds. */
export function formatMs(milliseconds: number): string {
  if (milliseconds < 0.1) return `< ${decimals.format(0.1)} ms`;
  return milliseconds < 10 ? `${decimals.format(milliseconds)} ms` : formatTook(milliseconds);
}

/** A day as a heading: Today, Yesterday, 12 Nov. */
export function formatDayName(at: number, now: number): string {
  const name = dayOf(at, now);
  return name.charAt(0).toLocaleUpperCase(wordLanguage) + name.slice(1);
}

/** An amount to the cent, with more places below one: 0.41, 0.0023. Takes an amount in US dollars. */
export function formatAmount(usd: number): string {
  const places = usd !== 0 && usd < 0.01 ? 4 : 2;
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: places }).format(usd);
}

/** Money to the cent: 0.41 USD. Takes an amount in US dollars. */
export function formatMoney(usd: number): string {
  return `${formatAmount(usd)} USD`;
}

/** What a million tokens cost, to the last place: 2.50, 0.125. Takes an amount in US dollars. */
export function formatPrice(usd: number): string {
  return new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(usd);
}

/** A calendar day with its year: 10 Oct 2026. Takes it as ISO 8601 (`2026-10-10`); another text is left as it is. */
export function formatDate(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return day;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}

const series = new Intl.ListFormat(wordLanguage, { type: 'unit' });

/** Figures in a row without a last word between: 11 allowed, 2 denied, 1 expired. */
export function formatSeries(items: readonly string[]): string {
  return series.format(items);
}

/** Names in a row, as the language joins them: read_file, write_file and run_python. */
export function formatList(items: readonly string[]): string {
  return lists.format(items);
}
