import type { Json } from '#contract/ids';
import { BrokenCall, type CallCursor, INCOMPLETE } from './call-cursor.ts';
import { type PrintedCall, readCallObjects } from './call-object.ts';
import { isObject } from './coerce-input.ts';

/** Reads the calls after one marker; throws `BrokenCall` where there is none, whole. */
type FormReader = (cursor: CallCursor, marker: string) => PrintedCall[];

/**
 * The printed forms of tool calls (rule R4): the marker that begins each, and its reader. A form that has an end
 * marker needs it; where models end with a token that servers swallow, the JSON must be whole (rule R6).
 */
const FORMS: readonly (readonly [RegExp, FormReader])[] = [
  [/<(?:tool_calls?|function_calls?|tool|TOOLCALL|minimax:tool_call)>/, readTagged],
  [/<function(?:=| name=)/, (cursor, marker) => [readFunctionTag(cursor, marker)]],
  [/<invoke name=/, (cursor, marker) => [readFunctionTag(cursor, marker)]],
  [/<\|python_tag\|>/, readPythonTag],
  [/\[TOOL_CALLS\]/, readMistral],
  [/<｜tool▁calls?(?:▁begin)?｜>/, readDeepSeek],
  [/<\|tool_call\|>/, readBareList],
  [/(?<![^\s])functools(?=\[)/, readBareList],
  [/(?<=^|\n)>>>(?!all\n)(?=[A-Za-z_])/, readFunctionary],
  [/<\|tool_calls_section_begin\|>/, readKimi],
  [/<\|START_ACTION\|>/, (cursor) => callsIn(cursor.jsonBefore('<|END_ACTION|>'))],
  [/<\|tools_prefix\|>/, readApertus],
];

/** Every marker; a reply is searched once, forward. */
export const CALL_MARKER = new RegExp(FORMS.map(([marker]) => `(${marker.source})`).join('|'), 'g');

/** The markers as plain text, to see a reply that ends in the middle of one. */
export const MARKER_TEXTS = [
  '<tool_call>',
  '<function_call>',
  '<TOOLCALL>',
  '<minimax:tool_call>',
  '<function=',
  '<function name=',
  '<invoke name=',
  '<|python_tag|>',
  '[TOOL_CALLS]',
  '<｜tool▁calls▁begin｜>',
  '<|tool_call|>',
  'functools[',
  '<|tool_calls_section_begin|>',
  '<|START_ACTION|>',
  '<|tools_prefix|>',
] as const;

/** Reads what follows a match of `CALL_MARKER`; the cursor stands after the marker and is moved past the calls. */
export function readForm(match: RegExpMatchArray, cursor: CallCursor): PrintedCall[] {
  const index = FORMS.findIndex((_, form) => match[form + 1] !== undefined);
  const reader = FORMS[index]?.[1];
  if (reader === undefined) throw new BrokenCall(INCOMPLETE);
  return reader(cursor, match[0]);
}

/** Hermes, Qwen, Granite, Nemotron, MiniMax and others: a tag round JSON, or round Qwen3-Coder's or Anthropic's XML. */
function readTagged(cursor: CallCursor, marker: string): PrintedCall[] {
  const close = `</${marker.slice(1)}`;
  const xml: PrintedCall[] = [];
  for (;;) {
    const tag = cursor.match(/<function(?:=| name=)|<invoke name=/y);
    if (tag === undefined) break;
    xml.push(readFunctionTag(cursor, tag[0]));
  }
  if (xml.length > 0) {
    cursor.require(close);
    return xml;
  }
  const glm = cursor.match(/([A-Za-z_][\w-]{0,63})\s*(?=<arg_key>)/y);
  if (glm?.[1] !== undefined) return [readArgumentPairs(cursor, glm[1], close)];
  const calls = callsIn(cursor.jsonBefore(close));
  return calls;
}

/** `<function=NAME>`, `<function name="NAME">` or `<invoke name="NAME">` with JSON or `<parameter=KEY>` inside. */
function readFunctionTag(cursor: CallCursor, marker: string): PrintedCall {
  const tool = cursor.match(/"?([^<>"\s]{1,200})"?\s*>/y)?.[1];
  if (tool === undefined) throw new BrokenCall(INCOMPLETE);
  const close = marker.startsWith('<invoke') ? '</invoke>' : '</function>';
  if (cursor.take(close)) return { tool, input: { value: {} }, repaired: false };
  const values = new Map<string, Json>();
  for (;;) {
    const key = cursor.match(/<parameter(?:=| name=)"?([^<>"\s]{1,200})"?\s*>/y)?.[1];
    if (key === undefined) break;
    const value = cursor.until('</parameter>');
    if (value.includes('<parameter=') || values.has(key) || key === '__proto__') {
      throw new BrokenCall("The reply holds a tool call whose parameters can't be told apart. Nothing was run.");
    }
    values.set(key, value.replace(/^\r?\n/, '').replace(/\r?\n$/, ''));
  }
  if (values.size > 0) {
    cursor.require(close);
    return { tool, input: { value: Object.fromEntries(values) }, repaired: false };
  }
  const { value, repaired } = cursor.jsonBefore(close);
  return { tool, input: { value }, repaired };
}

/** GLM: `NAME <arg_key>k</arg_key><arg_value>v</arg_value> … </tool_call>`. */
function readArgumentPairs(cursor: CallCursor, tool: string, close: string): PrintedCall {
  const values = new Map<string, Json>();
  while (cursor.take('<arg_key>')) {
    const key = cursor.until('</arg_key>').trim();
    cursor.require('<arg_value>');
    if (values.has(key) || key === '__proto__') throw new BrokenCall(INCOMPLETE);
    values.set(key, cursor.until('</arg_value>').trim());
  }
  cursor.require(close);
  return { tool, input: { value: Object.fromEntries(values) }, repaired: false };
}

/** Llama 3: JSON objects divided by `;`, or `NAME.call(key="value")`. */
function readPythonTag(cursor: CallCursor): PrintedCall[] {
  const python = cursor.match(/([A-Za-z_][\w-]{0,63})(?:\.call)?\(/y)?.[1];
  if (python !== undefined) return [{ tool: python, input: { value: readKeywords(cursor) }, repaired: false }];
  const calls = callsIn({ value: cursor.json(), repaired: false });
  while (cursor.take(';')) calls.push(...callsIn({ value: cursor.json(), repaired: false }));
  return calls;
}

function readKeywords(cursor: CallCursor): { [key: string]: Json } {
  const values = new Map<string, Json>();
  while (!cursor.take(')')) {
    const key = cursor.match(/([A-Za-z_]\w{0,63})\s*=/y)?.[1];
    if (key === undefined || values.has(key) || key === '__proto__') throw new BrokenCall(INCOMPLETE);
    const word = cursor.match(/(?:True|False|None)(?!\w)/y)?.[0];
    if (word === undefined) values.set(key, cursor.json());
    else values.set(key, word === 'None' ? null : word === 'True');
    if (!cursor.take(',')) {
      cursor.require(')');
      break;
    }
  }
  return Object.fromEntries(values);
}

/** Mistral: a list, or `NAME[CALL_ID]id[ARGS]{…}`, or `NAME{…}`. */
function readMistral(cursor: CallCursor): PrintedCall[] {
  const tool = cursor.match(/([A-Za-z_][\w.-]{0,63})(?:\[CALL_ID\][\w-]{0,64})?(?:\[ARGS\])?(?=\s*\{)/y)?.[1];
  if (tool !== undefined) return [{ tool, input: { value: cursor.json() }, repaired: false }];
  return readBareList(cursor);
}

/** Granite, Firefunction: a list right after the marker. */
function readBareList(cursor: CallCursor): PrintedCall[] {
  return callsIn({ value: cursor.json(), repaired: false });
}

/** DeepSeek R1 and V3 (`function<sep>NAME` and a JSON fence) and V3.1 (`NAME<sep>{…}`). */
function readDeepSeek(cursor: CallCursor, marker: string): PrintedCall[] {
  const calls: PrintedCall[] = [];
  let bare = marker === '<｜tool▁calls｜>';
  while (cursor.take('<｜tool▁call▁begin｜>') || bare) {
    bare = false;
    const first = cursor.until('<｜tool▁sep｜>').trim();
    const fenced = cursor.match(/([^\s<`]{1,200})[ \t]*\n```(?:json)?\s/y)?.[1];
    const value = cursor.json();
    if (fenced !== undefined) cursor.require('```');
    cursor.require('<｜tool▁call▁end｜>');
    calls.push({ tool: fenced ?? first, input: { value }, repaired: false });
  }
  cursor.require('<｜tool▁calls▁end｜>');
  if (calls.length === 0) throw new BrokenCall(INCOMPLETE);
  return calls;
}

/** Functionary 3.2: `>>>NAME` and JSON below. */
function readFunctionary(cursor: CallCursor): PrintedCall[] {
  const tool = cursor.match(/([A-Za-z_][\w-]{0,63})[ \t]*\n/y)?.[1];
  if (tool === undefined) throw new BrokenCall(INCOMPLETE);
  return [{ tool, input: { value: cursor.json() }, repaired: false }];
}

/** Kimi K2: `functions.NAME:INDEX`. */
function readKimi(cursor: CallCursor): PrintedCall[] {
  const calls: PrintedCall[] = [];
  while (cursor.take('<|tool_call_begin|>')) {
    const id = cursor.until('<|tool_call_argument_begin|>').trim();
    const value = cursor.json();
    cursor.require('<|tool_call_end|>');
    calls.push({ tool: id.replace(/^functions\./, '').replace(/:\d+$/, ''), input: { value }, repaired: false });
  }
  cursor.require('<|tool_calls_section_end|>');
  if (calls.length === 0) throw new BrokenCall(INCOMPLETE);
  return calls;
}

/** Apertus: a list of objects whose only key is the name. */
function readApertus(cursor: CallCursor): PrintedCall[] {
  const { value, repaired } = cursor.jsonBefore('<|tools_suffix|>');
  const calls = (Array.isArray(value) ? value : [value]).map((item): PrintedCall => {
    const entry = isObject(item) ? Object.entries(item) : [];
    if (entry.length !== 1 || entry[0] === undefined) throw new BrokenCall(notACall());
    return { tool: entry[0][0], input: { value: entry[0][1] }, repaired };
  });
  return calls;
}

function callsIn({ value, repaired }: { value: Json; repaired: boolean }): PrintedCall[] {
  const calls = readCallObjects(value, repaired);
  if (calls === undefined) throw new BrokenCall(notACall());
  return calls;
}

function notACall(): string {
  return 'The reply holds a tool call without the name of a tool or with parts nobody knows. Nothing was run.';
}
