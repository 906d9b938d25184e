import * as z from 'zod';
import { WISH_WORDS } from '#contract/wish-words';
import { sha256 } from '../../workspace/jail-changes.ts';
import { defineTool, type PlannedChange } from '../define-tool.ts';
import { refusedByWorkspace, toolFailed } from './file-outcome.ts';
import { makeFolders, newFolder, refuseFirst } from './make-folder.ts';
import { readPreviousVersion, shownPath } from './previous-version.ts';

/** More is refused, not cut (A8.10). */
const CAP_BYTES = 10 << 20;
const FILE_MODE = 0o600;

/**
 * `write_file`: a whole file, new or replaced, atomically and with mode 0600 (A8.10–A8.12, P12). The folder must exist
 * unless `create_folders` is set. The version that is replaced is kept before anything is written.
 */
export const writeFile = defineTool({
  name: 'write_file',
  description:
    'Writes a whole text file: makes it, or replaces what was in it. Its folder must exist unless create_folders is true. At most 10 MiB.',
  input: {
    path: z.string().describe('the file, such as "/folders/NAME/report.md"; relative to your first folder'),
    content: z.string().describe('the whole new content'),
    create_folders: z.boolean().optional().describe('make the folders above it if they are missing'),
  },
  effect: { change: 'write', where: 'local', repeat: 'no' },
  files: [{ field: 'path', verbs: ['write'] }],
  fields: [
    { field: 'content', role: 'content', outside: 'safe' },
    { field: 'create_folders', role: 'content', outside: 'safe' },
  ],
  wish: WISH_WORDS.write,
  async run({ path, content, create_folders }, context) {
    const { workspace } = context;
    const bytes = Buffer.from(content, 'utf8');
    if (bytes.length > CAP_BYTES) {
      return toolFailed(
        `The content is ${bytes.length} bytes; at most ${CAP_BYTES} are written. Nothing was written.`,
        'too-large',
      );
    }
    const missing = workspace.missingParents(path);
    if (!missing.ok) return refusedByWorkspace(missing.error);
    const folders = missing.value;
    if (folders[0] !== undefined && !create_folders)
      return toolFailed(`The folder ${folders[0]} does not exist. Set create_folders to make it.`);
    const refused = refuseFirst(workspace, folders);
    if (refused) return refused;
    const previous =
      folders.length > 0 ? { ok: true as const, before: undefined } : readPreviousVersion(workspace, path);
    if (!previous.ok) return previous.outcome;
    const { before } = previous;
    const shown = shownPath(workspace, path);
    const answer = `Wrote ${bytes.length} bytes to ${shown} (${before ? `replaced ${before.length} bytes` : 'new file'}).`;
    const file: PlannedChange = { path: shown, kind: 'file', before, after: bytes, mode: FILE_MODE };
    await context.willChange([...folders.map(newFolder), file], answer);
    const failed = makeFolders(workspace, folders);
    if (failed) return failed;
    const written = workspace.write(path, bytes, { expectedBefore: before ? sha256(before) : null });
    return written.ok ? { type: 'ok', text: answer } : refusedByWorkspace(written.error);
  },
});
