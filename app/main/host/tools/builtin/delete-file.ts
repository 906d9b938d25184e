import * as z from 'zod';
import { WISH_WORDS } from '#contract/wish-words';
import { sha256 } from '../../workspace/jail-changes.ts';
import { defineTool } from '../define-tool.ts';
import { refusedByWorkspace, toolFailed } from './file-outcome.ts';
import { readPreviousVersion, shownPath } from './previous-version.ts';

/** Stands for a folder that is there, in a change: it has no bytes of its own. */
const NO_BYTES = new Uint8Array(0);

/** `delete_file`: a file, whose bytes are kept first so that a person can get it back (B16), or an empty folder. */
export const deleteFile = defineTool({
  name: 'delete_file',
  description: 'Deletes a file, or a folder that is empty. A person can restore it.',
  input: { path: z.string().describe('the file or empty folder; relative to your first folder') },
  effect: { change: 'write', where: 'local', repeat: 'no' },
  files: [{ field: 'path', verbs: ['delete'] }],
  wish: WISH_WORDS.delete,
  async run({ path }, context) {
    const { workspace } = context;
    const found = workspace.lookForChange(path);
    if (!found.ok) return refusedByWorkspace(found.error);
    const shown = shownPath(workspace, path);
    if (found.value === null) return toolFailed(`${shown} does not exist.`);
    if (found.value === 'folder') {
      const listed = workspace.list(path, 1);
      if (!listed.ok) return refusedByWorkspace(listed.error);
      if (listed.value.entries.length > 0)
        return toolFailed(`${shown} is a folder that is not empty. Nothing was deleted.`);
      const answer = `Deleted the empty folder ${shown}.`;
      await context.willChange([{ path: shown, kind: 'folder', before: NO_BYTES, after: undefined, mode: 0 }], answer);
      const removed = workspace.remove(path);
      return removed.ok ? { type: 'ok', text: answer } : refusedByWorkspace(removed.error);
    }
    const previous = readPreviousVersion(workspace, path);
    if (!previous.ok) return previous.outcome;
    const before = previous.before ?? NO_BYTES;
    const answer = `Deleted ${shown} (${before.length} bytes, kept for restoring).`;
    await context.willChange([{ path: shown, kind: 'file', before, after: undefined, mode: 0 }], answer);
    const removed = workspace.remove(path, { expectedBefore: sha256(before) });
    return removed.ok ? { type: 'ok', text: answer } : refusedByWorkspace(removed.error);
  },
});
