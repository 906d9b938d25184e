import type { FieldOrigin } from '#contract/approval';
import type { Json } from '#contract/ids';
import type { ToolCall } from '#contract/tool';
import type { TextMark } from '../../components/exact-text.tsx';
import { toolName } from '../run/describe-call.ts';

/** Text of arguments, with what of it stands word for word in text from outside. */
export interface MarkedText {
  text: string;
  marks: TextMark[];
}

type Origins = readonly FieldOrigin[];

function pointerOf(parent: string, name: string): string {
  return `${parent}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The value that a JSON Pointer (RFC 6901) names; undefined where there is none. */
export function valueAt(input: Json, pointer: string): Json | undefined {
  let value: Json | undefined = input;
  for (const part of pointer.split('/').slice(1)) {
    if (value === null || typeof value !== 'object') return undefined;
    value = new Map<string, Json>(Object.entries(value)).get(part.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return value;
}

/** The stretches of one value that came from outside, in units of the value. */
function spansAt(pointer: string, origins: Origins): TextMark[] {
  return origins.flatMap(({ field, from, span }) => (from === 'outside' && field === pointer && span ? [span] : []));
}

function join(parts: readonly MarkedText[], between = ''): MarkedText {
  let text = '';
  const marks: TextMark[] = [];
  for (const [index, part] of parts.entries()) {
    if (index > 0) text += between;
    marks.push(...part.marks.map(({ start, end }) => ({ start: start + text.length, end: end + text.length })));
    text += part.text;
  }
  return { text, marks };
}

const plain = (text: string): MarkedText => ({ text, marks: [] });

/** A value as JSON in one line, the marks of every text in it moved to where they stand there. */
function jsonOf(value: Json, pointer: string, origins: Origins): MarkedText {
  if (typeof value === 'string') {
    const place = (at: number) => JSON.stringify(value.slice(0, at)).length - 1;
    const marks = spansAt(pointer, origins).map(({ start, end }) => ({ start: place(start), end: place(end) }));
    return { text: JSON.stringify(value), marks };
  }
  if (Array.isArray(value)) {
    const items = value.map((item, index) => jsonOf(item, pointerOf(pointer, String(index)), origins));
    return join([plain('['), join(items, ','), plain(']')]);
  }
  if (value === null || typeof value !== 'object') return plain(JSON.stringify(value));
  const fields = Object.entries(value).map(([name, part]) =>
    join([plain(`${JSON.stringify(name)}:`), jsonOf(part, pointerOf(pointer, name), origins)]),
  );
  return join([plain('{'), join(fields, ','), plain('}')]);
}

function linesOf(input: Json, origins: Origins): MarkedText[] {
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return [jsonOf(input, '', origins)];
  return Object.entries(input).map(([name, value]) => {
    const pointer = pointerOf('', name);
    if (typeof value !== 'string') return join([plain(`${name}: `), jsonOf(value, pointer, origins)]);
    const between = value.includes('\n') ? ':\n' : ': ';
    return join([plain(`${name}${between}`), { text: value, marks: spansAt(pointer, origins) }]);
  });
}

/** The exact arguments as text: the tool, then each argument by name; texts of several lines stand as they are. */
export function markedArguments(call: ToolCall, origins: Origins = []): MarkedText {
  return join([plain(toolName(call)), ...linesOf(call.input, origins)], '\n');
}

/** The same without marks. */
export function exactText(call: ToolCall): string {
  return markedArguments(call).text;
}

/** The same without the tool: for places that name it already. */
export function argumentLines(input: Json): string[] {
  return linesOf(input, []).map(({ text }) => text);
}

/** From the line of the first mark on, so that it is seen. */
function fromFirstMark({ text, marks }: MarkedText): MarkedText {
  const first = Math.min(...marks.map(({ start }) => start));
  const line = marks.length === 0 ? 0 : text.lastIndexOf('\n', Math.max(0, first - 1)) + 1;
  return { text: text.slice(line), marks: marks.map(({ start, end }) => ({ start: start - line, end: end - line })) };
}

/**
 * What three lines of preview show: what stands word for word in text from outside, else the text of several lines where
 * there is one, else everything.
 */
export function previewOf(call: ToolCall, origins: Origins = []): MarkedText {
  const whole = markedArguments(call, origins);
  if (whole.marks.length > 0) return fromFirstMark(whole);
  const { input } = call;
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return whole;
  const block = Object.values(input).find((value) => typeof value === 'string' && value.includes('\n'));
  return typeof block === 'string' ? plain(block) : whole;
}

/** A value longer than this is longer than a screen: its end must have been shown (rule H3, padding). */
const SCREEN_LINES = 40;
const SCREEN_CHARACTERS = 4000;

/** Whether a text is longer than a screen. */
export function longerThanScreen(text: string): boolean {
  return text.length > SCREEN_CHARACTERS || text.split('\n').length > SCREEN_LINES;
}
