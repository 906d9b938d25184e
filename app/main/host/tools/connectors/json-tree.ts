import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import { jsonDepth } from '../../models/strict-json.ts';

/** JSON nested deeper is not looked into: the parser calls itself at each level. */
const DEEPEST = 200;

/** JSON text with the place of each value in it, in UTF-16 units; undefined for what is no JSON, or nested too deep. */
export function jsonTree(text: string): Node | undefined {
  if (jsonDepth(text) > DEEPEST) return undefined;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  return errors.length === 0 ? root : undefined;
}

/** The value of a key of an object; none of a key that stands twice: which of its values is meant nobody can tell. */
export function childOf(node: Node | undefined, key: string): Node | undefined {
  if (node?.type !== 'object') return undefined;
  const found = (node.children ?? []).filter((property) => property.children?.[0]?.value === key);
  return found.length === 1 ? found[0]?.children?.[1] : undefined;
}

/** The value at a row of keys. */
export function nodeAt(root: Node | undefined, ...keys: string[]): Node | undefined {
  return keys.reduce<Node | undefined>(childOf, root);
}

/** The text of a string; undefined for any other value. */
export function stringOf(node: Node | undefined): string | undefined {
  return node?.type === 'string' ? String(node.value) : undefined;
}
