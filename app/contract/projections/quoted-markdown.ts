/** A footnote that would be taken for one of ours, wherever it stands: a definition, or a reference. */
const LIKE_OURS = /(?<!\\)((?:\\\\)*)\[\^(?=(?:f\d+|c\d+|n\d+|you)\]|[^\]\n]*\]:)/gi;

/** A text of others on one line, as words and nothing else. */
export function words(text: string): string {
  return text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|~^!$&]/g, '\\$&');
}

/** A text of others as code on one line. */
export function code(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** A text of others as lines of code, in a fence longer than any inside. */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** Something of the document's own that is put into a text of others, behind its first `at` characters. */
export interface Insert {
  at: number;
  text: string;
}

interface Line {
  from: number;
  text: string;
}

/**
 * A Markdown text of others as a block quote that nothing gets out of: no heading, footnote, link, image or HTML in it,
 * and a fence ends where it ends. Emphasis, lists, tables and code stay. Each line is made safe by itself, and what is
 * taken for code is written so that it can't be read as anything else: what is not sure to be code is escaped.
 */
export function quoted(text: string, inserts: readonly Insert[] = []): string {
  const lines = linesOf(text);
  const tables = lines.some((line) => /^[\s>|:\-*+\d.)]*-[\s>|:-]*$/.test(line.text));
  const waiting = [...inserts].sort((one, other) => one.at - other.at);
  const result: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as Line;
    const opened = /^ {0,3}(?:(`{3,})([^`]*)|(~{3,})(.*))$/s.exec(line.text);
    if (!opened) {
      result.push(quotedLine(line, waiting, tables));
      continue;
    }
    const fence = opened[1] ?? opened[3] ?? '';
    const closes = new RegExp(`^ {0,3}${fence[0]}{${fence.length},}\\s*$`);
    let end = at + 1;
    while (end < lines.length && !closes.test(lines[end]?.text ?? '')) end += 1;
    const inside = lines.slice(at + 1, end).map((each) => each.text.replace(LIKE_OURS, '$1\\[^'));
    const language = /^[\w+#.-]{0,30}/.exec((opened[2] ?? opened[4] ?? '').trim())?.[0] ?? '';
    const past = lines[end] ?? lines.at(-1) ?? line;
    const below = takeUpTo(waiting, past.from + past.text.length);
    result.push(
      '',
      ...fenced(`${inside.join('\n')}\n`, language).split('\n'),
      '',
      ...(below === '' ? [] : [below, '']),
    );
    at = end;
  }
  return result.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n');
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const end of text.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ from, text: text.slice(from, end.index) });
    from = end.index + end[0].length;
  }
  lines.push({ from, text: text.slice(from) });
  return lines;
}

/** Code begins at the beginning of a word, or near to it. */
const LONGEST_BEFORE = 100;

/** What is waiting up to a place, once each. */
function takeUpTo(waiting: Insert[], place: number): string {
  const taken = new Set<string>();
  while (waiting[0] && waiting[0].at <= place) taken.add(waiting.shift()?.text ?? '');
  return [...taken].join('');
}

/** One line outside of fences. */
function quotedLine({ from, text }: Line, waiting: Insert[], tables: boolean): string {
  let result = '';
  let at = 0;
  const insert = (): void => {
    const references = takeUpTo(waiting, from + at);
    if (references === '') return;
    // Neither part of an address before it, nor read together with what stands before or after it.
    const before = /[\\!]$/.test(result) || inAddress(text, at) ? ' ' : '';
    result += before + references + (/^[([:]/.test(text.slice(at)) ? ' ' : '');
  };
  // A line of nothing but these would make the one above it a heading.
  const under = /^[\s>]*(?:=+|-+)\s*$/.test(text) ? /[=-]/.exec(text)?.index : undefined;
  while (at < text.length) {
    const [written, length] = next(text, at, tables);
    result += at === under ? `\\${written}` : written;
    at += length;
    if (waiting[0] && waiting[0].at <= from + at && !inAddress(text, at, true)) insert();
  }
  insert();
  return result;
}

/** What is written for the text at a place, and how many of its characters that is for. */
function next(text: string, at: number, tables: boolean): [written: string, length: number] {
  const char = text[at] ?? '';
  switch (char) {
    case '\\': {
      const escaped = text[at + 1] ?? '';
      if (escaped === '<') return ['&lt;', 2];
      return /[!-/:-@[-`{-~]/.test(escaped) ? [char + escaped, 2] : [char, 1];
    }
    case '<':
      return ['&lt;', 1];
    case '[':
      return ['\\[', 1];
    case '!':
      return [text[at + 1] === '[' ? '\\!' : '!', 1];
    case '#':
      return [
        !/[\p{L}\p{N}#]$/u.test(text.slice(Math.max(0, at - 2), at)) && /^#+(?:\s|$)/.test(text.slice(at))
          ? '\\#'
          : '#',
        1,
      ];
    case '`': {
      const ticks = /^`+/.exec(text.slice(at))?.[0] ?? char;
      const span = spanAt(text, at, ticks, tables);
      if (span === undefined) return [ticks.replaceAll('`', '\\`'), ticks.length];
      return [span.replace(LIKE_OURS, '$1\\[^'), span.length];
    }
    default:
      return [char, 1];
  }
}

/** The code on a line that begins at a place, where no reader can take it for anything else. */
function spanAt(text: string, at: number, ticks: string, tables: boolean): string | undefined {
  const before = text.slice(Math.max(0, at - LONGEST_BEFORE), at);
  const word = before.slice(before.search(/[^ \t]*$/));
  if (word.length >= LONGEST_BEFORE || /`$|[:.@/\\]/.test(word)) return undefined;
  const closing = new RegExp(`(?<!\`)${ticks}(?!\`)`, 'g');
  closing.lastIndex = at + ticks.length;
  const end = closing.exec(text);
  if (!end) return undefined;
  const span = text.slice(at, end.index + ticks.length);
  // In a table, a bar ends the cell, even within code.
  return tables && span.includes('|') ? undefined : span;
}

/** Whether the place is behind the beginning of an address that is made a link; `open`: and that goes on there. */
function inAddress(text: string, at: number, open = false): boolean {
  const begun = /(?:https?:\/\/|www\.)[^ \t<>)\]]*$/i.test(text.slice(Math.max(0, at - 2000), at));
  return begun && (!open || /^[^ \t<>)\]]/.test(text.slice(at)));
}
