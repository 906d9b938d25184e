import * as z from 'zod';
import { defineTool, type ToolContext, type ToolResult } from '../define-tool.ts';
import { refusedByWorkspace, toolFailed } from './file-outcome.ts';
import { shownPath } from './previous-version.ts';

const FOLDER_MODE = 0o700;
/** Stands for a folder that is there, in a change: it has no bytes of its own. */
const NO_BYTES = new Uint8Array(0);

/** `make_folder`: a folder, mode 0700, with those above it that are missing. */
export const makeFolder = defineTool({
  name: 'make_folder',
  description: 'Makes a folder, and the folders above it if they are missing.',
  input: {
    path: z.string().describe('the new folder, such as "/folders/NAME/reports"; relative to your first folder'),
  },
  effect: { change: 'write', where: 'local', repeat: 'no' },
  files: [{ field: 'path', verbs: ['write'] }],
  async run({ path }, context) {
    const refused = await makeMissingFolders(path, context);
    if (refused) return refused;
    const found = context.workspace.lookForChange(path);
    if (!found.ok) return refusedByWorkspace(found.error);
    const shown = shownPath(context.workspace, path);
    if (found.value === 'folder') return { type: 'ok', text: `${shown} exists already.` };
    if (found.value !== null) return toolFailed(`${shown} exists already and is not a folder.`);
    const failed = await makeOne(shown, context);
    return failed ?? { type: 'ok', text: `Made the folder ${shown}.` };
  },
});

/**
 * Makes the folders above a path that are missing, each logged before it is made.
 * @returns nothing, or the outcome of the tool when one cannot be made
 */
export async function makeMissingFolders(path: string, context: ToolContext): Promise<ToolResult | undefined> {
  const missing = context.workspace.missingParents(path);
  if (!missing.ok) return refusedByWorkspace(missing.error);
  for (const folder of missing.value) {
    const failed = await makeOne(folder, context);
    if (failed) return failed;
  }
  return undefined;
}

async function makeOne(folder: string, context: ToolContext): Promise<ToolResult | undefined> {
  const possible = context.workspace.lookForChange(folder);
  if (!possible.ok) return refusedByWorkspace(possible.error);
  await context.willChange({ path: folder, kind: 'folder', before: undefined, after: NO_BYTES, mode: FOLDER_MODE });
  const made = context.workspace.makeFolder(folder);
  return made.ok ? undefined : refusedByWorkspace(made.error);
}
