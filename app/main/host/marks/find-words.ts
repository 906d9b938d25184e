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
    return done <= MOST_WORK && parts.every((part) => whole.includes(part));
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
    return parts.every((part) => whole.includes(part));
  })
    ? { kind: 'given' }
    : undefined;
}

function placeIn(piece: Piece, part: string, ground: Ground): Pick<Standing, 'at'> {
  const start = piece.text.indexOf(part);
  if (start === -1) return piece.place ? { at: piece.place } : {};
  const hit = { piece, start, end: start + part.length, unit: undefined, decimal: undefined, value: Number.NaN };
  const at = placeOfHit(hit, ground.factById.get(piece.owner)?.bytes);
  return at ? { at } : {};
}

/** An address that a fact is from, or that stands in a payload, a file or the person's words. */
export function findUrl(url: string, ground: Ground, owner?: string): Standing | undefined {
  const wanted = hrefOf(url);
  for (const { fact, bytes } of ground.sources.facts)
    if (
      bytes &&
      (owner === undefined || fact.id === owner) &&
      fact.sources.some((source) => hrefOf(source.url) === wanted)
    )
      return { kind: 'fact', fact: fact.id };
  for (const piece of ground.factTexts) {
    if (owner !== undefined && piece.owner !== owner) continue;
    if (standsWhole(piece.text, url)) return { kind: 'fact', fact: piece.owner, ...placeIn(piece, url, ground) };
    const link = piece.placed?.links.find((each) => each.url === wanted);
    if (link) return { kind: 'fact', fact: piece.owner, at: { from: link.from, to: link.to } };
  }
  for (const call of ground.sources.calls)
    if (
      call.ok &&
      call.kind === 'files' &&
      (owner === undefined || call.short === owner) &&
      standsWhole(call.text, url) &&
      !ground.calls.isWritten(call, [url])
    )
      return { kind: 'computed', call: call.id };
  if (owner === undefined && ground.sources.given.some((text) => standsWhole(text, url))) return { kind: 'given' };
  return undefined;
}

/** The address stands there, and not as the beginning of a longer one. */
function standsWhole(text: string, url: string): boolean {
  for (let at = text.indexOf(url); at !== -1; at = text.indexOf(url, at + 1))
    if (!/[\w/?#&=%~-]/.test(text.charAt(at + url.length)) || url.endsWith('/')) return true;
  return false;
}

function hrefOf(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url;
}
