import { splitReasoning } from './split-reasoning.ts';
import { endOfBalanced } from './strict-json.ts';

/**
 * What a ReAct reply is. `call`: one action, its input as written (`''` for none). `printed`: an action written as
 * JSON, for the reader of printed calls. `final`: the answer; `offProtocol` where the reply followed no protocol and
 * is taken whole (row A2.4). `problem`: none of these (a broken call, a call and an answer at once, nothing at all);
 * the model is told and asked again, and nothing runs.
 */
export type ReactReply =
  | { type: 'call'; thought: string; tool: string; inputText: string }
  | { type: 'printed'; thought: string; text: string }
  | { type: 'final'; text: string; offProtocol: boolean }
  | { type: 'problem'; message: string };

type Marker = 'thought' | 'action' | 'input' | 'observation' | 'final';

interface Line {
  start: number;
  end: number;
  marker?: Marker;
  /** Where the text after the marker begins. */
  content: number;
  bold: boolean;
}

const MARKER =
  /^[ \t]*([*_#]{0,6})[ \t]*(thought|action(?: ?\d{1,3})? ?input(?: ?\d{1,3})?|action(?: ?\d{1,3})?|observation(?: ?\d{1,3})?|final ?answer)[ \t]{0,4}([*_]{0,4})[ \t]{0,4}[:：][ \t]{0,8}([*_]{0,4})/i;

/** A marker in the middle of a line counts only for the answer, as it is written in the protocol (case R25). */
const INLINE_FINAL = /(?<=^|[\s.!?"'*)\]…])Final Answer[ \t]{0,4}[:：]/;

const NO_ACTION = /^(?:none|n\/a|no action(?: needed| required)?)(?![\w-])/i;

/**
 * Reads one ReAct reply of a model, whole (the result does not depend on how it was streamed, rule R15). Takes the
 * text and the names that are offered; a name is cleaned of markdown and quotes only where the cleaned name exists
 * (case R18), else it stays as written and is an unknown tool. Only markers at the start of a line count (R10, R24).
 * Everything from an `Observation:` of the model's own on is dropped (rows A2.10, R3). Pure, linear in the text.
 */
export function parseReact(text: string, toolNames: readonly string[]): ReactReply {
  const { callable, visible, unclosed } = splitReasoning(text.replaceAll('\r\n', '\n'));
  const body = withoutFence(callable.trim());
  if (body === '') {
    if (!unclosed) return problem('The reply was empty. Write an action, or the final answer.');
    return problem('The reply ended inside its reasoning. Write an action, or the final answer.');
  }
  const lines = linesOf(body);
  const first = lines.findIndex((line) => isOneOf(line, ['action', 'final', 'observation']));
  const line = lines[first];
  if (line?.marker === 'action') return readAction(body, lines, first, toolNames);
  if (lines.slice(0, first === -1 ? undefined : first).some((other) => other.marker === 'input')) {
    return problem('There is an Action Input without an Action before it. Write both, or a Final Answer.');
  }
  if (line?.marker === 'final') return readFinal(body, lines, first);
  if (line?.marker === 'observation') {
    return problem('The reply holds an Observation that the model wrote itself. Write an action, or the final answer.');
  }
  const inline = INLINE_FINAL.exec(body);
  if (inline !== null) return answer(body.slice(inline.index + inline[0].length));
  return { type: 'final', text: visible.trim(), offProtocol: true };
}

function readAction(body: string, lines: Line[], at: number, toolNames: readonly string[]): ReactReply {
  const thought = thoughtOf(body, lines, at);
  const named = nameOf(body, lines, at);
  if (named === undefined) {
    return problem('There is an Action without the name of a tool. Write the name after "Action:".');
  }
  if (/^(?:```|[{[])/.test(named.name)) {
    return { type: 'printed', thought, text: body.slice(lines[named.line]?.start).trim() };
  }
  const tool = cleanName(named.name, toolNames);
  if (!toolNames.includes(tool) && NO_ACTION.test(tool)) return readNoAction(body, lines, at, thought);
  if (named.inline !== undefined) return { type: 'call', thought, tool, inputText: named.inline };
  const inputAt = lines.findIndex((line, index) => index > named.line && line.marker !== undefined);
  const inputLine = lines[inputAt];
  if (inputLine?.marker !== 'input') return { type: 'call', thought, tool, inputText: named.rest };
  const input = readInput(body, lines, inputAt);
  const later = lines.find((line) => line.start >= input.end && isOneOf(line, ['final', 'observation']));
  if (later?.marker === 'final') {
    return problem('The reply has an action and a final answer at once. Write one of them; nothing was run.');
  }
  return { type: 'call', thought, tool, inputText: input.text };
}

/** Row A2.12: the first line with text after `Action:` is the name. */
function nameOf(
  body: string,
  lines: Line[],
  at: number,
): { name: string; line: number; rest: string; inline?: string } | undefined {
  for (let index = at; index < lines.length; index++) {
    const line = lines[index];
    if (line === undefined || (index > at && line.marker !== undefined)) return undefined;
    const written = body.slice(line.content, line.end).trim();
    if (written === '' || /^[*_`"'.]+$/.test(written)) continue;
    const inline = /^(.{1,100}?)[ \t]+Action Input[ \t]{0,4}[:：]/i.exec(written);
    if (inline?.[1] !== undefined) {
      const input = written.slice(inline[0].length).trim();
      return { name: inline[1], line: index, rest: '', inline: input };
    }
    return { name: written, line: index, rest: '' };
  }
  return undefined;
}

/** `Action: None`: the model says that no tool fits; what it thought or wrote below is its answer (rule R1). */
function readNoAction(body: string, lines: Line[], at: number, thought: string): ReactReply {
  const rest = lines.slice(at + 1);
  const final = rest.findIndex((line) => line.marker === 'final');
  if (final !== -1) return readFinal(body, lines, at + 1 + final);
  const until = rest.find((line) => line.marker !== undefined)?.start ?? body.length;
  const below = body.slice(lines[at]?.end ?? body.length, until).trim();
  const text = [thought, below].filter((part) => part !== '').join('\n\n');
  if (text === '') return problem('The reply names no action and gives no answer. Write the final answer.');
  return answer(text);
}

function readInput(body: string, lines: Line[], at: number): { text: string; end: number } {
  const line = lines[at];
  const from = line?.content ?? body.length;
  const start = from + (/^\s*/.exec(body.slice(from))?.[0].length ?? 0);
  const stop = lines.find((other, index) => index > at && other.marker !== undefined)?.start ?? body.length;
  const fence = fencedAt(body, start);
  if (fence !== undefined) return fence;
  const opener = body.charAt(start);
  if (opener === '{' || opener === '[') {
    const end = endOfBalanced(body, start);
    if (end !== undefined) {
      const next = lines.find((other) => other.start >= end && other.marker !== undefined)?.start ?? body.length;
      const text = body.slice(start, next).trim();
      return { text: text.endsWith('**') ? text.slice(0, -2).trim() : text, end };
    }
  }
  return { text: body.slice(start, Math.max(start, stop)).trim(), end: stop };
}

/** The inside of a fenced block that begins at `start` (case R16), and where it ends. Markers inside are its text. */
function fencedAt(body: string, start: number): { text: string; end: number } | undefined {
  if (!body.startsWith('```', start)) return undefined;
  const opened = body.indexOf('\n', start);
  if (opened === -1) return undefined;
  const closed = body.indexOf('\n```', opened);
  if (closed === -1) return undefined;
  return { text: body.slice(opened + 1, Math.max(opened + 1, closed)).trim(), end: closed + 4 };
}

/** The answer ends where the model goes on with protocol of its own: an Observation, or an Action with its input (R8). */
function readFinal(body: string, lines: Line[], at: number): ReactReply {
  const line = lines[at];
  const lastInput = lines.findLastIndex((other) => other.marker === 'input');
  const cut = lines.find(
    (other, index) =>
      index > at && (other.marker === 'observation' || (other.marker === 'action' && index < lastInput)),
  );
  const text = body.slice(line?.content ?? 0, cut?.start ?? body.length).trim();
  return answer(line?.bold === true && text.endsWith('**') ? text.slice(0, -2) : text);
}

function answer(written: string): ReactReply {
  const text = written.trim();
  if (text === '') return problem('The final answer is empty. Write it after "Final Answer:".');
  return { type: 'final', text, offProtocol: false };
}

function thoughtOf(body: string, lines: Line[], at: number): string {
  return lines
    .slice(0, at)
    .map((line) => body.slice(line.marker === 'thought' ? line.content : line.start, line.end))
    .join('\n')
    .trim();
}

/** `calc` from `**calc**`, `` `calc` ``, `"calc"`, `calc()`, `calc.`: only where that tool exists (case R18, rule R9). */
function cleanName(written: string, toolNames: readonly string[]): string {
  if (written.length > 200) return written.slice(0, 200);
  const bare = written.replace(/^[\s*_]+|[\s*_]+$/g, '');
  for (const candidate of [written, bare, bare.replace(/^[`"'*[(]+|(?:\(\)|[`"'*\])).:,;])+$/g, '').trim()]) {
    if (toolNames.includes(candidate)) return candidate;
  }
  return bare;
}

/** A reply that is one fenced block is read inside (case R22), where the protocol stands in it. */
function withoutFence(text: string): string {
  if (!text.startsWith('```') || !text.endsWith('```')) return text;
  const opened = text.indexOf('\n');
  const inner = opened === -1 ? '' : text.slice(opened + 1, -3).trim();
  return linesOf(inner).some((line) => line.marker !== undefined) ? inner : text;
}

function linesOf(body: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start <= body.length) {
    const newline = body.indexOf('\n', start);
    const end = newline === -1 ? body.length : newline;
    lines.push(lineAt(body, start, end));
    start = end + 1;
  }
  return lines;
}

/** The protocol marker at the start of the line from `start` to `end`, and where the text after it begins. */
export function reactMarkerOf(
  text: string,
  start: number,
  end: number,
): { marker: Marker; content: number } | undefined {
  const { marker, content } = lineAt(text, start, end);
  return marker === undefined ? undefined : { marker, content };
}

function lineAt(body: string, start: number, end: number): Line {
  const match = MARKER.exec(body.slice(start, Math.min(end, start + 200)));
  if (match?.[2] === undefined) return { start, end, content: start, bold: false };
  const opened = match[1] ?? '';
  const closedBefore = match[3] ?? '';
  const after = match[4] ?? '';
  const length = match[0].length;
  const follows = body.charAt(start + length);
  const eatsStars = after === '' || (opened !== '' && closedBefore === '') || follows === '' || /\s/.test(follows);
  return {
    start,
    end,
    marker: markerOf(match[2]),
    content: start + length - (eatsStars ? 0 : after.length),
    bold: opened.includes('*') && closedBefore === '' && after === '',
  };
}

function markerOf(written: string): Marker {
  if (/input/i.test(written)) return 'input';
  if (/^action/i.test(written)) return 'action';
  if (/^final/i.test(written)) return 'final';
  return /^thought/i.test(written) ? 'thought' : 'observation';
}

function isOneOf(line: Line, markers: readonly Marker[]): boolean {
  return line.marker !== undefined && markers.includes(line.marker);
}

function problem(message: string): ReactReply {
  return { type: 'problem', message };
}
