import type { Piece } from './figure-index.ts';
import { foldQuotation } from './fold-text.ts';
import type { Ground, Standing } from './ground.ts';
import { placeOfHit } from './place-of-hit.ts';

/** So many characters are compared for the quotations of one answer; what is over stays without ground. */
const MOST_WORK = 256 << 20;

const folded = new WeakMap<object, string>();
const work = new WeakMap<Ground, number>();

function foldedOf(owner: object, text: string): string {
  let known = folded.get(owner);
  if (known === undefined) {
    known = foldQuotation(text);
    folded.set(owner, known);
  }
  return known;
}

/** Where words that were quoted stand as they are, white space and the form of quotation marks aside. */
export function findQuotation(quote: string, ground: Ground, owner?: string): Standing | undefined {
  const parts = foldQuotation(quote)
    .split(/\s*(?:…|\[\s*…\s*\]|\[\.\.\.\]|\.\.\.)\s*/)
    .map((part) => part.replace(/^[,;:\s]+|[.,;:!?\s]+$/g, ''))
    .filter((part) => part !== '');
  if (parts.length === 0) return undefined;
  const holds = (owned: object, text: string): boolean => {
    const whole = foldedOf(owned, text);
    const done = (work.get(ground) ?? 0) + whole.length;
    work.set(ground, done);
    return done <= MOST_WORK && parts.every((part) => holdsWords(whole, part));
  };
  for (const piece of ground.factTexts)
    if ((owner === undefined || piece.owner === owner) && holds(piece, piece.text))
      return { kind: 'fact', fact: piece.owner, ...placeIn(piece, parts[0] ?? '', ground) };
  for (const call of ground.sources.calls) {
    if (!call.ok || call.kind !== 'files' || (owner !== undefined && call.short !== owner)) continue;
    if (holds(call, call.text) && !ground.calls.isWritten(call, parts)) return { kind: 'computed', call: call.id };
  }
  if (owner !== undefined) return undefined;
  return ground.sources.given.some((text) => {
    const whole = foldQuotation(text);
    return parts.every((part) => holdsWords(whole, part));
  })
    ? { kind: 'given' }
    : undefined;
}

/** Words stand there, the case of their first letter aside: it changes with the sentence that quotes them. */
function holdsWords(text: string, words: string): boolean {
  return text.includes(words) || text.includes(otherCase(words));
}

function otherCase(words: string): string {
  const letter = words.charAt(0);
  return (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()) + words.slice(1);
}

function placeIn(piece: Piece, part: string, ground: Ground): Pick<Standing, 'at'> {
  const start = Math.max(piece.text.indexOf(part), piece.text.indexOf(otherCase(part)));
  if (start === -1) return piece.place ? { at: piece.place } : {};
  const hit = { piece, start, end: start + part.length, unit: undefined, decimal: undefined, value: Number.NaN };
  const at = placeOfHit(hit, ground.factById.get(piece.owner)?.bytes);
  return at ? { at } : {};
}

/** An address that a fact is from, or that stands in a payload, a file or the person's words. */
export function findUrl(url: string, ground: Ground, owner?: string): Standing | undefined {
  const wanted = hrefOf(url);
  const stated = url.replace(/#.*$/, '').replace(/(?<!\/)\/$/, '');
  for (const { fact, bytes } of ground.sources.facts)
    if (
      bytes &&
      (owner === undefined || fact.id === owner) &&
      fact.sources.some((source) => isSame(hrefOf(source.url), wanted))
    )
      return { kind: 'fact', fact: fact.id };
  for (const piece of ground.factTexts) {
    if (owner !== undefined && piece.owner !== owner) continue;
    if (standsWhole(piece.text, stated)) return { kind: 'fact', fact: piece.owner, ...placeIn(piece, stated, ground) };
    const link = piece.placed?.links.find((each) => each.url === wanted);
    if (link) return { kind: 'fact', fact: piece.owner, at: { from: link.from, to: link.to } };
  }
  for (const call of ground.sources.calls)
    if (
      call.ok &&
      call.kind === 'files' &&
      (owner === undefined || call.short === owner) &&
      standsWhole(call.text, stated) &&
      !ground.calls.isWritten(call, [stated])
    )
      return { kind: 'computed', call: call.id };
  if (owner === undefined && ground.sources.given.some((text) => standsWhole(text, stated))) return { kind: 'given' };
  return undefined;
}

/** An address without a scheme is that of either. */
function isSame(source: string, wanted: string): boolean {
  if (source === wanted) return true;
  const bare = (href: string): string => href.replace(/^https?:\/\//, '');
  return !/^(?!http:\/\/www\.)[a-z]+:\/\//i.test(wanted) && bare(source).toLowerCase() === bare(wanted).toLowerCase();
}

/** The address stands there, the case of its host aside, and not as the beginning or end of a longer one. */
function standsWhole(text: string, url: string): boolean {
  const host = /^(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*/i.exec(url)?.[0].length ?? 0;
  const rest = url.slice(host);
  const wanted = url.toLowerCase();
  const folded = foldedCase(text);
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1)) {
    const end = at + url.length;
    if (text.slice(at + host, end) !== rest) continue;
    if (/[\w@.-]/.test(text.charAt(at - 1)) && !/^www\.$/i.test(text.slice(at - 4, at))) continue;
    // A slash, a fragment or the end of the sentence goes with it.
    const tail = /^(?:\/?#[^\s"<>]*|\/)?/.exec(text.slice(end, end + 200))?.[0].length ?? 0;
    if (!/^(?:[\w/?&=%~@-]|[.:+]\w)/.test(text.slice(end + tail, end + tail + 2))) return true;
  }
  return false;
}

const cases = new Map<string, string>();

/** Without case, unit for unit. */
function foldedCase(text: string): string {
  const known = cases.get(text);
  if (known !== undefined) return known;
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (cases.size > 200) cases.clear();
  cases.set(text, same);
  return same;
}

/** An address as addresses are compared: its host without case, no fragment, no slash at its end. */
function hrefOf(url: string): string {
  const whole = /^www\./i.test(url) ? `http://${url}` : url;
  if (!URL.canParse(whole)) return url;
  const parsed = new URL(whole);
  parsed.hash = '';
  return parsed.href.replace(/\/$/, '');
}
