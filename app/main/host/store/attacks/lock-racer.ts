import { createInterface } from 'node:readline';
import { WarrantError } from '#contract/errors';
import { type HostLock, takeHostLock } from '../host-lock.ts';

/*
 * One of the two processes that want to be the host of the same folder (rule D13). Told a folder and a moment on standard
 * input, it waits for the moment awake and takes the lock; told `release`, it gives it back.
 */

let held: HostLock | undefined;

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'release') {
    held?.release();
    held = undefined;
    console.log('released');
    continue;
  }
  const { folder, at } = JSON.parse(line) as { folder: string; at: number };
  while (Date.now() < at);
  try {
    held = takeHostLock(folder);
    console.log('won');
  } catch (cause) {
    console.log(cause instanceof WarrantError ? cause.code : String(cause));
  }
}
