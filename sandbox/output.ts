import type { Channel } from './channel.ts';
import { FRAME } from './protocol.ts';

/** Writes that leave at once, so that a person sees the first lines as they come. */
const PROMPT_WRITES = 256;
/** After those, text leaves when this much has gathered, */
const GATHERED_BYTES = 16 * 1024;
/** or when this long has passed since the last time. */
const GATHERED_MS = 25;

/**
 * What the code printed, on its way to the host: streamed, counted, cut at the limit (X5). A flood costs the guest a
 * comparison per write and the host nothing.
 */
export type Output = {
  /** Takes UTF-8 text. Past the limit it is dropped. */
  write(bytes: Uint8Array): void;
  /** Sends what has gathered. */
  flush(): void;
  /** Whether anything was dropped. */
  truncated(): boolean;
  /** Whether anything was written. */
  used(): boolean;
  /** Starts counting for a job; before this, output is thrown away (warming up prints). */
  start(limitBytes: number): void;
};

/** @param send how a frame is written; @param now a clock in milliseconds, used only to decide when to send */
export function createOutput(send: Channel['send'], now: () => number): Output {
  let limit = 0;
  let total = 0;
  let truncated = false;
  let writes = 0;
  let sentAt = 0;
  const gathered = new Uint8Array(GATHERED_BYTES);
  let have = 0;

  const flush = (): void => {
    if (have === 0) return;
    send(FRAME.output, undefined, gathered.subarray(0, have));
    have = 0;
    sentAt = now();
  };

  return {
    flush,
    write(bytes) {
      const room = limit - total;
      if (bytes.length > room) truncated = true;
      let rest = bytes.length > room ? bytes.subarray(0, room) : bytes;
      total += rest.length;
      while (rest.length > 0) {
        const part = rest.subarray(0, GATHERED_BYTES - have);
        gathered.set(part, have);
        have += part.length;
        rest = rest.subarray(part.length);
        if (have === GATHERED_BYTES) flush();
      }
      writes += 1;
      if (have > 0 && (writes <= PROMPT_WRITES || now() - sentAt >= GATHERED_MS)) flush();
    },
    truncated: () => truncated,
    used: () => total > 0,
    start(limitBytes) {
      limit = limitBytes;
      total = 0;
      truncated = false;
      writes = 0;
    },
  };
}
