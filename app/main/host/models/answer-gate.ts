import type { Protocol } from '#contract/model';
import { MARKER_TEXTS } from './call-forms.ts';
import { reactMarkerOf } from './parse-react.ts';

/** How far the text may be shown: from where the answer begins to where it is certain that it is the answer. */
interface Span {
  start: number;
  end: number;
}

type Scan = (text: string) => Span;

const HELD_TEXTS = [
  ...MARKER_TEXTS,
  '<tool_calls>',
  '<function_calls>',
  '<tool>',
  '<tools>',
  '<json>',
  '<xml>',
  '<response>',
  '<think',
  '</think',
  '<reasoning>',
  '<seed:think>',
  '[THINK]',
  '<|channel|>',
  '<|start|>',
  '<|START_THINKING|>',
  '<｜tool▁calls｜>',
].map((text) => text.toLowerCase());
const LONGEST = Math.max(...HELD_TEXTS.map((text) => text.length));

/**
 * Decides which text of a streaming reply may be shown at once: the answer, and nothing that may still turn out to be
 * a call, protocol or reasoning (row A21.6: turns with calls are not streamed). What is held back comes out at the
 * end, if the reply is an answer. The parts add up to the answer, however the text was split.
 */
export class AnswerGate {
  private readonly scan: Scan;
  private text = '';
  private shownTo = 0;
  private output = '';

  constructor(protocol: Protocol, toolNames: readonly string[]) {
    this.scan = protocol === 'react' ? reactScan() : nativeScan(toolNames);
  }

  /** Takes the next piece of the reply; returns what may be shown now, often nothing. */
  push(delta: string): string {
    this.text += delta;
    const span = this.scan(this.text);
    const from = Math.max(this.shownTo, span.start);
    const fresh = this.text.slice(from, Math.max(from, span.end)).trimEnd();
    const next = this.output === '' ? fresh.trimStart() : fresh;
    if (next === '') return '';
    this.shownTo = from + fresh.length;
    this.output += next;
    return next;
  }

  /** Takes the answer as it was read in the end; returns what of it was not shown yet. */
  finish(answer: string): string {
    return answer.startsWith(this.output) ? answer.slice(this.output.length) : '';
  }
}

/** Native replies are the answer from their first character to the first marker of a printed call or of reasoning. */
function nativeScan(toolNames: readonly string[]): Scan {
  const findHeld = heldSearch();
  return (text) => {
    const held = findHeld(text);
    if (toolNames.length > 0 && mayBeCall(text, toolNames)) return { start: 0, end: 0 };
    return { start: 0, end: held ?? text.length - pendingLength(text) };
  };
}

/** ReAct replies are the answer from `Final Answer:` at the start of a line to the next line of protocol. */
function reactScan(): Scan {
  const findHeld = heldSearch();
  let line = 0;
  let start: number | undefined;
  let closed: number | undefined;
  const readLine = (text: string, end: number, held: number) => {
    const found = reactMarkerOf(text, line, end);
    const protocol = found?.marker === 'action' || found?.marker === 'observation';
    if (start !== undefined) closed = protocol ? line : undefined;
    else if (protocol || held < line) closed = 0;
    else if (found?.marker === 'final') start = found.content;
  };
  return (text) => {
    const held = findHeld(text) ?? Number.POSITIVE_INFINITY;
    for (let newline = 0; closed === undefined && newline !== -1; ) {
      newline = text.indexOf('\n', line);
      readLine(text, newline === -1 ? text.length : newline, held);
      if (newline !== -1 && closed === undefined) line = newline + 1;
    }
    if (start === undefined) return { start: 0, end: 0 };
    let end = closed ?? (mayBecomeMarker(text.slice(line, line + 40)) ? Math.max(line, start) : text.length);
    end = Math.min(end, Math.max(held, start));
    while (end > start && text.charAt(end - 1) === '*') end--;
    return { start, end };
  };
}

/** Finds the first marker that is held back, looking at each piece of the text once. */
function heldSearch(): (text: string) => number | undefined {
  let searched = 0;
  let held: number | undefined;
  return (text) => {
    if (held !== undefined) return held;
    const begin = Math.max(0, searched - LONGEST);
    const fresh = text.slice(begin).toLowerCase();
    const found = HELD_TEXTS.map((marker) => fresh.indexOf(marker)).filter((index) => index !== -1);
    if (found.length > 0) held = begin + Math.min(...found);
    searched = text.length;
    return held;
  };
}

/** True while the whole reply may be a call without a marker: JSON, a code block, a tool's name on its own line. */
function mayBeCall(text: string, toolNames: readonly string[]): boolean {
  const begin = text.slice(0, 200).trimStart();
  if (begin === '' || /^(?:[{[`]|>>>)/.test(begin) || '>>>'.startsWith(begin) || 'functools'.startsWith(begin))
    return true;
  return toolNames.some(
    (name) => name.startsWith(begin) || (begin.startsWith(name) && /^\s*(?:\{|$)/.test(begin.slice(name.length))),
  );
}

/** The length of a marker that has only begun at the end of the text. */
function pendingLength(text: string): number {
  const tail = text.slice(-LONGEST).toLowerCase();
  for (let length = tail.length; length > 0; length--) {
    const piece = tail.slice(-length);
    if (HELD_TEXTS.some((held) => held.startsWith(piece))) return length;
  }
  return 0;
}

function mayBecomeMarker(line: string): boolean {
  const word = line.replace(/^[\s*_#]+/, '').toLowerCase();
  return (
    ['action', 'observation'].some((marker) => marker.startsWith(word) || word.startsWith(marker)) && word.length < 30
  );
}
