/** A stretch of text as it is, or a mark for characters that the eye would miss or misread. */
export type Span =
  | { type: 'text'; text: string }
  | { type: 'spaces'; count: number }
  | { type: 'blank-lines'; count: number }
  | { type: 'odd'; text: string; code: string };

/**
 * Characters that hide or turn what is written: controls, bidi, zero width, odd spaces, tags, variation selectors,
 * private use, unassigned and lone surrogates (row H3). Tab, line break and one space are ordinary; a run of eight
 * spaces or of four line breaks is not.
 */
const unusual = /(?![\t\n ]|\r\n)[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]| {8,}|(?:\r?\n){4,}/gu;

function codeOf(text: string): string {
  return `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Splits exact text into what can be read as it stands and what must be spelled out. Nothing is lost or changed.
 * `padding`: also runs of spaces and empty lines, as where a person decides on the bytes.
 */
export function spellOut(text: string, padding = true): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(unusual)) {
    const found = match[0];
    const pads = found.startsWith('  ') || /^\r?\n\r?\n/.test(found);
    if (pads && !padding) continue;
    if (match.index > from) spans.push({ type: 'text', text: text.slice(from, match.index) });
    if (found.startsWith('  ')) spans.push({ type: 'spaces', count: found.length });
    else if (/^\r?\n\r?\n/.test(found)) {
      spans.push({ type: 'blank-lines', count: (found.match(/\n/g)?.length ?? 1) - 1 });
    } else spans.push({ type: 'odd', text: found, code: codeOf(found) });
    from = match.index + found.length;
  }
  if (from < text.length) spans.push({ type: 'text', text: text.slice(from) });
  return spans;
}

/** Whether a letter of one script stands inside a word of another (Latin with Cyrillic or Greek): row H3, look-alikes. */
export function mixedScriptWords(text: string): string[] {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  return [
    ...new Set(
      words.filter((word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)),
    ),
  ];
}
