import { areasOf } from './answer-areas.ts';

/** A citation that stood in a text: its ids, and where in the text without tokens. */
export interface PlacedCitation {
  at: number;
  ids: string[];
}

const TOKEN = /^\[\s*[FC]\d{1,6}(?:\s*[,;&]\s*[FC]\d{1,6})*\s*\]$/;
const LONGEST = 120;
/** How far before a token the figure may stand that it is for. */
const NEAR = 40;

/**
 * Takes the tokens of citations (`[F2]`, `[F2, C5]`) out of a text: those with a known id wherever they stand, and those
 * that look like one after a figure. Code and links stay as they are, and so do other brackets. Linear in the text.
 */
export function takeCitations(
  text: string,
  isKnown: (id: string) => boolean,
): { text: string; citations: PlacedCitation[] } {
  if (!text.includes('[')) return { text, citations: [] };
  const areas = areasOf(text, true);
  const citations: PlacedCitation[] = [];
  const kept: string[] = [];
  let opened = -1;
  const stack: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    kept.push(character);
    if (character === '[' && !areas.isClosed(at)) {
      stack.push(kept.length - 1);
      continue;
    }
    if (character !== ']' || areas.isClosed(at)) continue;
    opened = stack.pop() ?? -1;
    if (opened === -1 || kept.length - opened > LONGEST || text.charAt(at + 1) === '(') continue;
    const token = kept.slice(opened).join('');
    if (!TOKEN.test(token)) continue;
    const ids = token.match(/[FC]\d+/g) ?? [];
    const before = kept.slice(Math.max(0, opened - NEAR), opened).join('');
    if (!ids.some(isKnown) && !followsFigure(before)) continue;
    kept.length = opened;
    // The space before a token goes with it, unless it is all that divides two words.
    while (/[ \t\u00a0]/.test(kept.at(-1) ?? '') && !/^[\p{L}\p{N}(]/u.test(text.charAt(at + 1))) kept.pop();
    citations.push({ at: kept.length, ids });
  }
  return { text: kept.join(''), citations };
}

/** A digit or the end of a quotation in the same sentence. */
function followsFigure(before: string): boolean {
  const sentence = before.replace(/^[\s\S]*(?:[.!?]\s|\n)/, '');
  return /[\p{Nd}”»"]/u.test(sentence);
}
