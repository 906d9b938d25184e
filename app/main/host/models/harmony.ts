import { BrokenCall, CallCursor, INCOMPLETE } from './call-cursor.ts';
import type { PrintedCall } from './call-object.ts';
import { inRanges, quotedRanges } from './quoted-ranges.ts';

/** A gpt-oss reply by channel: what it said, what it thought, what it calls. */
export interface HarmonyReply {
  content: string;
  reasoning: string;
  calls: PrintedCall[];
}

const TOKEN = /<\|(?:start|channel|message|constrain|end|call|return)\|>/g;

const OPENING = /<\|channel\|>|<\|start\|>assistant|(?:^|\s)to=functions\.[\w-]+[^\n]{0,80}<\|message\|>/;

/** True where the text is in gpt-oss's own format, which its servers at times let through; quoted, it is only text. */
export function isHarmony(text: string): boolean {
  const opening = OPENING.exec(text);
  return opening !== null && !inRanges(quotedRanges(text))(opening.index);
}

/**
 * Reads gpt-oss's format: messages of a header and a body. A recipient in the header (`to=functions.NAME`) makes a
 * call, and only there: text of the analysis channel is reasoning and never runs (rule R5). The end token may be
 * missing, as servers swallow it, but then the JSON must be whole and last (rule R6). Throws `BrokenCall`.
 */
export function readHarmony(text: string): HarmonyReply {
  const reply: HarmonyReply = { content: '', reasoning: '', calls: [] };
  const content: string[] = [];
  const reasoning: string[] = [];
  const partial = /<(?:\|[a-z]{0,12}\|?)?$/.exec(text);
  const cursor = new CallCursor(text, 0);
  while (!cursor.atEnd()) {
    const bodyAt = text.indexOf('<|message|>', cursor.position);
    if (bodyAt === -1) {
      if (/to=/.test(text.slice(cursor.position))) throw new BrokenCall(INCOMPLETE);
      break;
    }
    const header = lastHeader(text.slice(cursor.position, bodyAt));
    cursor.position = bodyAt + '<|message|>'.length;
    const recipient = /(?:^|\s|>)to=(?:functions\.)?([\w.-]{1,200})/.exec(header)?.[1];
    if (recipient !== undefined && recipient !== 'assistant' && recipient !== 'user') {
      reply.calls.push({ tool: recipient, input: { value: cursor.json() }, repaired: false });
      if (
        !cursor.match(/<\|(?:call|end|return)\|>/y) &&
        !/^\s*(?:$|<\|start\|>|<\|channel\|>)/.test(text.slice(cursor.position, cursor.position + 200))
      ) {
        throw new BrokenCall(INCOMPLETE);
      }
      continue;
    }
    const end = nextToken(text, cursor.position);
    const body = text.slice(cursor.position, end.start);
    (/<\|channel\|>\s*analysis/.test(header) ? reasoning : content).push(body.trim());
    cursor.position = end.next;
  }
  if (partial !== null && reply.calls.length > 0) throw new BrokenCall(INCOMPLETE);
  return { ...reply, content: joined(content), reasoning: joined(reasoning) };
}

/** A stray header before the real one (`<|channel|>commentary to=assistant<|channel|>analysis`) does not count. */
function lastHeader(header: string): string {
  const start = header.lastIndexOf('<|start|>');
  const own = start === -1 ? header : header.slice(start);
  const first = own.indexOf('<|channel|>');
  const last = own.lastIndexOf('<|channel|>');
  return first === last ? own : own.slice(last);
}

function nextToken(text: string, from: number): { start: number; next: number } {
  TOKEN.lastIndex = from;
  const found = TOKEN.exec(text);
  if (found === null) return { start: text.length, next: text.length };
  const ends = /end|call|return/.test(found[0]);
  return { start: found.index, next: ends ? found.index + found[0].length : found.index };
}

function joined(parts: string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}
