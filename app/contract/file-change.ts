import * as z from 'zod';
import { Hash } from './ids.ts';
import { Label } from './label.ts';

/**
 * One file before and after, by the hash of its bytes; `before` absent: it was not there, `after` absent: it is gone.
 * `path` is the agent's path. The bytes of both are blobs, so the change can be shown and undone.
 */
export const FileChange = z.object({
  path: z.string(),
  kind: z.enum(['file', 'folder']),
  before: Hash.optional(),
  after: Hash.optional(),
  bytes: z.int(),
  mode: z.int(),
  labels: z.array(Label),
  /** The mode of what stood there before: it has that again when the change is taken back. Absent in older entries. */
  modeBefore: z.int().optional(),
  /** What the file carried before, where it carried anything: it does again when the change is taken back. */
  had: z.array(Label).optional(),
});
export type FileChange = z.infer<typeof FileChange>;

/** A path that was not put back as it was, and why, in words that follow its name. */
export const KeptPath = z.object({ path: z.string(), why: z.string() });
export type KeptPath = z.infer<typeof KeptPath>;
