import { readSync, writeSync } from 'node:fs';
import { encodeFrameHead, FRAME, FRAME_HEAD_BYTES, type HostReply, type HostRequest, type Json } from './protocol.ts';

/** The only channel: the host keeps the other end. */
const PIPE = 3;

// Held before any guest code runs, so that what it later does to globals does not change how frames are made.
const { reallyExit } = process as unknown as { reallyExit(code: number): never };
const parse: (text: string) => unknown = JSON.parse;
const decoder = new TextDecoder();

/** The guest's end of the pipe. Everything blocks; when the host is gone, the process ends. */
export type Channel = {
  /** Writes one frame. */
  send(kind: number, json?: unknown, bytes?: Uint8Array): void;
  /** Waits for the next frame. */
  receive(): { kind: number; json: unknown; bytes: Uint8Array };
  /** Asks the host and waits for its answer. Calls are numbered from 0. */
  call(request: HostRequest): HostReply;
  /** Waits until the host ends the process or closes the pipe. */
  waitForEnd(): never;
};

function fill(buffer: Uint8Array): Uint8Array {
  let have = 0;
  while (have < buffer.length) {
    const count = readSync(PIPE, buffer, have, buffer.length - have, null);
    if (count === 0) reallyExit(0);
    have += count;
  }
  return buffer;
}

function drain(buffer: Uint8Array): void {
  let done = 0;
  while (done < buffer.length) done += writeSync(PIPE, buffer, done, buffer.length - done);
}

/** Opens the guest's end. One per process; `before` runs ahead of each host call (it flushes output, to keep its order). */
export function openChannel(before: () => void): Channel {
  let index = 0;
  const send = (kind: number, json?: unknown, bytes?: Uint8Array): void => {
    drain(encodeFrameHead(kind, json, bytes?.length ?? 0));
    if (bytes !== undefined && bytes.length > 0) drain(bytes);
  };
  const receive = () => {
    const head = new DataView(fill(new Uint8Array(FRAME_HEAD_BYTES)).buffer);
    const jsonLength = head.getUint32(5, true);
    const body = fill(new Uint8Array(head.getUint32(0, true) - 4));
    const json = jsonLength === 0 ? undefined : parse(decoder.decode(body.subarray(0, jsonLength)));
    return { kind: head.getUint8(4), json, bytes: body.subarray(jsonLength) };
  };
  return {
    send,
    receive,
    call(request) {
      before();
      const { bytes, ...rest } = request as HostRequest & { bytes?: Uint8Array };
      send(FRAME.call, { index: index++, ...rest }, bytes);
      const reply = receive();
      const told = reply.json as { ok: true; json: Json } | Extract<HostReply, { ok: false }>;
      return told.ok ? { ok: true, json: told.json, bytes: reply.bytes } : told;
    },
    waitForEnd() {
      fill(new Uint8Array(1));
      return reallyExit(0);
    },
  };
}
