import { JSONRepairError, jsonrepair } from 'jsonrepair';
import type { Json, JsonSchema } from '#contract/ids';
import type { CallFault } from '#contract/tool';
import { coerceInput, isObject } from './coerce-input.ts';
import { jsonDepth, MAX_DEPTH, parseStrictJson, readStrictJson } from './strict-json.ts';

/** Bytes of UTF-8 that the arguments of one call may have (row A3.5). */
export const MAX_ARGUMENT_BYTES = 1024 * 1024;

/** A longer text is not repaired but refused: what is that long and broken is no slip of the pen (rule R16). */
const MAX_REPAIR_LENGTH = 256 * 1024;

/** Arguments ready for validation, or the fault that ends the call; `input` then holds the text as it was written. */
export type ParsedArguments =
  | { ok: true; input: Json; repaired: boolean }
  | { ok: false; input: Json; fault: CallFault };

/**
 * Reads the arguments of a call as a model wrote them. Takes the text, the schema of the command and how it was
 * written: `json` (a native or printed call: text that ends too early is `incomplete` and never mended, rule R6) or
 * `text` (an Action Input). The strict reader goes first; a repair (rule R7) only marks its result `repaired`; then
 * one table of coercions applies (rule R11). A tool with one string parameter takes a bare string for it.
 */
export function parseArguments(text: string, schema: JsonSchema, form: 'json' | 'text'): ParsedArguments {
  const raw = text.trim();
  if (Buffer.byteLength(raw) > MAX_ARGUMENT_BYTES) {
    return refuse(raw, 'too-large', 'The arguments are larger than 1 MiB.');
  }
  const parameter = stringParameter(schema);
  if (raw === '') {
    const bare = form === 'text' && parameter?.required === true;
    return accept(bare ? { [parameter.name]: '' } : {}, schema, false);
  }
  const strict = parseStrictJson(raw);
  if (strict.ok) return fromValue(strict.value, raw, schema, form);
  if (strict.reason === 'rejected' && (form === 'json' || parameter === undefined || raw.startsWith('{'))) {
    return refuse(raw, ...rejection(strict.message));
  }
  if (form === 'text' && parameter !== undefined) {
    const mended = repairedObject(raw, schema);
    if (mended !== undefined) return accept(mended, schema, true);
    return accept({ [parameter.name]: withoutLooseQuote(raw) }, schema, false);
  }
  if (strict.reason === 'incomplete' && form === 'json') {
    return refuse(raw, 'incomplete', 'The arguments end too early. Write the call again, whole.');
  }
  const repaired = repair(raw);
  if (repaired === undefined) {
    return refuse(raw, 'invalid-input', `The arguments are not valid JSON: ${strict.message}.`);
  }
  const again = fromValue(repaired, raw, schema, form);
  return again.ok ? { ...again, repaired: true } : again;
}

/** The same checks and coercions for arguments that are a JSON value already. */
export function checkArguments(value: Json, schema: JsonSchema): ParsedArguments {
  const text = JSON.stringify(value);
  if (Buffer.byteLength(text) > MAX_ARGUMENT_BYTES) {
    return refuse(text, 'too-large', 'The arguments are larger than 1 MiB.');
  }
  if (jsonDepth(text) > MAX_DEPTH) return refuse(text, ...rejection(`nested deeper than ${MAX_DEPTH} levels`));
  return fromValue(value, text, schema, 'json');
}

/**
 * The parameter that a bare string is taken for: the only string property, or else the only required one, where no
 * other property is required.
 */
function stringParameter(schema: JsonSchema): { name: string; required: boolean } | undefined {
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  const strings = properties.filter(([, property]) => isObject(property) && property.type === 'string');
  const chosen = strings.length === 1 ? strings[0] : strings.find(([name]) => required.includes(name));
  if (chosen === undefined || required.some((name) => name !== chosen[0])) return undefined;
  return { name: chosen[0], required: required.includes(chosen[0]) };
}

function fromValue(value: Json, raw: string, schema: JsonSchema, form: 'json' | 'text'): ParsedArguments {
  const parameter = stringParameter(schema);
  if (isObject(value)) {
    if (form === 'text' && parameter !== undefined && !namesProperty(value, schema)) {
      return accept({ [parameter.name]: raw }, schema, false);
    }
    return accept(value, schema, false);
  }
  if (typeof value === 'string') {
    const inner = parseStrictJson(value);
    if (inner.ok && isObject(inner.value) && (parameter === undefined || namesProperty(inner.value, schema))) {
      return accept(inner.value, schema, false);
    }
    if (parameter !== undefined) return accept({ [parameter.name]: value }, schema, false);
  }
  if (value === null && form === 'json') return accept({}, schema, false);
  if (form === 'text' && parameter !== undefined) return accept({ [parameter.name]: raw }, schema, false);
  return refuse(raw, 'invalid-input', 'The arguments must be a JSON object with the names of the parameters.');
}

/** A mended object for a tool that also takes bare text: only if its keys are the tool's own. */
function repairedObject(raw: string, schema: JsonSchema): Json | undefined {
  if (!raw.startsWith('{')) return undefined;
  const value = repair(raw);
  return isObject(value) && namesProperty(value, schema) ? value : undefined;
}

function namesProperty(value: { [key: string]: Json }, schema: JsonSchema): boolean {
  const keys = Object.keys(value);
  const properties = isObject(schema.properties) ? schema.properties : {};
  return keys.length === 0 || keys.some((key) => Object.hasOwn(properties, key));
}

/** Mends what is nearly JSON; the strict reader has the last word. Undefined where nothing sensible comes out. */
function repair(raw: string): Json | undefined {
  if (raw.length > MAX_REPAIR_LENGTH || jsonDepth(raw) > MAX_DEPTH) return undefined;
  const leading = readStrictJson(raw);
  if (leading.ok && isObject(leading.value)) return leading.value;
  try {
    const strict = parseStrictJson(jsonrepair(raw));
    return strict.ok ? strict.value : undefined;
  } catch (error) {
    if (error instanceof JSONRepairError) return undefined;
    throw error;
  }
}

/** `"what is it?` → `what is it?`: one quote at one end only is a slip (rule R1). */
function withoutLooseQuote(raw: string): string {
  if (raw.indexOf('"') !== raw.lastIndexOf('"')) return raw;
  return raw.startsWith('"') ? raw.slice(1) : raw.endsWith('"') ? raw.slice(0, -1) : raw;
}

function rejection(message: string): [CallFault['code'], string] {
  return /nested deeper/.test(message)
    ? ['too-large', `The arguments are nested deeper than ${MAX_DEPTH} levels.`]
    : ['invalid-input', `The arguments can't be used: ${message}.`];
}

function accept(value: Json, schema: JsonSchema, repaired: boolean): ParsedArguments {
  return { ok: true, input: coerceInput(value, schema), repaired };
}

function refuse(raw: string, code: CallFault['code'], message: string): ParsedArguments {
  return { ok: false, input: raw.slice(0, 4000), fault: { code, message } };
}
