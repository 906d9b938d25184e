import type { Json } from '#contract/ids';
import { isObject } from './coerce-input.ts';

/** One call as a model printed it; `input` is a value, or the text of its arguments. */
export interface PrintedCall {
  tool: string;
  input: { value: Json } | { text: string };
  repaired: boolean;
}

const NAME_KEYS = ['name', 'tool_name', 'function_name', 'tool', 'action'] as const;
const INPUT_KEYS = ['arguments', 'parameters', 'args', 'input', 'action_input', 'tool_input'] as const;
const OTHER_KEYS: readonly string[] = ['id', 'type', 'tool_call_id', 'call_id', 'index'];

/**
 * Reads the object that models print for a call: `{"name", "arguments"}` and the spellings in use (Hermes, Llama's
 * `parameters`, Cohere's `tool_name`, OpenAI's `function` wrapper, LangChain's `action_input`). Undefined for anything
 * that has another key besides, so that data that merely looks similar is no call.
 */
function readCallObject(value: Json, repaired = false): PrintedCall | undefined {
  if (!isObject(value)) return undefined;
  const wrapped = value.function;
  if (isObject(wrapped)) return onlyHas(value, ['function']) ? readCallObject(wrapped, repaired) : undefined;
  const nameKey = typeof wrapped === 'string' ? 'function' : NAME_KEYS.find((key) => typeof value[key] === 'string');
  const name = nameKey === undefined ? undefined : value[nameKey];
  if (nameKey === undefined || typeof name !== 'string') return undefined;
  const inputKey = INPUT_KEYS.find((key) => Object.hasOwn(value, key));
  if (!onlyHas(value, inputKey === undefined ? [nameKey] : [nameKey, inputKey])) return undefined;
  const input = inputKey === undefined ? {} : (value[inputKey] ?? {});
  return { tool: name, input: typeof input === 'string' ? { text: input } : { value: input }, repaired };
}

/** True where the object says how it is to be called, or is data with a name: only these are calls without a marker. */
export function hasInput(value: Json): boolean {
  if (!isObject(value)) return false;
  if (isObject(value.function)) return hasInput(value.function);
  return INPUT_KEYS.some((key) => Object.hasOwn(value, key) && !isSchema(value[key]));
}

/** One call, a list of calls, or either inside `tool_call` or `tool_calls`; undefined if any part of it is none. */
export function readCallObjects(value: Json, repaired = false): PrintedCall[] | undefined {
  if (isObject(value) && Object.keys(value).length === 1) {
    const inner = value.tool_call ?? value.tool_calls ?? value.function_call;
    if (inner !== undefined) return readCallObjects(inner, repaired);
  }
  const calls = (Array.isArray(value) ? value : [value]).map((item) => readCallObject(item, repaired));
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined;
}

function onlyHas(value: { [key: string]: Json }, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key) || OTHER_KEYS.includes(key));
}

/** `{"name": …, "parameters": {"type": "object", "properties": …}}` describes a tool; it calls none. */
function isSchema(value: Json | undefined): boolean {
  return isObject(value) && value.type === 'object' && isObject(value.properties);
}
