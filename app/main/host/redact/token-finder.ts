import { findKeyArchives, KEY_ARCHIVE } from './key-archives.ts';
import { findPrivateKeys } from './private-keys.ts';
import { LEAD, TOKEN_SHAPES, type TokenShape } from './token-shapes.ts';
import { urlWithPassword } from './url-passwords.ts';
import type { Span } from './value-finder.ts';

interface Known extends TokenShape {
  begins: string;
  sticky: RegExp;
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
const LETTER = /[A-Za-z]/;
const ADDRESS = '://';

const KNOWN = TOKEN_SHAPES.flatMap((shape) =>
  shape.anchor.map((begins): Known => ({ ...shape, begins, sticky: new RegExp(shape.rest, 'y') })),
);
/** What may begin where an anchor stands: its own shapes, and those of an anchor that it begins with. */
const BY_ANCHOR = new Map(
  KNOWN.map(({ begins }) => [begins, KNOWN.filter((known) => begins.startsWith(known.begins))] as const),
);

/** All anchors at once, longer ones first: `sk-ant-api03-` before `sk-`. An address counts only with an `@` in it. */
const ANCHORS = new RegExp(
  [
    ...[...BY_ANCHOR.keys()].sort((one, other) => other.length - one.length).map(literal),
    '://(?=[^\\s/?#]{0,300}@)',
  ].join('|'),
  'g',
);
const PRIVATE_KEY = 'PRIVATE KEY';
const ARCHIVES = [KEY_ARCHIVE, JSON.stringify(KEY_ARCHIVE).slice(1, -1)];

const placeholder = (kind: string): string => `[redacted:${kind.replaceAll(' ', '-')}]`;

/** Whether a look at every place is worth while. May say yes for a text that holds none. */
export function mayHoldTokens(text: string): boolean {
  ANCHORS.lastIndex = 0;
  return ANCHORS.test(text) || text.includes(PRIVATE_KEY) || ARCHIVES.some((begin) => text.includes(begin));
}

/** What begins at an anchor. `deadUntil`: how far a shape is known not to begin, by its run. */
function spanAt(text: string, at: number, anchor: string, deadUntil: Map<Known, number>): Span | undefined {
  for (const known of BY_ANCHOR.get(anchor) ?? []) {
    const { begins, kind, apart, lead, sticky, run } = known;
    if (at < (deadUntil.get(known) ?? 0)) continue;
    if (apart && LETTER.test(text.charAt(at - 1)) && LETTER.test(begins.charAt(0))) continue;
    sticky.lastIndex = at + begins.length;
    const rest = sticky.exec(text);
    if (!rest) {
      if (!run) continue;
      run.lastIndex = at;
      deadUntil.set(known, at + (run.exec(text)?.[0].length ?? 0));
      continue;
    }
    const before = lead?.exec(text.slice(Math.max(0, at - LEAD), at));
    if (lead && !before) continue;
    const start = at - (before?.[0].length ?? 0);
    return { start, end: at + begins.length + rest[0].length, placeholder: placeholder(kind) };
  }
  return undefined;
}

/** The parts of a text that look like a token, a private key or an address with a password in it, in order. */
export function findTokens(text: string): Span[] {
  if (!mayHoldTokens(text)) return [];
  const spans = [...findKeyArchives(text), ...findPrivateKeys(text)].map((found) => ({
    ...found,
    placeholder: placeholder('private key'),
  }));
  const deadUntil = new Map<Known, number>();
  ANCHORS.lastIndex = 0;
  for (let match = ANCHORS.exec(text); match; match = ANCHORS.exec(text)) {
    const at = match.index;
    const address = match[0] === ADDRESS ? urlWithPassword(text, at) : undefined;
    const span = address
      ? { ...address, placeholder: placeholder('address with a password') }
      : spanAt(text, at, match[0], deadUntil);
    if (!span) {
      // A shorter anchor may begin inside this one.
      ANCHORS.lastIndex = at + 1;
      continue;
    }
    spans.push(span);
    ANCHORS.lastIndex = Math.max(span.end, at + 1);
  }
  return spans;
}
