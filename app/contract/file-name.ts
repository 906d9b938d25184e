/**
 * What may be one segment of a path (rows P7, P9, P21). The rules are the same on every operating system, because a
 * folder may be synced to another one. Each returns the reason for a refusal, or nothing.
 */

/** Why a name or a path text is refused: the row of the rules, and a sentence a person can read. */
export interface NameRefusal {
  row: string;
  reason: string;
}

/** The longest name of one file that common file systems take, in bytes of UTF-8. */
const LONGEST_NAME_BYTES = 255;

/** Lone halves of a character pair: no file system stores them faithfully. */
const LONE_SURROGATE = /\p{Surrogate}/u;
/** Characters that change the direction of the text around them, so that a shown path differs from the real one. */
const BIDI_CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Line ends and other controls, the Unicode line separators included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are what is looked for
const CONTROL = /[\u0001-\u001f\u007f-\u009f\u2028\u2029]/u;
/** Windows devices, whatever follows the first dot; the superscript digits count as digits there. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/iu;
/** The short 8.3 alias that Windows gives a long name. */
const SHORT_NAME = /^[^.]{1,6}~[0-9]{1,6}(?:\.[^.]{0,3})?$/u;

/**
 * The length of a text in bytes of UTF-8.
 * @param text any well-formed text
 * @returns the number of bytes
 */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/**
 * Refuses characters that no path may hold (P7): NUL, controls, lone surrogates, direction overrides.
 * @param text a whole path or one name
 * @returns the refusal, or nothing
 */
export function refuseCharacters(text: string): NameRefusal | undefined {
  if (text.includes('\0')) return { row: 'P7', reason: 'the path holds a NUL character' };
  if (LONE_SURROGATE.test(text)) return { row: 'P7', reason: 'the path holds half of a character pair' };
  if (BIDI_CONTROL.test(text)) return { row: 'P7', reason: 'the path holds a character that turns the text direction' };
  if (CONTROL.test(text)) return { row: 'P7', reason: 'the path holds a line break or another control character' };
  return undefined;
}

/**
 * Refuses names that mean something other than themselves on Windows (P9), and names too long to be stored (P21).
 * @param name one segment, neither `.` nor `..`
 * @returns the refusal, or nothing
 */
export function refuseName(name: string): NameRefusal | undefined {
  if (name.includes('\\')) return { row: 'A8.14', reason: 'a backslash is not a path separator here' };
  if (name.includes(':')) return { row: 'P9', reason: 'a colon names a drive or a hidden stream on Windows' };
  if (/[. ]$/u.test(name))
    return { row: 'P9', reason: 'a name that ends in a dot or a space is another name on Windows' };
  const stem = name.split('.', 1)[0]?.trimEnd() ?? '';
  if (DEVICE_NAME.test(stem)) return { row: 'P9', reason: `"${stem}" is a device on Windows, not a file` };
  if (SHORT_NAME.test(name)) return { row: 'P9', reason: 'the name looks like a short alias of a longer Windows name' };
  if (utf8Length(name) > LONGEST_NAME_BYTES) {
    return { row: 'P21', reason: `a name may be at most ${LONGEST_NAME_BYTES} bytes long` };
  }
  return undefined;
}
