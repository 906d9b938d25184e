import type { Json, JsonSchema } from '#contract/ids';

/** `$ref`s followed in a row for one value (row A1.30). */
const MOST_REFS_DEEP = 32;
/** `$ref`s that one value may be checked against, all branches together (row A1.30). */
const MOST_REFS = 256;
/** Subschemas in all. */
const MOST_SUBSCHEMAS = 10_000;

/** Keywords whose subschemas judge the same value. */
const SAME_VALUE = ['not', 'if', 'then', 'else'] as const;
const SAME_VALUE_LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
/** Keywords whose subschemas judge a part of it. */
const PART = [
  'items',
  'contains',
  'additionalProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const PART_LISTS = ['prefixItems'] as const;
const PART_MAPS = ['properties', 'patternProperties', '$defs', 'definitions'] as const;
/** References that lead elsewhere than to a place in the same schema, or move what `#` means. */
const REFUSED = ['$dynamicRef', '$recursiveRef', '$dynamicAnchor', '$recursiveAnchor', '$anchor'];

/**
 * What a look at a schema found: why it can't be used; or the subschemas with a `$ref`, whether it refers to itself, and
 * whether it compares the items of an array with one another.
 */
export type SchemaRefs =
  | { ok: true; referring: ReadonlySet<Json>; recursive: boolean; unique: boolean }
  | { ok: false; message: string };

/** A schema object, and the objects it leads to: for the same value, for parts of it, by `$ref`. */
interface Node {
  same: JsonSchema[];
  parts: JsonSchema[];
  ref: JsonSchema | undefined;
}

class Refusal extends Error {}

/**
 * Looks at a schema before it is compiled (row A1.30): every `$ref` is local and leads to a schema; none leads back to
 * itself without going into a part of the value, which would never end; none multiplies without bound. Nothing is ever
 * fetched (row A1.29).
 */
export function checkSchemaRefs(schema: JsonSchema): SchemaRefs {
  try {
    const nodes = collect(schema);
    countRefs(nodes);
    const all = [...nodes.keys()];
    return {
      ok: true,
      referring: new Set(all.filter((each) => nodes.get(each)?.ref !== undefined)),
      recursive: hasCycle(nodes),
      unique: all.some((each) => each.uniqueItems === true),
    };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, message: error.message };
    throw error;
  }
}

const isObject = (value: Json | undefined): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All schema objects of a schema, with where they lead. Walks a list, not the stack. */
function collect(root: JsonSchema): Map<JsonSchema, Node> {
  const nodes = new Map<JsonSchema, Node>();
  const waiting: JsonSchema[] = [root];
  for (let schema = waiting.pop(); schema; schema = waiting.pop()) {
    if (nodes.has(schema)) continue;
    if (nodes.size >= MOST_SUBSCHEMAS) throw new Refusal(`it has more than ${MOST_SUBSCHEMAS} subschemas`);
    const fields = new Map(Object.entries(schema));
    const refused = REFUSED.find((keyword) => fields.has(keyword));
    if (refused) throw new Refusal(`it uses ${refused}, which is not supported`);
    if (schema !== root && fields.has('$id')) throw new Refusal('it has an $id inside, which is not supported');
    const node: Node = { same: [], parts: [], ref: refTarget(root, fields.get('$ref')) };
    for (const keyword of SAME_VALUE) push(node.same, fields.get(keyword));
    for (const keyword of SAME_VALUE_LISTS) pushAll(node.same, fields.get(keyword));
    pushAll(node.same, valuesOf(fields.get('dependentSchemas')));
    for (const keyword of PART) push(node.parts, fields.get(keyword));
    for (const keyword of PART_LISTS) pushAll(node.parts, fields.get(keyword));
    for (const keyword of PART_MAPS) pushAll(node.parts, valuesOf(fields.get(keyword)));
    nodes.set(schema, node);
    waiting.push(...node.same, ...node.parts);
    if (node.ref) waiting.push(node.ref);
  }
  return nodes;
}

function push(list: JsonSchema[], value: Json | undefined): void {
  if (isObject(value)) list.push(value);
}

function pushAll(list: JsonSchema[], value: Json | undefined): void {
  if (Array.isArray(value)) for (const each of value) push(list, each);
}

function valuesOf(value: Json | undefined): Json[] {
  return isObject(value) ? Object.values(value) : [];
}

/** The schema that a local `$ref` leads to; undefined for no `$ref` or for `true` and `false`. */
function refTarget(root: JsonSchema, ref: Json | undefined): JsonSchema | undefined {
  if (ref === undefined) return undefined;
  if (typeof ref !== 'string' || (ref !== '#' && !ref.startsWith('#/')))
    throw new Refusal(
      `the $ref ${JSON.stringify(ref)} does not lead to a place in the same schema; nothing is fetched`,
    );
  let place: Json | undefined = root;
  for (const step of ref.split('/').slice(1)) {
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(place)) place = place[/^\d+$/.test(key) ? Number(key) : -1];
    else place = isObject(place) && Object.hasOwn(place, key) ? place[key] : undefined;
  }
  if (isObject(place)) return place;
  if (typeof place === 'boolean') return undefined;
  throw new Refusal(`the $ref ${JSON.stringify(ref)} leads to no schema`);
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch (error) {
    if (error instanceof URIError) throw new Refusal(`the $ref step ${JSON.stringify(step)} is not well-formed`);
    throw error;
  }
}

/** For every schema: `$ref`s followed in a row, and in all, while the same value is judged. Refuses too many. */
function countRefs(nodes: Map<JsonSchema, Node>): void {
  const counted = new Map<JsonSchema, { deep: number; all: number }>();
  const open = new Set<JsonSchema>();
  for (const start of nodes.keys()) {
    const stack: JsonSchema[] = [start];
    while (stack.length > 0) {
      const schema = stack.at(-1) as JsonSchema;
      const node = nodes.get(schema);
      if (!node || counted.has(schema)) {
        stack.pop();
        continue;
      }
      const next = node.ref ? [...node.same, node.ref] : node.same;
      const missing = next.find((child) => !counted.has(child));
      if (missing) {
        if (open.has(schema) && open.has(missing))
          throw new Refusal('it has a $ref that leads back to itself without an end');
        open.add(schema);
        stack.push(missing);
        continue;
      }
      open.delete(schema);
      const own = node.ref ? 1 : 0;
      let deep = 0;
      let all = own;
      for (const child of next) {
        const count = counted.get(child);
        deep = Math.max(deep, (count?.deep ?? 0) + (child === node.ref ? 1 : 0));
        all += count?.all ?? 0;
      }
      if (deep > MOST_REFS_DEEP) throw new Refusal(`it follows more than ${MOST_REFS_DEEP} $refs in a row`);
      if (all > MOST_REFS) throw new Refusal(`it follows more than ${MOST_REFS} $refs for one value`);
      counted.set(schema, { deep, all });
      stack.pop();
    }
  }
}

/** Whether a schema leads back to itself through parts of the value, as the schema of a tree does. */
function hasCycle(nodes: Map<JsonSchema, Node>): boolean {
  const state = new Map<JsonSchema, 'open' | 'done'>();
  for (const start of nodes.keys()) {
    const stack: { schema: JsonSchema; next: JsonSchema[] }[] = [];
    const enter = (schema: JsonSchema): void => {
      const node = nodes.get(schema);
      state.set(schema, 'open');
      stack.push({ schema, next: node ? [...node.same, ...node.parts, ...(node.ref ? [node.ref] : [])] : [] });
    };
    if (!state.has(start)) enter(start);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const child = top.next.pop();
      if (!child) {
        state.set(top.schema, 'done');
        stack.pop();
      } else if (state.get(child) === 'open') return true;
      else if (!state.has(child)) enter(child);
    }
  }
  return false;
}
