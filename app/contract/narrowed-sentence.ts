import type { Timestamp } from './ids.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

function momentWords(at: Timestamp): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`;
  return `${two(date.getHours())}:${two(date.getMinutes())} on ${day}`;
}

/**
 * The sentence of a grant that a person narrows: at most so many times, until a moment of this computer's clock. The host
 * records these words and the card shows them before Allow can be pressed, so both must come from here (rule H7).
 */
export function narrowedSentence(
  sentence: string,
  { times, until }: { times?: number | undefined; until?: Timestamp | undefined },
): string {
  // What is not covered stands last: the second sentence of an offer.
  const at = sentence.lastIndexOf(' Any other ');
  const [may, rest] = at < 0 ? [sentence, ''] : [sentence.slice(0, at), sentence.slice(at)];
  const parts = [
    may.replace(/\.$/, ''),
    ...(times === undefined ? [] : [times === 1 ? 'once' : `at most ${times} times`]),
    ...(until === undefined ? [] : [`until ${momentWords(until)}`]),
  ];
  return parts.length === 1 ? sentence : `${parts.join(', ')}.${rest}`;
}
