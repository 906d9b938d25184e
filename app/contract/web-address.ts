/**
 * What a parser of addresses would drop, turn or hide: characters that can't be seen, spaces, line ends, backslashes,
 * halves of a character (rule S22).
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\\]/u;

/** A longer one is no address that a person could check. */
const MOST_CHARACTERS = 8192;

/** Why a text can't stand in an address, in words; undefined if it can. Anything it names must be written as `%20` is. */
export function hiddenCharacterFault(text: string): string | undefined {
  const [found] = HIDDEN.exec(text) ?? [];
  if (found === undefined) return undefined;
  const number = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `it holds the character U+${number}, which must not stand in an address as it is`;
}

/**
 * Why a text is no address to ask for, in words; undefined where nothing of the text itself speaks against it. Looks at
 * the text, because a parser drops an empty user, tabs and line ends and reads a backslash as a slash (rules S2, S3, S22;
 * rows A6.12, A6.13, A6.21). What it lets through must still be parsed, and the parsed form be judged. The words never
 * hold any of the text (row A6.22).
 */
export function addressTextFault(text: string): string | undefined {
  if (text.trim() === '') return 'it is empty';
  if (text.length > MOST_CHARACTERS) return `it is longer than ${MOST_CHARACTERS} characters`;
  const hidden = hiddenCharacterFault(text);
  if (hidden !== undefined) return hidden;
  const [, scheme, slashes = '', authority = ''] = /^([a-z][a-z0-9+.-]*):(\/*)([^/?#]*)/i.exec(text) ?? [];
  if (scheme === undefined) return 'it does not begin with http:// or https://';
  if (!/^https?$/i.test(scheme)) return 'it begins with something other than http: or https:';
  if (slashes !== '//' || authority === '') return 'it names no host after http:// or https://';
  if (authority.includes('@')) return 'it holds a name or a password before the host';
  return undefined;
}
