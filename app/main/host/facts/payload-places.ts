import { type Node, parseTree } from 'jsonc-parser';
import type { FactPlace } from '#contract/fact';
import { jsonDepth } from '../models/strict-json.ts';

/** JSON nested deeper has no places: the parser calls itself at each level (rule R8). */
const DEEPEST = 500;

/** A place that is there: its bytes, and the value as text: what a string says, JSON as written, or the text of a range. */
export interface FoundPlace {
  from: number;
  to: number;
  value: string;
}

/** The value of a key; none of a key that is there twice: which of its values is meant nobody can tell. */
function childAt(node: Node, step: string): Node | undefined {
  const children = node.children ?? [];
  if (node.type === 'array') return /^(0|[1-9]\d*)$/.test(step) ? children[Number(step)] : undefined;
  if (node.type !== 'object') return undefined;
  const found = children.filter((property) => property.children?.[0]?.value === step);
  return found.length === 1 ? found[0]?.children?.[1] : undefined;
}

/** The value at a row of keys; undefined where there is none, or where one of the keys stands twice. */
export function nodeAtKeys(root: Node | undefined, keys: readonly string[]): Node | undefined {
  let node = root;
  for (const key of keys) node = node && childAt(node, key);
  return node;
}

/**
 * The places of one payload. A pointer (RFC 6901) is looked up in bytes that are strictly JSON in UTF-8; a range must lie
 * inside and not be empty.
 */
export class PayloadPlaces {
  readonly #bytes: Uint8Array;
  #json: PayloadJson | undefined | 'unread' = 'unread';

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** The place, or undefined where the payload has none such. */
  find(at: FactPlace): FoundPlace | undefined {
    if ('pointer' in at) return this.#pointed(at.pointer);
    const { from, to } = at;
    const inside = Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= this.#bytes.length;
    return inside ? { from, to, value: new TextDecoder().decode(this.#bytes.subarray(from, to)) } : undefined;
  }

  #pointed(pointer: string): FoundPlace | undefined {
    const json = this.#read();
    if (!json || (pointer !== '' && !pointer.startsWith('/'))) return undefined;
    const steps = pointer.split('/').slice(1);
    if (steps.some((step) => /~(?![01])/.test(step))) return undefined;
    const keys = steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const node = nodeAtKeys(json.root, keys);
    if (!node) return undefined;
    const raw = json.text.slice(node.offset, node.offset + node.length);
    const from = json.offset + Buffer.byteLength(json.text.slice(0, node.offset));
    return {
      from,
      to: from + Buffer.byteLength(raw),
      value: node.type === 'string' ? String(node.value) : raw,
    };
  }

  /** The payload as JSON, once. */
  #read(): PayloadJson | undefined {
    if (this.#json === 'unread') this.#json = readJson(this.#bytes);
    return this.#json;
  }
}

/** A payload as JSON: its text, the tree with places in it, and the bytes before it (a mark of byte order). */
export interface PayloadJson {
  text: string;
  root: Node;
  offset: number;
}

/** Reads bytes that are strictly JSON in UTF-8, nested no deeper than can be read; undefined for others. */
export function readJson(bytes: Uint8Array): PayloadJson | undefined {
  let text: string;
  const offset = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes.subarray(offset));
    JSON.parse(text);
  } catch {
    // Bytes that are no UTF-8 or no JSON: they have no pointers.
    return undefined;
  }
  const root = jsonDepth(text) <= DEEPEST ? parseTree(text) : undefined;
  return root && { text, root, offset };
}
