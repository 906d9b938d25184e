import { scanFigures } from './scan-figures.ts';

/** Languages of fenced blocks that hold what was found, not a program. */
const DATA = new Set([
  '',
  'text',
  'txt',
  'plain',
  'plaintext',
  'csv',
  'tsv',
  'json',
  'markdown',
  'md',
  'table',
  'output',
]);
const LIST_NUMBER = /^[ \t>]{0,20}(?:[-*+•][ \t]{1,4})?\(?\d{1,3}[.)][ \t]+(?=\S)/;
const HEADING_NUMBER = /^[ \t]{0,3}#{1,6}[ \t]+\d{1,3}(?:\.\d{1,3}){0,3}[.):]?[ \t]+(?=\S)/;
const FENCE = /^[ \t]{0,3}(```+|~~~+)[ \t]*([\w+-]*)/;
/** A number of so many digits in a program is looked at as in any text. */
const LARGER_DIGITS = 4;
const FOOTNOTE = /\[\^?\d{1,3}\](?!\()/g;
const RELATIVE_LINK = /\]\((?!https?:)[^()\s]{1,500}\)/g;

/** One mark for each UTF-16 unit of an answer that is no place for a figure: structure, code, footnotes, links. */
export class Areas {
  readonly #closed: Uint8Array;

  constructor(length: number) {
    this.#closed = new Uint8Array(length);
  }

  close(start: number, end: number): void {
    this.#closed.fill(1, start, end);
  }

  isClosed(at: number): boolean {
    return this.#closed[at] === 1;
  }
}

/**
 * What of a Markdown answer is structure: numbers of lists and headings, footnotes, links to places in a file, code.
 * Code that is no name, and blocks of data, are text, unless `allCode` is asked for; of a block that looks like a
 * program only the larger numbers are.
 */
export function areasOf(text: string, allCode = false): Areas {
  const areas = new Areas(text.length);
  let fence: string | undefined;
  let opened = 0;
  let language = '';
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(at, Math.min(end, at + 200));
    const mark = FENCE.exec(line);
    if (fence !== undefined) {
      if (mark?.[1]?.startsWith(fence)) {
        if (allCode) areas.close(opened, at);
        else if (!isData(language, text.slice(opened, at))) closeProgram(text, opened, at, areas);
        areas.close(at, end);
        fence = undefined;
      }
    } else if (mark?.[1] !== undefined) {
      fence = mark[1];
      language = mark[2]?.toLowerCase() ?? '';
      areas.close(at, end);
      opened = end;
    } else {
      const structure = LIST_NUMBER.exec(line)?.[0] ?? HEADING_NUMBER.exec(line)?.[0];
      if (structure !== undefined) areas.close(at, at + structure.length);
      closeInlineCode(text, at, end, areas, allCode);
    }
    at = end + 1;
  }
  if (fence !== undefined && allCode) areas.close(opened, text.length);
  else if (fence !== undefined && !isData(language, text.slice(opened))) closeProgram(text, opened, text.length, areas);
  for (const pattern of [FOOTNOTE, RELATIVE_LINK])
    for (const match of text.matchAll(pattern)) areas.close(match.index, match.index + match[0].length);
  return areas;
}

/** A block without the signs of a program: most of its lines end as statements do. */
function isData(language: string, block: string): boolean {
  if (!DATA.has(language)) return false;
  if (language !== '') return true;
  return !/(?:[;{]|\)\s*:|=>|^\s*(?:import|from|def|const|let|return|print|for|if)\b.*)\s*$/m.test(
    block.slice(0, 20_000),
  );
}

/** Whether words set as code are a name (a file, a variable, a key), and not something that is told. */
function isName(code: string): boolean {
  if (/\s/.test(code) || !/\p{L}/u.test(code)) return false;
  const [figure] = scanFigures(code);
  return figure === undefined || figure.start > 0 || figure.end < code.length;
}

/** Closes a program but for its larger numbers: what is told in the guise of a program is told all the same. */
function closeProgram(text: string, start: number, end: number, areas: Areas): void {
  let open = start;
  for (const figure of scanFigures(text.slice(start, end))) {
    const from = start + figure.start;
    const to = start + figure.end;
    if (text.slice(from, to).replace(/\D/g, '').length < LARGER_DIGITS) continue;
    areas.close(open, from);
    open = to;
  }
  areas.close(open, end);
}

function closeInlineCode(text: string, start: number, end: number, areas: Areas, all: boolean): void {
  for (let at = text.indexOf('`', start); at !== -1 && at < end; ) {
    let from = at;
    while (text.charAt(from) === '`') from++;
    const ticks = text.slice(at, Math.min(from, at + 20));
    const close = text.indexOf(ticks, from);
    if (close === -1 || close >= end) return;
    const code = text.slice(from, close);
    if (all || isName(code.trim())) areas.close(from, close);
    at = text.indexOf('`', close + ticks.length);
  }
}
