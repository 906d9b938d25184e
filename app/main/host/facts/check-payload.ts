import type { FactCheck } from '#contract/views';
import { type BlobStore, hashOf } from '../store/blob-store.ts';
import type { IndexedFact } from '../store/fact-index.ts';

/** What the bytes of one hash are now, and what looking took. */
export interface PayloadState {
  state: FactCheck['state'];
  found?: string;
  ms: number;
  bytes: Buffer | undefined;
}

/** Hashes stored bytes again. Changed bytes are no fault here: they are what is looked for (rule A12). */
export function checkPayload(blobs: BlobStore, hash: string): PayloadState {
  const from = performance.now();
  const bytes = blobs.getUnchecked(hash);
  const found = bytes && hashOf(bytes);
  const ms = performance.now() - from;
  if (found === undefined) return { state: 'missing', ms, bytes };
  return { state: found === hash ? 'same' : 'changed', found, ms, bytes };
}

/** The check of one fact, from that of its payload. */
export function checkOf(run: string, { fact, seq }: IndexedFact, payload: PayloadState): FactCheck {
  const { bytes: _bytes, ...state } = payload;
  return { run, id: fact.id, payloadHash: fact.payloadHash, seq, ...state };
}
