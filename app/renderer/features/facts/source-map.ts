/** A reference to a character, as Markdown reads it: `&amp;`, `&#8239;`, `&#x202f;`. */
const REFERENCE = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});/y;

function referenceAt(source: string, at: number): string | undefined {
  REFERENCE.lastIndex = at;
  return REFERENCE.exec(source)?.[0];
}

/**
 * Where each UTF-16 unit of a text that was drawn stands in the Markdown it was read from: between the two are escapes,
 * references, delimiters and the marks at the beginning of lines, which are not drawn. Takes the drawn text, the source and the
 * part of it that the text came from. Undefined where the one can't have come from the other.
 */
export function sourceOffsets(text: string, source: string, start: number, end: number): number[] | undefined {
  const offsets: number[] = [];
  let at = start;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text[index];
    for (;;) {
      if (at >= end) return undefined;
      const reference = source[at] === '&' ? referenceAt(source, at) : undefined;
      if (reference !== undefined && !text.startsWith(reference, index)) {
        offsets.push(at);
        // A character beyond the first plane is two units of the text, and both came from here.
        if (/[\uD800-\uDBFF]/.test(unit ?? '') && index + 1 < text.length) {
          index += 1;
          offsets.push(at);
        }
        at += reference.length;
        break;
      }
      if (source[at] === unit) {
        offsets.push(at);
        at += 1;
        break;
      }
      at += 1;
    }
  }
  return offsets;
}
