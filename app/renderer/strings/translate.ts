import { en } from './en.ts';
import { formatEntry, formatNumber } from './format.ts';
import { wordLanguage } from './locale.ts';
import type { ArgumentsOf, Message } from './message.ts';

type Catalogue = typeof en;
/** Every key of the catalogue; a key that does not exist does not compile. */
export type MessageKey = keyof Catalogue;

/** A key whose text has no places: what a table of labels may hold. */
export type PlainKey = {
  [Key in MessageKey]: ArgumentsOf<Catalogue[Key], string> extends [] ? Key : never;
}[MessageKey];

const plurals = new Intl.PluralRules(wordLanguage);

/** The words of a key, before its places are filled: the plural form is chosen by `count`. */
export function wordsOf(key: MessageKey, count: number | undefined): string {
  const message: Message = en[key];
  if (typeof message === 'string') return message;
  return message[plurals.select(count ?? 0)] ?? message.other;
}

/**
 * The text of `key` in the person's language, its places filled. Numbers are written in the person's locale, but for
 * `seq`: that of an entry is its name.
 * Takes the key and, where the text has places, one value for each; a missing or foreign place does not compile.
 */
export function t<Key extends MessageKey>(key: Key, ...rest: ArgumentsOf<Catalogue[Key], string | number>): string {
  const places: ReadonlyMap<string, string | number> = new Map(Object.entries(rest[0] ?? {}));
  const count = places.get('count');
  return wordsOf(key, typeof count === 'number' ? count : undefined).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = places.get(name);
    return value === undefined
      ? whole
      : typeof value === 'number'
        ? name === 'seq'
          ? formatEntry(value)
          : formatNumber(value)
        : value;
  });
}
