import { JSONRepairError, jsonrepair } from 'jsonrepair';
import type { Json } from '#contract/ids';
import { jsonDepth, MAX_DEPTH, parseStrictJson, readStrictJson, skipWhitespace } from './strict-json.ts';

/** A printed call that can't be read. Nothing of the reply runs; the message is told to the model. */
export class BrokenCall extends Error {}

export const INCOMPLETE = 'The reply holds a tool call that was cut off. Nothing was run; write the call again, whole.';

/** A reply's levels around the arguments themselves: the list, the call, its wrapper. */
const WRAPPING = 4;

/** A position in a reply, moved forward by the readers of the printed forms. */
export class CallCursor {
  readonly text: string;
  position: number;

  constructor(text: string, position: number) {
    this.text = text;
    this.position = position;
  }

  skipSpace(): void {
    this.position = skipWhitespace(this.text, this.position);
  }

  atEnd(): boolean {
    return this.position >= this.text.length;
  }

  /** Steps over `token` if it stands here, after white space. */
  take(token: string): boolean {
    this.skipSpace();
    if (!this.text.startsWith(token, this.position)) return false;
    this.position += token.length;
    return true;
  }

  /** Steps over what the sticky expression matches here, after white space. */
  match(expression: RegExp): RegExpExecArray | undefined {
    this.skipSpace();
    expression.lastIndex = this.position;
    const found = expression.exec(this.text);
    if (found === null) return undefined;
    this.position += found[0].length;
    return found;
  }

  /** Steps over `token`, which must come next: a missing end is a call that was cut off (rule R6). */
  require(token: string): void {
    if (!this.take(token)) throw new BrokenCall(this.atEnd() || this.isPrefixOf(token) ? INCOMPLETE : brokenAt(token));
  }

  /** The text up to `token`, and steps over both. */
  until(token: string): string {
    const found = this.text.indexOf(token, this.position);
    if (found === -1) throw new BrokenCall(INCOMPLETE);
    const before = this.text.slice(this.position, found);
    this.position = found + token.length;
    return before;
  }

  /** Reads one strict JSON value. */
  json(): Json {
    this.skipSpace();
    const result = readStrictJson(this.text, this.position, MAX_DEPTH + WRAPPING);
    if (!result.ok) {
      throw new BrokenCall(result.reason === 'incomplete' ? INCOMPLETE : unreadable(result.message));
    }
    this.position = result.end;
    return result.value;
  }

  /** Reads JSON that ends where `token` stands, and steps over the token; mended if it has to be (rule R7). */
  jsonBefore(token: string): { value: Json; repaired: boolean } {
    this.skipSpace();
    const result = readStrictJson(this.text, this.position, MAX_DEPTH + WRAPPING);
    if (result.ok) {
      this.position = result.end;
      this.require(token);
      return { value: result.value, repaired: false };
    }
    if (result.reason !== 'invalid') {
      throw new BrokenCall(result.reason === 'incomplete' ? INCOMPLETE : unreadable(result.message));
    }
    return { value: mend(this.until(token).trim(), result.message), repaired: true };
  }

  private isPrefixOf(token: string): boolean {
    return token.startsWith(this.text.slice(this.position, this.position + token.length));
  }
}

/** Only JSON that is a little wrong is mended: it begins as an object or a list and is neither huge nor deep. */
function mend(text: string, message: string): Json {
  if (!/^[{[]/.test(text) || text.length > 256 * 1024 || jsonDepth(text) > MAX_DEPTH + WRAPPING) {
    throw new BrokenCall(unreadable(message));
  }
  try {
    const strict = parseStrictJson(jsonrepair(text), MAX_DEPTH + WRAPPING);
    if (strict.ok) return strict.value;
    throw new BrokenCall(unreadable(strict.message));
  } catch (error) {
    if (error instanceof JSONRepairError) throw new BrokenCall(unreadable(message));
    throw error;
  }
}

function unreadable(message: string): string {
  return `The reply holds a tool call that can't be read: ${message}. Nothing was run.`;
}

function brokenAt(token: string): string {
  return `The reply holds a tool call that can't be read: "${token}" is missing. Nothing was run.`;
}
