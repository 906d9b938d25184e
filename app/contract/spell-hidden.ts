/** A character by its number: `<U+001B>`. */
export const spelled = (character: string): string =>
  `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`;

/** Control and format characters, separators of lines, and the selectors that can carry text of their own. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\p{Variation_Selector}/gu;
/** Those that belong to plain text: they move nothing but the word that they stand in, and signs that can be seen. */
const PLAIN = /[\n\t\u00AD\u061C\u200E\u200F\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/u;
/** Letters of scripts whose words are written with joiners and non-joiners. */
const JOINING =
  /[\p{Script=Arab}\p{Script=Beng}\p{Script=Deva}\p{Script=Gujr}\p{Script=Guru}\p{Script=Khmr}\p{Script=Knda}\p{Script=Mlym}\p{Script=Mong}\p{Script=Mymr}\p{Script=Orya}\p{Script=Sinh}\p{Script=Syrc}\p{Script=Taml}\p{Script=Telu}]/u;
const PICTURE = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F/u;

const isSelector = (character: string): boolean => /\p{Variation_Selector}/u.test(character);

/** Does this character do what it is made for, between these two? */
function isAtHome(character: string, before: string, after: string): boolean {
  if (PLAIN.test(character)) return true;
  if (character === '\r') return after === '\n';
  if (isSelector(character)) return before !== '' && !isSelector(before) && !/\s/u.test(before);
  if (character === '\u200C') return JOINING.test(before) && JOINING.test(after);
  if (character !== '\u200D') return false;
  return JOINING.test(before) || (PICTURE.test(before) && /\p{Extended_Pictographic}/u.test(after));
}

const lastOf = (text: string): string => Array.from(text.slice(-2)).at(-1) ?? '';
const firstOf = (text: string): string => Array.from(text.slice(0, 2))[0] ?? '';

/**
 * A text of somebody else with whatever a terminal or a reader would obey and not show spelled out: control characters
 * but new lines and tabs, what turns the direction of a line, tags and other characters without a form. Joiners and
 * selectors stay where their script or picture needs them. Spelling twice is the same as once.
 */
export function spellHidden(text: string): string {
  return text.replace(HIDDEN, (character, at: number) => {
    const before = lastOf(text.slice(Math.max(0, at - 2), at));
    const after = firstOf(text.slice(at + character.length, at + character.length + 2));
    return isAtHome(character, before, after) ? character : spelled(character);
  });
}
