import type { Areas } from './answer-areas.ts';

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['“', '”'],
  ['«', '»'],
  ['„', '“”'],
  ['「', '」'],
  ['『', '』'],
  ['"', '"'],
  ['‘', '’'],
  ["'", "'"],
]);
const OPENING = /["“«„「『‘']/g;
/** Marks that are apostrophes as well. */
const SINGLE = new Set(['‘', "'"]);
/** A quotation of one paragraph is at most this long. */
const LONGEST = 4000;

/**
 * Every quotation of a text: in quotation marks of more than one word (one word alone is emphasis or a name), in
 * single ones of three words or more, and each
 * block of lines that begin with `>`. `quote` is what was quoted. Linear in the text.
 */
export function findQuotations(text: string, areas: Areas): { start: number; end: number; quote: string }[] {
  const found = blockQuotes(text, areas);
  let passed = 0;
  /** Up to where each kind was looked for in vain. */
  const vain = new Map<string, number>();
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match !== null; match = OPENING.exec(text)) {
    const at = match.index;
    if (at < passed || areas.isClosed(at)) continue;
    const mark = match[0];
    if (at < (vain.get(mark) ?? 0) || !canOpen(text, at, mark)) continue;
    const { end, closed } = endOf(text, at, mark);
    if (!closed) {
      vain.set(mark, end);
      continue;
    }
    passed = end + 1;
    OPENING.lastIndex = passed;
    const quote = text.slice(at + 1, end);
    if (isQuotation(quote, mark) && !found.some((block) => at >= block.start && at < block.end))
      found.push({ start: at, end: passed, quote });
  }
  return found.sort((a, b) => a.start - b.start);
}

function canOpen(text: string, at: number, mark: string): boolean {
  if (mark !== '"' && !SINGLE.has(mark)) return true;
  return !/[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && !/^\s?$/.test(text.charAt(at + 1));
}

/** Where what opens at `at` is closed, or how far it was looked for: to the end of its paragraph, or another beginning. */
function endOf(text: string, at: number, mark: string): { end: number; closed: boolean } {
  const closing = CLOSING.get(mark) ?? '';
  const most = Math.min(text.length, at + LONGEST);
  for (let end = at + 1; end < most; end++) {
    const character = text.charAt(end);
    const apostrophe = SINGLE.has(mark) && (isWordAt(text, end + 1) || /\s/.test(text.charAt(end - 1)));
    if (closing.includes(character) && !apostrophe) return { end, closed: true };
    const over = character === '\n' && (text.charAt(end + 1) === '\n' || mark === '"' || SINGLE.has(mark));
    if (over || (character === mark && !apostrophe)) return { end, closed: false };
  }
  return { end: most, closed: false };
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text.charAt(at));
}

function isQuotation(quote: string, mark: string): boolean {
  if (SINGLE.has(mark)) return (quote.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0) >= 3;
  if (/\p{L}\S*\s+\S*[\p{L}\p{N}]/u.test(quote)) return true;
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{6}/u.test(quote);
}

function blockQuotes(text: string, areas: Areas): { start: number; end: number; quote: string }[] {
  const found: { start: number; end: number; quote: string }[] = [];
  let block: { start: number; end: number; lines: string[] } | undefined;
  const close = (): void => {
    if (block && /[\p{L}\p{N}]/u.test(block.lines.join(' ')))
      found.push({ start: block.start, end: block.end, quote: block.lines.join(' ') });
    block = undefined;
  };
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    const prefix = /^[ \t]{0,3}>[ \t>]{0,20}/.exec(text.slice(at, Math.min(end, at + 30)))?.[0];
    if (prefix !== undefined && !areas.isClosed(Math.min(at + prefix.length, end - 1))) {
      const line = text.slice(at + prefix.length, end);
      if (line.trim() !== '') {
        block ??= { start: at + prefix.length, end, lines: [] };
        block.end = end;
        block.lines.push(line);
      }
    } else close();
    at = end + 1;
  }
  close();
  return found;
}
