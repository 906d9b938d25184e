import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json, JsonSchema } from '#contract/ids';
import { boundedFormats } from './bounded-formats.ts';
import { compileLinearPattern, PatternRefused } from './linear-pattern.ts';
import { checkSchemaRefs } from './schema-refs.ts';

/** One violation. `path` is a JSON pointer into the input, the missing field's own for a missing one (row A1.31). */
interface InputError {
  path: string;
  message: string;
}

/** The input as it was given, or every violation (row A1.28). */
export type ValidatedInput = { ok: true; input: Json } | { ok: false; errors: InputError[] };

/** Violations that are told at most; a model that gets fifty of them starts anew. */
const MOST_ERRORS = 50;
/** Levels of an input that a schema which refers to itself may follow (row A1.30). */
const MOST_LEVELS = 32;
/** `$ref`s followed while one input is checked, so that branches can't multiply level by level (row A1.30). */
const MOST_REFS_FOLLOWED = 20_000;
/** Items of an array that can be compared with one another, each with each, without a wait. */
const MOST_UNIQUE_ITEMS = 5_000;
/** What its patterns and formats may cost while one input is checked: steps by characters, about three seconds. */
const MOST_WORK = 30_000_000;
/** Steps of all patterns of a schema. */
const MOST_PATTERN_STEPS = 20_000;
/** Levels and characters of a schema's own text. */
const MOST_SCHEMA_LEVELS = 200;
const MOST_SCHEMA_CHARACTERS = 1_000_000;

type Compiled =
  | { ok: true; validate: ValidateFunction; recursive: boolean; unique: boolean }
  | { ok: false; message: string };

class TooMuchWork extends Error {}

/** Compiled schemas by the object they came from: a tool's definition never changes once it is made. */
const cache = new WeakMap<JsonSchema, Compiled>();
let followed = 0;
let worked = 0;
let patternSteps = 0;

/**
 * Checks an input against a command's schema, strictly: nothing is converted, filled in or removed (rules R10, A1.29).
 * Lengths count characters, not bytes. Nothing is fetched; a schema that could keep the check busy without end is
 * refused (row A1.30).
 * @param schema the command's `input`, JSON Schema 2020-12
 * @param input the arguments as parsed
 * @param what what they are, in the words of a fault
 */
export function validateInput(schema: JsonSchema, input: Json, what: Checked = INPUT): ValidatedInput {
  const compiled = compiledFor(schema);
  if (!compiled.ok) return refused(`${what.own} can’t be used: ${compiled.message}`);
  if (compiled.recursive && depthOver(input, MOST_LEVELS))
    return refused(`the ${what.name} is nested more than ${MOST_LEVELS} levels deep`);
  if (compiled.unique && longestArray(input) > MOST_UNIQUE_ITEMS)
    return refused(`an array of the ${what.name} has more than ${MOST_UNIQUE_ITEMS} items`);
  followed = 0;
  worked = 0;
  try {
    if (compiled.validate(input)) return { ok: true, input };
  } catch (error) {
    if (error instanceof TooMuchWork) return refused(`the ${what.name} takes too long to check against ${what.schema}`);
    throw error;
  }
  return { ok: false, errors: describeErrors(compiled.validate.errors ?? [], what.name) };
}

/** What is checked, in the words of its faults. */
interface Checked {
  name: string;
  schema: string;
  own: string;
}

const INPUT: Checked = { name: 'input', schema: 'the tool’s schema', own: 'the tool’s own schema' };
/** For an answer that must fit a schema (rows A4.*). */
export const ANSWER: Checked = { name: 'answer', schema: 'its schema', own: 'its schema' };

/** The same in one line of words; undefined for an input that holds. */
export function inputFault(schema: JsonSchema, input: Json): string | undefined {
  const checked = validateInput(schema, input);
  return checked.ok ? undefined : checked.errors.map((error) => `${error.path || '/'}: ${error.message}`).join('; ');
}

/**
 * Why a schema can't be used to check an input, or undefined when it can: for schemas that a person or a server wrote.
 */
export function schemaFault(schema: JsonSchema): string | undefined {
  const compiled = compiledFor(schema);
  return compiled.ok ? undefined : compiled.message;
}

const refused = (message: string): ValidatedInput => ({ ok: false, errors: [{ path: '', message }] });

function compiledFor(schema: JsonSchema): Compiled {
  const known = cache.get(schema);
  if (known) return known;
  const compiled = compile(schema);
  cache.set(schema, compiled);
  return compiled;
}

function compile(schema: JsonSchema): Compiled {
  if (depthOver(schema, MOST_SCHEMA_LEVELS))
    return { ok: false, message: `it is nested more than ${MOST_SCHEMA_LEVELS} levels deep` };
  if (JSON.stringify(schema).length > MOST_SCHEMA_CHARACTERS)
    return { ok: false, message: `it is longer than ${MOST_SCHEMA_CHARACTERS} characters` };
  const refs = checkSchemaRefs(schema);
  if (!refs.ok) return refs;
  const counted = withCountedRefs(schema, refs.referring);
  patternSteps = 0;
  worked = 0;
  try {
    const validate = compiler().compile(counted);
    return { ok: true, validate, recursive: refs.recursive, unique: refs.unique };
  } catch (error) {
    if (error instanceof UnfitPattern)
      return { ok: false, message: `the pattern ${error.shown}${placeOf(schema, error.pattern)} ${error.message}` };
    // Looking at the schema itself can cost too much, too.
    if (error instanceof TooMuchWork) return { ok: false, message: 'it takes too long to check' };
    // Ajv throws plain errors for a schema it can't compile: not JSON Schema.
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  } finally {
    compiler().removeSchema(counted);
  }
}

let made: Ajv2020 | undefined;

/** The one compiler. Every schema gets an `$id` of its own in it, so that none can see another. */
function compiler(): Ajv2020 {
  if (made) return made;
  made = new Ajv2020({
    allErrors: true,
    strict: false,
    logger: false,
    ownProperties: true,
    code: { regExp: linearPattern },
    keywords: [{ keyword: COUNTED, before: '$ref', schema: false, errors: false, validate: countRef }],
  });
  boundedFormats(made, spend);
  return made;
}

/** A pattern that can't be used, and why. */
class UnfitPattern extends Error {
  readonly pattern: string;

  constructor(pattern: string, why: string) {
    super(why);
    this.pattern = pattern;
  }

  get shown(): string {
    const { pattern } = this;
    return JSON.stringify(pattern.length > LONGEST_SHOWN ? `${pattern.slice(0, LONGEST_SHOWN)}…` : pattern);
  }
}

const LONGEST_SHOWN = 100;

/** Counts what a match costs, before it is made. */
function spend(work: number): void {
  worked += work;
  if (worked > MOST_WORK) throw new TooMuchWork();
}

/** What stands for `new RegExp` in compiled schemas: their patterns come from others, and the texts from a model. */
function linearPattern(pattern: string): { test(text: string): boolean } {
  try {
    const { steps, test } = compileLinearPattern(pattern);
    patternSteps += steps;
    if (patternSteps > MOST_PATTERN_STEPS)
      throw new PatternRefused(`and those before it take more than ${MOST_PATTERN_STEPS} steps`);
    return {
      test: (text) => {
        spend(steps * text.length);
        return test(text);
      },
      // The compiler keeps patterns by what they are called.
      toString: () => JSON.stringify(pattern),
    } as { test(text: string): boolean };
  } catch (error) {
    if (error instanceof PatternRefused) throw new UnfitPattern(pattern, error.message);
    throw error;
  }
}
linearPattern.code = 'linearPattern';

/** Where a pattern stands in a schema, as " at /properties/name/pattern". */
function placeOf(schema: JsonSchema, pattern: string): string {
  const waiting: { value: Json; path: string }[] = [{ value: schema, path: '' }];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { value, path } = next;
    if (value === null || typeof value !== 'object') continue;
    for (const [key, inner] of Object.entries(value)) {
      const place = `${path}/${escapeName(key)}`;
      const named = key === pattern && path.endsWith('/patternProperties');
      if (named || (key === 'pattern' && inner === pattern)) return ` at ${place}`;
      waiting.push({ value: inner, path: place });
    }
  }
  return '';
}

/** A keyword of our own that stands beside every `$ref`. */
const COUNTED = 'warrant-counted';

function countRef(): boolean {
  followed += 1;
  if (followed > MOST_REFS_FOLLOWED) throw new TooMuchWork();
  return true;
}

let compiledSoFar = 0;

/** A copy of a schema with an `$id` of its own and the counting keyword beside each `$ref`. */
function withCountedRefs(schema: JsonSchema, referring: ReadonlySet<Json>): JsonSchema {
  const copy = (json: Json): Json => {
    if (Array.isArray(json)) return json.map(copy);
    if (json === null || typeof json !== 'object') return json;
    const fields = Object.entries(json).map(([key, inner]): [string, Json] => [key, copy(inner)]);
    if (referring.has(json)) fields.push([COUNTED, true]);
    return Object.fromEntries(fields);
  };
  const { $schema: _dialect, $id: _id, ...body } = schema;
  compiledSoFar += 1;
  const copied = { ...(copy(body) as JsonSchema), $id: `schema:${compiledSoFar}` };
  return referring.has(schema) ? { ...copied, [COUNTED]: true } : copied;
}

/** Whether a value has more than `most` levels. Walks a list, not the stack. */
function depthOver(input: Json, most: number): boolean {
  const waiting: { value: Json; level: number }[] = [{ value: input, level: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.value === null || typeof next.value !== 'object') continue;
    if (next.level >= most) return true;
    for (const value of Object.values(next.value)) waiting.push({ value, level: next.level + 1 });
  }
  return false;
}

function longestArray(input: Json): number {
  let longest = 0;
  const waiting: Json[] = [input];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value === null || typeof value !== 'object') continue;
    if (Array.isArray(value)) longest = Math.max(longest, value.length);
    for (const inner of Object.values(value)) waiting.push(inner);
  }
  return longest;
}

const escapeName = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

function describeErrors(errors: ErrorObject[], name: string): InputError[] {
  const found = new Map<string, InputError>();
  for (const error of errors) {
    const described = describeError(error, name);
    found.set(`${described.path} ${described.message}`, described);
  }
  const list = [...found.values()];
  if (list.length <= MOST_ERRORS) return list;
  const rest = list.length - MOST_ERRORS;
  return [...list.slice(0, MOST_ERRORS), { path: '', message: `and ${rest} more` }];
}

function describeError(error: ErrorObject, name: string): InputError {
  const path = error.instancePath;
  const { params } = error;
  const below = (key: unknown): string => `${path}/${escapeName(String(key))}`;
  switch (error.keyword) {
    case 'required':
    case 'dependentRequired':
      return { path: below(params.missingProperty), message: 'is missing' };
    case 'additionalProperties':
      return { path: below(params.additionalProperty), message: `is not a field of this ${name}` };
    case 'unevaluatedProperties':
      return { path: below(params.unevaluatedProperty), message: `is not a field of this ${name}` };
    case 'enum':
      return { path, message: `must be one of ${listed(params.allowedValues)}` };
    case 'const':
      return { path, message: `must be ${JSON.stringify(params.allowedValue)}` };
    case 'type':
      return { path, message: `must be ${[params.type].flat().map(article).join(' or ')}` };
    default:
      return { path, message: error.message ?? `breaks the rule ${error.keyword}` };
  }
}

function listed(values: unknown): string {
  const list = Array.isArray(values) ? values : [];
  const shown = list.slice(0, 20).map((value) => JSON.stringify(value));
  return list.length > shown.length ? `${shown.join(', ')} and ${list.length - shown.length} more` : shown.join(', ');
}

function article(type: unknown): string {
  const name = String(type);
  if (name === 'null') return 'null';
  return /^[aio]/.test(name) ? `an ${name}` : `a ${name}`;
}
