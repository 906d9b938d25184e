import { BrokenCall, CallCursor, INCOMPLETE } from './call-cursor.ts';
import { CALL_MARKER, MARKER_TEXTS, readForm } from './call-forms.ts';
import { hasInput, type PrintedCall, readCallObjects } from './call-object.ts';
import { isHarmony, readHarmony } from './harmony.ts';
import { inRanges, quotedRanges } from './quoted-ranges.ts';
import { splitReasoning } from './split-reasoning.ts';
import { endOfBalanced } from './strict-json.ts';

/**
 * A reply of a model that may print its calls as text. `text` is what it said besides. `problem`: it holds a call that
 * is broken, cut off or only shown; then nothing of it runs and it is no answer either (asks B34).
 */
export type CallText = { text: string; reasoning: string } & (
  | { type: 'calls'; calls: PrintedCall[] }
  | { type: 'none' }
  | { type: 'problem'; message: string }
);

const END_TOKENS =
  /(?:\s|<\|(?:im_end|eot_id|eom_id|end_of_text|endoftext|return|end)\|>|<\/s>|<｜end▁of▁sentence｜>)+$/;
const STRAY_END = /^\s*<\/(?:tool_calls?|function_calls?|tool|function)>\s*$/;
const SHOWN =
  'The reply only shows a tool call; nothing was run. To call the tool, make the call and nothing else; ' +
  'to answer, leave the call out.';

/**
 * Finds the calls that a model printed as text (rules R4–R6, asks B34), in every form `call-forms.ts` lists, in
 * gpt-oss's, and as bare JSON where that is the whole reply. Takes the whole text and the names that are offered.
 * Nothing inside reasoning, code blocks or backticks is a call. All or nothing: one broken call and none runs, so that
 * no proper prefix of a call is one. Pure, linear in the text.
 */
export function parseCallText(text: string, toolNames: readonly string[]): CallText {
  const split = splitReasoning(text.replaceAll('\r\n', '\n'));
  let { reasoning } = split;
  try {
    if (isHarmony(split.callable)) {
      const harmony = readHarmony(split.callable);
      const said = { text: harmony.content, reasoning: joined(reasoning, harmony.reasoning) };
      return harmony.calls.length > 0 ? { type: 'calls', calls: harmony.calls, ...said } : { type: 'none', ...said };
    }
    const body = withoutEndTokens(split.callable);
    if (body === '' && split.unclosed && split.visible.trim() === '') {
      throw new BrokenCall('The reply ended inside its reasoning. Write the answer, or make the call.');
    }
    const whole = readWhole(body, toolNames);
    if (whole !== undefined) return { type: 'calls', calls: whole, text: '', reasoning };
    const marked = readMarked(body);
    if (marked !== undefined) return { type: 'calls', ...marked, reasoning };
    if (toolNames.length > 0) refusePartial(body, toolNames);
    const visible = split.visible === split.callable ? body : split.visible;
    return { type: 'none', text: withoutRecipient(visible), reasoning };
  } catch (error) {
    if (!(error instanceof BrokenCall)) throw error;
    reasoning = split.reasoning;
    return { type: 'problem', message: error.message, text: split.visible.trim(), reasoning };
  }
}

/** A reply that is one call or list of calls and nothing else: bare, in one code block, or in a tag that says nothing. */
function readWhole(body: string, toolNames: readonly string[]): PrintedCall[] | undefined {
  const inner = withoutWrapper(withoutFence(body, toolNames));
  const named = /^([A-Za-z_][\w-]{0,63})[ \t]*\n\s*(?=\{)/.exec(inner);
  if (named?.[1] !== undefined && toolNames.includes(named[1])) {
    const cursor = new CallCursor(inner, named[0].length);
    const value = cursor.json();
    cursor.skipSpace();
    if (cursor.atEnd()) return [{ tool: named[1], input: { value }, repaired: false }];
  }
  if (!/^[{[]/.test(inner)) return inner === body ? undefined : readMarked(inner)?.calls;
  return readBare(inner, toolNames);
}

function readBare(inner: string, toolNames: readonly string[]): PrintedCall[] | undefined {
  const cursor = new CallCursor(inner, 0);
  const calls: PrintedCall[] = [];
  try {
    do {
      const value = cursor.json();
      const found = readCallObjects(value);
      const list = Array.isArray(value) ? value : [value];
      if (found === undefined || !isCall(found, list, toolNames)) {
        return calls.length === 0 ? undefined : shown();
      }
      calls.push(...found);
      cursor.take(';');
      cursor.skipSpace();
    } while (/[{[]/.test(inner.charAt(cursor.position)));
  } catch (error) {
    if (!(error instanceof BrokenCall)) throw error;
    if (toolNames.length === 0) return undefined;
    if (error.message === INCOMPLETE) throw error;
    return readMended(inner, toolNames);
  }
  const rest = inner.slice(cursor.position);
  if (rest === '' || STRAY_END.test(rest)) return calls;
  return calls.some((call) => toolNames.includes(call.tool)) ? shown() : undefined;
}

/** A known name is a call. An unknown one is, if it has arguments and these do not describe a tool. */
function isCall(
  found: PrintedCall[],
  list: readonly Parameters<typeof hasInput>[0][],
  toolNames: readonly string[],
): boolean {
  return found.every((call) => toolNames.includes(call.tool)) || (list.every(isWrapped) && toolNames.length > 0);
}

function isWrapped(value: Parameters<typeof hasInput>[0]): boolean {
  const text = JSON.stringify(value).slice(0, 40);
  return hasInput(value) || /^\{"(?:tool_calls?|function_call)":/.test(text);
}

/** A whole reply of nearly-JSON with single quotes and the like is a call only if it names a tool that exists. */
function readMended(inner: string, toolNames: readonly string[]): PrintedCall[] | undefined {
  if (endOfBalanced(inner, 0) !== inner.length) return undefined;
  try {
    const cursor = new CallCursor(`${inner}\u0000`, 0);
    const { value, repaired } = cursor.jsonBefore('\u0000');
    const calls = readCallObjects(value, repaired);
    return calls?.every((call) => toolNames.includes(call.tool)) === true ? calls : undefined;
  } catch (error) {
    if (!(error instanceof BrokenCall)) throw error;
    if (toolNames.some((name) => inner.includes(`"${name}"`))) throw error;
    return undefined;
  }
}

/** Calls behind markers, anywhere outside code blocks and backticks; what stands between them is the text. */
function readMarked(body: string): { calls: PrintedCall[]; text: string } | undefined {
  const isQuoted = inRanges(quotedRanges(body));
  const calls: PrintedCall[] = [];
  const text: string[] = [];
  let last = 0;
  for (const match of body.matchAll(CALL_MARKER)) {
    if (match.index < last) continue;
    if (isQuoted(match.index)) continue;
    const cursor = new CallCursor(body, match.index + match[0].length);
    calls.push(...readForm(match, cursor));
    text.push(body.slice(last, match.index));
    last = cursor.position;
  }
  if (calls.length === 0) return undefined;
  const tail = body.slice(last);
  if (endsInMarker(tail)) throw new BrokenCall(INCOMPLETE);
  text.push(STRAY_END.test(tail) ? '' : tail);
  return { calls, text: withoutRecipient(text.join('').trim()) };
}

/** A reply without a call may still end in the beginning of one, or show one; neither is an answer. */
function refusePartial(body: string, toolNames: readonly string[]): void {
  if (endsInMarker(body)) throw new BrokenCall(INCOMPLETE);
  const lines = /(?:^|\n)[ \t]*(?:```(?:json|xml)?[ \t]*\n\s*)?(?=[{[])/g;
  const at = lines.exec(body);
  if (at === null) return;
  const start = at.index + at[0].length;
  const tail = body.slice(start).replace(/\n```$/, '');
  if (!toolNames.some((name) => tail.slice(0, 400).includes(`"${name}"`))) return;
  const cursor = new CallCursor(tail, 0);
  const calls = readCallObjects(cursor.json());
  cursor.skipSpace();
  if (calls?.some((call) => toolNames.includes(call.tool)) === true && cursor.atEnd()) throw new BrokenCall(SHOWN);
}

/** True where the text ends in the middle of a marker: at least four characters of it, or nothing but that. */
function endsInMarker(text: string): boolean {
  const whole = text.trim();
  return MARKER_TEXTS.some((marker) => {
    for (let length = Math.min(marker.length - 1, whole.length); length > 0; length--) {
      if (length < 4 && length < whole.length) return false;
      if (whole.endsWith(marker.slice(0, length))) return true;
    }
    return false;
  });
}

function withoutFence(body: string, toolNames: readonly string[]): string {
  const opened = /^```[\w-]*[ \t]*\n/.exec(body);
  if (opened === null) return body;
  const close = body.indexOf('```', opened[0].length);
  if (close === -1) {
    const inner = body.slice(opened[0].length).trimStart();
    if (/^(?:[{[]|<)/.test(inner) && toolNames.length > 0) throw new BrokenCall(INCOMPLETE);
    return body;
  }
  return close + 3 === body.length ? body.slice(opened[0].length, close).trim() : body;
}

function withoutWrapper(body: string): string {
  const tag = /^<(response|json|xml|tools|tool|JSON)>/.exec(body)?.[1];
  if (tag === undefined) return body;
  const inner = body.slice(tag.length + 2);
  if (!inner.endsWith(`</${tag}>`)) {
    if (/^\s*\{/.test(inner)) throw new BrokenCall(INCOMPLETE);
    return body;
  }
  return inner.slice(0, -(tag.length + 3)).trim();
}

/** Functionary's `all` recipient, Cohere's response tokens: not part of what was said. */
function withoutRecipient(text: string): string {
  return text
    .replace(/^(?:>>>)?all\n/, '')
    .replace(/^<\|START_RESPONSE\|>/, '')
    .replace(/<\|END_RESPONSE\|>$/, '')
    .trim();
}

function withoutEndTokens(text: string): string {
  const body = text.trim();
  const tail = body.slice(-200);
  return body.slice(0, body.length - tail.length) + tail.replace(END_TOKENS, '');
}

function shown(): never {
  throw new BrokenCall(SHOWN);
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}
