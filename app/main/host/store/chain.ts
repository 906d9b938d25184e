import { hash as digest } from 'node:crypto';
import type { Hash, Timestamp } from '#contract/ids';

/** The hash before the first entry of a stream. */
export const FIRST_HASH: Hash = '0'.repeat(64);

/** A row as it is stored: `event` is the JSON text that the hash covers, byte for byte. */
export interface Row {
  seq: number;
  at: Timestamp;
  event: string;
  hash: Hash;
}

/** The end of a stream: its length and its last hash. */
export interface Head {
  seq: number;
  hash: Hash;
}

/**
 * The hash of one row over the row before it. The chain has no key: it shows damage and edits made without care for
 * it, not a rewrite of everything by someone who may write the data folder and takes the trouble.
 */
export function rowHash(previous: Hash, stream: string, seq: number, at: Timestamp, event: string): Hash {
  return digest('sha256', `${previous}\n${stream}\n${seq}\n${at}\n${event}`, 'hex');
}

/** Why `row` can't be the next one after `previous`, in words; undefined where it is. */
export function rowFault(previous: Head, stream: string, row: Row): string | undefined {
  if (row.seq !== previous.seq + 1) return `entry ${previous.seq + 1} is missing`;
  if (rowHash(previous.hash, stream, row.seq, row.at, row.event) !== row.hash)
    return `entry ${row.seq} was changed or moved`;
  return undefined;
}

/** Why a stream whose rows end at `last` does not agree with its stored head; undefined where it does. */
export function headFault(last: Head, head: Head | undefined): { seq: number; reason: string } | undefined {
  if (!head)
    return last.seq === 0 ? undefined : { seq: last.seq, reason: 'the record of how long the log is is missing' };
  if (last.seq < head.seq) {
    const seq = last.seq + 1;
    return { seq, reason: seq === head.seq ? `entry ${seq} is missing` : `entries ${seq} to ${head.seq} are missing` };
  }
  if (last.seq > head.seq) return { seq: head.seq + 1, reason: `entry ${head.seq + 1} was added from elsewhere` };
  if (last.hash !== head.hash) return { seq: last.seq, reason: `entry ${last.seq} was replaced` };
  return undefined;
}
