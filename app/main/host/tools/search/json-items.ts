import type { Node } from 'jsonc-parser';
import { jsonTree, nodeAt, stringOf } from '../connectors/json-tree.ts';
import { organizationOf } from '../connectors/organization-of.ts';
import type { FoundItem, FoundItems } from './search-provider.ts';

/** How a provider's JSON reads. */
interface JsonShape {
  /** What the reply says went wrong, in a few words; undefined for a good one. */
  fault?(root: Node): string | undefined;
  /** The list of results; undefined where there is none. */
  list(root: Node): Node | undefined;
  /** Does a reply without the list mean that nothing was found? Else it is malformed. */
  emptyWithout(root: Node): boolean;
  item(node: Node): Pick<FoundItem, 'title' | 'url' | 'snippet'> & { organization?: string };
}

/** A code or type of an error as a reply names it: nothing but a word is repeated, as a reply may hold anything. */
export function plainCode(node: Node | undefined): string {
  const code = node?.type === 'number' ? String(node.value) : (stringOf(node) ?? '');
  return /^[\w.-]{1,60}$/u.test(code) ? code : 'an error';
}

/** Reads the results of a JSON reply, each with its own part of it exactly as it stands there. */
export function readJsonItems(reply: string, shape: JsonShape): FoundItems {
  const root = jsonTree(reply);
  if (root?.type !== 'object') return { ok: false, message: 'its reply is not JSON that can be read' };
  const fault = shape.fault?.(root);
  if (fault !== undefined) return { ok: false, message: fault };
  const list = shape.list(root);
  if (list?.type !== 'array') {
    if (shape.emptyWithout(root)) return { ok: true, items: [] };
    return { ok: false, message: 'its reply holds no list of results' };
  }
  const items = (list.children ?? []).flatMap((node): FoundItem[] => {
    if (node.type !== 'object') return [];
    const item = shape.item(node);
    const raw = { from: node.offset, to: node.offset + node.length };
    return [{ ...item, organization: item.organization ?? organizationOf(item.url), raw }];
  });
  return { ok: true, items };
}

/** The first of these keys of an object that holds a text with something in it. */
export function textAt(node: Node, ...keys: string[]): string {
  for (const key of keys) {
    const text = stringOf(nodeAt(node, key))?.trim();
    if (text) return text;
  }
  return '';
}
