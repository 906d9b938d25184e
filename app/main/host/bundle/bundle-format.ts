import { hash as digest } from 'node:crypto';
import type { Hash } from '#contract/ids';
import { FIRST_HASH } from '../store/chain.ts';

/**
 * A sealed bundle is JSON Lines: each line is an object that begins with its hash and its number,
 * `{"hash":"…","line":7,"type":…}`. The hash covers the hash of the line before and every byte of its own line after it, so
 * a line that was changed, deleted, inserted or moved is told from the others by itself. No line holds the character
 * U+FFFD as such: where it is met, bytes that are no UTF-8 were replaced by a reader.
 */
export const BUNDLE_FORMAT = 'warrant-bundle';
export const BUNDLE_VERSION = 1;

/** So many bytes a line has at most. */
export const LONGEST_LINE = 64 * 1024 * 1024;
/** Bytes above this many would make a longer line, in base64. */
export const LARGEST_PAYLOAD = 47 * 1024 * 1024;

export const REPLACEMENT = '\uFFFD';

/** The hash before the first line. */
export const BEFORE_FIRST: Hash = FIRST_HASH;

/** How every line begins. */
export const LINE_HEAD = /^\{"hash":"([0-9a-f]{64})","line":([1-9]\d{0,9}),"/;
/** What of a line its hash covers begins here. */
export const BODY_AT = '{"hash":"'.length + 64 + '",'.length;

/** What bytes in a bundle are: the payload of a fact, a long text of an entry, a version of a file. */
export type PayloadRole = 'payload' | 'text' | 'file';

/** Why bytes that an entry names are not in the bundle. */
export type LeftOutReason = 'secret' | 'not-kept' | 'too-large' | 'file';

/** The hash of a line over the one before. */
export function lineHash(previous: Hash, body: string): Hash {
  return digest('sha256', `${previous}\n${body}`, 'hex');
}

/** What an Ed25519 signature of a bundle is made over: all lines before the seal, and the seal up to the signature. */
export function signedBytes(previous: Hash, seal: string): Uint8Array {
  return Buffer.from(`${BUNDLE_FORMAT} ${BUNDLE_VERSION}\n${previous}\n${seal}`);
}

/** JSON for a line: as `JSON.stringify` gives it, without U+FFFD. */
export function lineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(REPLACEMENT, '\\ufffd');
}

/** Writes lines one after the other, each chained to the one before. */
export class LineWriter {
  #previous: Hash = BEFORE_FIRST;
  #number = 0;

  /** The number of lines so far, and the hash of the last one. */
  get number(): number {
    return this.#number;
  }
  get previous(): Hash {
    return this.#previous;
  }

  /** The next line with its line feed. `fields` is the inside of its object after the number, without the braces. */
  line(fields: string): string {
    this.#number += 1;
    const body = `"line":${this.#number},${fields}}`;
    this.#previous = lineHash(this.#previous, body);
    return `{"hash":"${this.#previous}",${body}\n`;
  }
}

/** The inside of an entry's line. `event` is the text of the log, byte for byte, where it can stand in a line. */
export function entryFields(row: { seq: number; at: number; event: string; hash: Hash }): string {
  const head = `"type":"entry","seq":${row.seq},"at":${row.at},"rowHash":${JSON.stringify(row.hash)}`;
  const plain = !row.event.includes('\n') && !row.event.includes('\r') && !row.event.includes(REPLACEMENT);
  return plain && isJson(row.event) ? `${head},"event":${row.event}` : `${head},"text":${lineJson(row.event)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
