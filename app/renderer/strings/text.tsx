import { Fragment, type ReactNode } from 'react';
import { formatEntry, formatNumber } from './format.ts';
import type { PlacesOf } from './message.ts';
import { type MessageKey, wordsOf } from './translate.ts';

type Catalogue = typeof import('./en.ts').en;

/** A sentence of the catalogue with elements in its places, so that word order stays the translation's. */
export function Text<Key extends MessageKey>({
  of,
  with: places,
}: {
  of: Key;
  with: PlacesOf<Catalogue[Key], ReactNode>;
}): ReactNode {
  const values: ReadonlyMap<string, ReactNode> = new Map(Object.entries(places));
  const count = values.get('count');
  return wordsOf(of, typeof count === 'number' ? count : undefined)
    .split(/(\{\w+\})/)
    .map((part, index) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      const value = name === undefined ? part : values.get(name);
      const text = typeof value === 'number' ? (name === 'seq' ? formatEntry(value) : formatNumber(value)) : value;
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      return <Fragment key={index}>{text}</Fragment>;
    });
}
