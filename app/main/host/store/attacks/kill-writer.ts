import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import type { Entry, RunEvent } from '#contract/event';
import { BlobStore } from '../blob-store.ts';
import { openDatabase } from '../database.ts';
import { EventLog } from '../event-log.ts';
import { takeHostLock } from '../host-lock.ts';

/*
 * The process that `kill-loop.ts` kills: it appends to the store named by its argument until it is ended, and writes a
 * line for each thing it was told is on disk: an entry by stream, seq and hash, or a blob by its hash.
 */

const folder = process.argv[2] ?? '';
takeHostLock(folder);
const log = new EventLog(openDatabase(folder), Date.now);
const blobs = new BlobStore(folder);
const unacknowledged: Entry[] = [];

/** Blocks until the line is in the pipe: what the parent reads was acknowledged before the kill. */
function say(...words: (string | number)[]): void {
  const line = Buffer.from(`${words.join(' ')}\n`);
  for (let written = 0; written < line.length; ) {
    try {
      written += fs.writeSync(1, line, written);
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EAGAIN')) throw cause;
    }
  }
}

const seqOf = (stream: string) => log.head(stream)?.seq ?? 0;
const renamed = (bytes: number): RunEvent => ({ type: 'run-renamed', title: randomBytes(bytes).toString('base64') });
const pick = (most: number) => Math.floor(Math.random() * most);

async function writeOnce(): Promise<void> {
  const stream = `run:${pick(4)}`;
  const other = `run:other-${pick(4)}`;
  if (pick(3) === 0) {
    const batch = [{ stream, expectedSeq: seqOf(stream), events: [renamed(pick(600)), renamed(pick(600))] }];
    unacknowledged.push(...log.appendLater(batch));
  }
  const events = [renamed(pick(9000))];
  if (pick(4) === 0) {
    const bytes = randomBytes(5000 + pick(20_000));
    const blob = await blobs.put(bytes);
    say('blob', blob);
    events.push({ type: 'user-message-added', text: { head: '', blob, bytes: bytes.length } });
  }
  const batches = [{ stream, expectedSeq: seqOf(stream), events }];
  if (pick(3) === 0) batches.push({ stream: other, expectedSeq: seqOf(other), events: [renamed(100)] });
  const entries = await log.append(batches);
  for (const { stream: name, seq, hash } of [...unacknowledged.splice(0), ...entries]) say('entry', name, seq, hash);
}

say('ready');
for (;;) await writeOnce();
