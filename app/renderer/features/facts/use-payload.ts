import { useEffect, useState } from 'react';
import { client, failureWords } from '../../client/client.ts';
import { bytesOf, EDGE_BYTES, type PayloadPart, type Span, shownRanges } from './payload-bytes.ts';

/** A stored payload: on its way, here (whole, or the stretches that are shown), or not to be had, and why. */
export type Payload =
  | { type: 'loading' }
  | { type: 'fault'; message: string }
  | { type: 'parts'; bytes: number; parts: readonly PayloadPart[] };

const MOST = 1_048_576;

async function read(hash: string, range: Span): Promise<PayloadPart> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for (let at = range.start; at < range.end; ) {
    const { base64 } = await client.blob.read({
      hash,
      offset: at,
      length: Math.min(MOST, range.end - at),
      unchecked: true,
    });
    const chunk = bytesOf(base64);
    if (chunk.length === 0) break;
    chunks.push(chunk);
    at += chunk.length;
  }
  const data = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    data.set(chunk, at);
    at += chunk.length;
  }
  return { offset: range.start, data };
}

/** Reads every byte of a payload, to be saved. Throws what the host says where it can't. */
export async function readWhole(hash: string, bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  return (await read(hash, { start: 0, end: bytes })).data;
}

async function readShown(hash: string, place: Span | undefined): Promise<Payload> {
  const { bytes, base64 } = await client.blob.read({ hash, length: EDGE_BYTES, unchecked: true });
  const first = bytesOf(base64);
  if (bytes <= first.length) return { type: 'parts', bytes, parts: [{ offset: 0, data: first }] };
  const parts = await Promise.all(shownRanges(bytes, place).map((range) => read(hash, range)));
  return { type: 'parts', bytes, parts };
}

/** Reads what is shown of the payload of a hash. Takes the place in it, in bytes, and a count that makes it be read anew. */
export function usePayload(hash: string, place: Span | undefined, wish: unknown): Payload {
  const [payload, setPayload] = useState<Payload>({ type: 'loading' });
  const [start, end] = [place?.start, place?.end];
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when it was hashed again
  useEffect(() => {
    let current = true;
    const range = start === undefined || end === undefined ? undefined : { start, end };
    readShown(hash, range).then(
      (read) => current && setPayload(read),
      (error: unknown) => current && setPayload({ type: 'fault', message: failureWords(error) }),
    );
    return () => {
      current = false;
    };
  }, [hash, start, end, wish]);
  return payload;
}
