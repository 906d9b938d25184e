import type { FieldOrigin } from '#contract/approval';
import type { Json, JsonSchema } from '#contract/ids';
import type { Label } from '#contract/label';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import { effectiveCall } from '#contract/projections/run-state';
import { type LoadText, type TextRef, textOf } from '#contract/text-ref';
import { type Command, commandOf } from '#contract/tool';
import { addressPlaces, isMadeOfWords } from './address-places.ts';
import { pathPlaces, personTexts, shownPath } from './person-texts.ts';
import { longestSpan, numberPlaces, type Span, standsWhole } from './text-match.ts';

/** One value of a call's arguments. `top` is the field of the input it stands in; `keys` names that the caller chose. */
export interface Leaf {
  field: string;
  top: string;
  value: string | number | boolean | null;
  keys: string[];
  /** Its schema leaves nothing to write: a choice among fixed values, or yes and no. */
  fixed: boolean;
}

/** Where one value came from. */
export interface LeafOrigin extends FieldOrigin {
  leaf: Leaf;
}

/** Calls with more values than this are told of by their fields, each as if it came from outside. */
const MOST_LEAVES = 300;
/** Characters of results that are looked through for one call; what does not fit counts as from outside. */
const MOST_WORK = 16 << 20;

/** The fields of a call's input; empty where it is no object. */
function fieldsOf(input: Json): [string, Json][] {
  return input !== null && typeof input === 'object' && !Array.isArray(input) ? Object.entries(input) : [];
}

const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

function schemaAt(schema: Json | undefined, key: string): Json | undefined {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return undefined;
  const properties = schema.properties;
  if (properties === null || typeof properties !== 'object' || Array.isArray(properties)) return undefined;
  return Object.hasOwn(properties, key) ? properties[key] : undefined;
}

function isFixed(schema: Json | undefined, value: Json): boolean {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return false;
  if (Array.isArray(schema.enum)) return schema.enum.some((choice) => choice === value);
  return schema.type === 'boolean' || Object.hasOwn(schema, 'const');
}

/** Every value of the arguments, with its JSON Pointer; an empty list or object is one value, null. */
export function leavesOf(input: Json, schema: JsonSchema): Leaf[] {
  const leaves: Leaf[] = [];
  const walk = (value: Json, field: string, top: string, keys: string[], at: Json | undefined): void => {
    if (leaves.length > MOST_LEAVES) return;
    if (value === null || typeof value !== 'object') {
      leaves.push({ field, top, value, keys, fixed: isFixed(at, value) });
      return;
    }
    const entries = Array.isArray(value)
      ? value.map((item, n): [string, Json] => [String(n), item])
      : Object.entries(value);
    if (entries.length === 0 && field !== '') leaves.push({ field, top, value: null, keys, fixed: false });
    for (const [key, item] of entries) {
      const items =
        Array.isArray(value) && at !== null && typeof at === 'object' && !Array.isArray(at) ? at.items : undefined;
      const inner = Array.isArray(value) ? items : schemaAt(at, key);
      const chosen = Array.isArray(value) || inner !== undefined ? keys : [...keys, key];
      walk(item, `${field}/${escaped(key)}`, field === '' ? key : top, chosen, inner);
    }
  };
  walk(input, '', '', [], schema as Json);
  return leaves;
}

/** A text to look through, read when it is its turn. */
interface Source {
  read(): string;
  size: number;
}

function sourceOf(ref: TextRef, load: LoadText): Source {
  let text: string | undefined;
  const read = (): string => {
    text ??= textOf(ref, load);
    return text;
  };
  return { read, size: 'text' in ref ? ref.text.length : ref.bytes };
}

/** What the model had been shown when it asked: the results before the call, newest first. */
function resultsBefore(state: ToolCallState, run: RunState): ToolCallState[] {
  return [...run.calls.values()].filter((call) => call.seq < state.seq && call.status === 'ended').reverse();
}

function refsOf(call: ToolCallState): TextRef[] {
  if (call.status !== 'ended') return [];
  const { outcome } = call;
  if (outcome.type === 'ok') return [outcome.output];
  return [{ text: outcome.message }, ...(outcome.output ? [outcome.output] : [])];
}

/** Texts from outside that the model had read when it asked for the call, each with its label. */
function outsideTexts(state: ToolCallState, run: RunState, load: LoadText): (Source & { label: Label })[] {
  const results = resultsBefore(state, run).flatMap((call) => {
    const [label] = call.resultLabels;
    return label ? refsOf(call).map((ref) => ({ ...sourceOf(ref, load), label })) : [];
  });
  const descriptions = run.run.tools
    .filter((tool) => tool.origin !== 'own')
    .map((tool) => {
      const label: Label = { origin: 'outside', tool: tool.name };
      return { ...sourceOf({ text: JSON.stringify(tool) }, load), label };
    });
  return [...results, ...descriptions];
}

/** Results of calls that ran and carry nothing from outside. A refusal repeats the call's arguments: it is none. */
function ownTexts(state: ToolCallState, run: RunState, load: LoadText): Source[] {
  return resultsBefore(state, run).flatMap((call) =>
    call.status === 'ended' && call.outcome.type === 'ok' && call.executed && call.resultLabels.length === 0
      ? [sourceOf(call.outcome.output, load)]
      : [],
  );
}

/** What the person made of the arguments, where they edited them: the value at a pointer, by the pointer. */
function editedLeaves(state: ToolCallState, schema: JsonSchema): Map<string, Leaf['value']> {
  const byPerson = state.edited && !state.rewrites.includes(state.edited.by) ? state.edited.input : state.approvedInput;
  if (byPerson === undefined) return new Map();
  const before = new Map(leavesOf(state.call.input, schema).map((leaf) => [leaf.field, leaf.value]));
  const after = leavesOf(byPerson, schema).filter(({ field, value }) => before.get(field) !== value);
  return new Map(after.map((leaf) => [leaf.field, leaf.value]));
}

/** Does a text hold the value as a whole? A path is compared by where it leads. */
export function holdsValue(text: string, leaf: Leaf, isPath: boolean, run: RunState): boolean {
  const { value } = leaf;
  if (value === null) return false;
  if (typeof value === 'number') return numberPlaces(text, value).length > 0;
  if (typeof value === 'boolean') return standsWhole(text, String(value));
  const { folders } = run.run.agent;
  const shown = isPath ? shownPath(value, folders) : undefined;
  if (shown !== undefined && pathPlaces(text, value, shown, folders).length > 0) return true;
  return value.trim() !== '' && standsWhole(text, value.trim());
}

/** Did the person give the call itself (`tool invoke`)? */
export function isGivenByPerson(state: ToolCallState, run: RunState): boolean {
  return run.run.goal.type === 'invoke' && run.run.goal.call.id === state.call.id;
}

interface Search {
  run: RunState;
  given: boolean;
  person: string[];
  edited: Map<string, Leaf['value']>;
  planned: ReadonlySet<string>;
  paths: ReadonlySet<string>;
  addresses: ReadonlySet<string>;
  byWord: ReadonlySet<string>;
  own: Source[];
  outside: (Source & { label: Label })[];
  labels: readonly Label[];
  work: number;
}

function spanIn(search: Search, value: string): { span: Span; label: Label } | undefined {
  let best: { span: Span; label: Label } | undefined;
  for (const { read, size, label } of search.outside) {
    search.work += size;
    if (search.work > MOST_WORK) return best;
    const span = longestSpan(value, read());
    if (span && (!best || span.end - span.start > best.span.end - best.span.start)) best = { span, label };
    if (best && best.span.end - best.span.start === value.length) return best;
  }
  return best;
}

/** Does the value stand as a whole in a result that is not from outside? Without the work left to look, it does not. */
function isOwn(search: Search, leaf: Leaf): boolean {
  for (const { read, size } of search.own) {
    search.work += size;
    if (search.work > MOST_WORK) return false;
    if (holdsValue(read(), leaf, false, search.run)) return true;
  }
  return false;
}

/** Is the value the person's, by what they wrote? */
function isPersons(search: Search, leaf: Leaf): boolean {
  const { top, value } = leaf;
  return search.person.some((text) => {
    if (holdsValue(text, leaf, search.paths.has(top), search.run)) return true;
    if (typeof value !== 'string') return false;
    if (search.addresses.has(top) && addressPlaces(text, value).length > 0) return true;
    return search.byWord.has(top) && isMadeOfWords(text, value);
  });
}

function originOf(search: Search, leaf: Leaf): FieldOrigin {
  const { field, value } = leaf;
  const keys = leaf.keys.every((key) => search.person.some((text) => standsWhole(text, key)));
  const edited = search.edited.has(field) && search.edited.get(field) === value;
  if (keys && (edited || isPersons(search, leaf))) return { field, from: 'person' };
  if (search.given) return { field, from: 'person' };
  const [first] = search.labels;
  if (!first) return { field, from: isOwn(search, leaf) ? 'own' : 'agent' };
  if (keys && typeof value === 'string' && search.planned.has(value)) return { field, from: 'agent' };
  const found = value === null ? undefined : spanIn(search, String(value));
  const whole = found !== undefined && found.span.end - found.span.start === String(value).length;
  if (!whole && keys && isOwn(search, leaf)) return { field, from: 'own' };
  if (!found) return { field, from: 'outside', label: first };
  return { field, from: 'outside', label: found.label, ...(typeof value === 'string' && { span: found.span }) };
}

/**
 * Where each value of a call's arguments came from (issue 3, point 4). `person`: it stands as a whole in what the person
 * wrote. Then, once the model had read something from outside: `outside` with the part that stands there; `own`: as a
 * whole in a result that is not from outside; else `outside` without a part, as it may have come from there in other
 * words (rule A8). Pure; looks through a bounded amount of text, and what that leaves out counts as from outside.
 */
export function originsOf(state: ToolCallState, run: RunState, load: LoadText): LeafOrigin[] {
  const call = effectiveCall(state);
  const tool = run.run.tools.find((each) => each.name === call.tool);
  const command: Command | undefined = tool && commandOf(tool, call.command);
  const schema = command?.input ?? {};
  const leaves = leavesOf(call.input, schema);
  const [label] = state.labels;
  if (leaves.length > MOST_LEAVES)
    return fieldsOf(call.input).map(([name]) => {
      const field = `/${escaped(name)}`;
      const leaf: Leaf = { field, top: name, value: null, keys: [], fixed: false };
      return label ? { leaf, field, from: 'outside', label } : { leaf, field, from: 'agent' };
    });
  const search: Search = {
    run,
    given: isGivenByPerson(state, run) && state.edited === undefined,
    person: personTexts(run, load),
    edited: editedLeaves(state, schema),
    planned: new Set(run.plan.flatMap((planned) => planned.targets)),
    paths: new Set(command?.files.map((use) => use.field)),
    addresses: new Set(command?.hosts?.map((use) => use.field)),
    byWord: new Set(command?.fields?.filter((use) => use.byWord).map((use) => use.field)),
    own: ownTexts(state, run, load),
    outside: label ? outsideTexts(state, run, load) : [],
    labels: state.labels,
    work: 0,
  };
  return leaves.map((leaf) => ({ ...originOf(search, leaf), leaf }));
}

/** The blobs that `originsOf` would read, so that they can be read before a decision, which does no I/O. */
export function textsToRead(state: ToolCallState, run: RunState): string[] {
  if (state.labels.length === 0) return [];
  const persons = run.turns.flatMap((turn) => (turn.type === 'user' ? [turn.text] : []));
  const refs = [...persons, ...resultsBefore(state, run).flatMap(refsOf)];
  let bytes = 0;
  return refs.flatMap((ref) => {
    if ('text' in ref) return [];
    bytes += ref.bytes;
    return bytes > MOST_WORK ? [] : [ref.blob];
  });
}
