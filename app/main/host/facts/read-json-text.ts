import type { Node } from 'jsonc-parser';
import type { PayloadJson } from './payload-places.ts';
import { type PlacedText, PlacedTextBuilder, type RawText } from './placed-text.ts';

const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/gs;

/**
 * What a reader gets of JSON as a text: keys as words without their figures, and the values, of strings what they say.
 * A value under a key that stands twice is left out.
 */
export function readJsonText(source: RawText, json: PayloadJson): PlacedText {
  const builder = new PlacedTextBuilder(source);
  // The tree counts from behind a mark of byte order.
  const shift = source.raw.length - json.text.length;
  const addString = (node: Node): void => {
    const end = shift + node.offset + node.length - 1;
    let at = shift + node.offset + 1;
    for (const match of source.raw.slice(at, end).matchAll(ESCAPE)) {
      const start = shift + node.offset + 1 + match.index;
      builder.copy(at, start);
      at = start + match[0].length;
      builder.add(String(JSON.parse(`"${match[0]}"`)), start, at);
    }
    builder.copy(at, end);
  };
  const left: (Node | string)[] = [json.root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (typeof node === 'string') builder.gap(node);
    else if (node.type === 'object') {
      const twice = keysTwice(node);
      for (const property of (node.children ?? []).toReversed()) {
        const [key, value] = property.children ?? [];
        if (!key || !value || twice.has(String(key.value))) continue;
        left.push('\n', value, `${String(key.value).replace(/\p{N}/gu, ' ')}: `);
      }
    } else if (node.type === 'array') for (const child of (node.children ?? []).toReversed()) left.push('\n', child);
    else if (node.type === 'string') addString(node);
    else if (node.type !== 'null') builder.copy(shift + node.offset, shift + node.offset + node.length);
  }
  return builder.end();
}

/** The keys of an object that stand there more than once. */
export function keysTwice(object: Node): Set<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const property of object.children ?? []) {
    const key = String(property.children?.[0]?.value);
    if (seen.has(key)) twice.add(key);
    seen.add(key);
  }
  return twice;
}
