import { create } from 'zustand';
import type { BundleReport } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';

/** What was noted elsewhere when a bundle was made. */
export interface Noted {
  head?: string;
  length?: number;
}

/** The bundle that is being looked at, if one is. Nothing in it is run, and nothing of it is kept. */
export type BundleCheck =
  | { state: 'none' }
  | { state: 'reading'; file: File; done: number }
  | { state: 'failed'; file: File; fault: string }
  | { state: 'read'; file: File; noted: Noted; report: BundleReport };

interface BundlePlace {
  check: BundleCheck;
  /** What is typed in the fields for what was noted elsewhere. */
  fields: { head: string; length: string };
}

const EMPTY = { head: '', length: '' };

export const useBundle = create<BundlePlace>(() => ({ check: { state: 'none' }, fields: EMPTY }));

/** Bytes that are sent to the host at once. */
const PIECE = 512 * 1024;

let asked = 0;

/** Closes what is shown, and stops what is being read. */
export function closeBundle(): void {
  asked += 1;
  useBundle.setState({ check: { state: 'none' }, fields: EMPTY });
}

/** Takes what is typed in the fields for what was noted elsewhere. */
export function typeNoted(fields: Partial<BundlePlace['fields']>): void {
  useBundle.setState((before) => ({ fields: { ...before.fields, ...fields } }));
}

/** Reads a file piece by piece and has the host check it. Letters that are no UTF-8 come out as others, so they show. */
export async function checkBundle(file: File, noted: Noted = {}): Promise<void> {
  asked += 1;
  const mine = asked;
  const { check: before } = useBundle.getState();
  if (before.state === 'none' || before.file !== file) useBundle.setState({ fields: EMPTY });
  const tell = (check: BundleCheck): void => {
    if (mine === asked) useBundle.setState({ check });
  };
  tell({ state: 'reading', file, done: 0 });
  try {
    const { id } = await client.bundle.begin();
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    for (let at = 0; at < file.size; at += PIECE) {
      const bytes = await file.slice(at, at + PIECE).arrayBuffer();
      const text = decoder.decode(bytes, { stream: at + PIECE < file.size });
      if (mine !== asked) return;
      await client.bundle.add({ id, text });
      tell({ state: 'reading', file, done: Math.min(file.size, at + PIECE) });
    }
    if (mine !== asked) return;
    const report = await client.bundle.end({ id, ...noted });
    tell({ state: 'read', file, noted, report });
  } catch (error) {
    tell({ state: 'failed', file, fault: failureWords(error) });
  }
}
