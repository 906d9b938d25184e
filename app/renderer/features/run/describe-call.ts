import type { Json } from '#contract/ids';
import { effectiveCall, type ToolCallState } from '#contract/projections/run-state';
import type { ToolCall } from '#contract/tool';
import { t } from '../../strings/translate.ts';

const LONGEST = 160;

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

function fieldsOf(input: Json): ReadonlyMap<string, Json> {
  return input !== null && typeof input === 'object' && !Array.isArray(input)
    ? new Map(Object.entries(input))
    : new Map();
}

/** The first line of code that says something: the words of a comment or docstring, else the code. */
function codeLine(code: string): string {
  const line = code.split('\n').find((one) => one.trim() !== '') ?? '';
  const comment = /^\s*(?:#|\/\/|\/\*\*?|"""|''')\s*(.+?)(?:"""|'''|\*\/)?$/.exec(line)?.[1];
  return oneLine(comment ?? line);
}

/** The name of a tool as a person reads it: `git commit`. */
export function toolName(call: ToolCall): string {
  return [call.tool, ...call.command].join(' ');
}

/** What a call does in a few words: its telling argument, shortened from the end. Never model prose. */
export function describeCall(call: ToolCall): string {
  const fields = fieldsOf(call.input);
  const text = (name: string): string | undefined => {
    const value = fields.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const url = text('url');
  if (url !== undefined) return oneLine(`${text('method') ?? 'GET'} ${url.replace(/^https:\/\//, '')}`);
  const [from, to] = [text('from'), text('to')];
  if (from !== undefined && to !== undefined) return oneLine(t('call.fromTo', { from, to }));
  const code = text('code') ?? text('script');
  if (code !== undefined) return codeLine(code);
  for (const name of ['path', 'pattern', 'query', 'question', 'expression', 'content', 'text', 'request']) {
    const value = text(name);
    if (value !== undefined) return oneLine(value);
  }
  return fields.size === 0 ? '' : oneLine(JSON.stringify(call.input));
}

/** What a group of alike calls did: the first and how many more. */
export function describeCalls(calls: readonly ToolCallState[]): string {
  const words = [...new Set(calls.map((call) => describeCall(effectiveCall(call))))].filter((one) => one !== '');
  const [first, second] = words;
  if (first === undefined) return '';
  if (second === undefined) return first;
  return words.length === 2 ? t('call.two', { first, second }) : t('call.andMore', { first, count: words.length - 1 });
}

/** The code of a call that runs code, with the language it is in. */
export function codeOf(call: ToolCall): string | undefined {
  const fields = fieldsOf(call.input);
  const code = fields.get('code') ?? fields.get('script');
  return typeof code === 'string' ? code : undefined;
}
