import * as z from 'zod';
import { WISH_WORDS } from '#contract/wish-words';
import type { Workspace } from '../../workspace/workspace.ts';
import { defineTool, type PlannedChange, type ToolResult } from '../define-tool.ts';
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
  wish: WISH_WORDS.makeFolder,
  async run({ path }, context) {
    const { workspace } = context;
    const missing = workspace.missingParents(path);
    if (!missing.ok) return refusedByWorkspace(missing.error);
    const shown = shownPath(workspace, path);
    if (missing.value.length === 0) {
      const found = workspace.lookForChange(path);
      if (!found.ok) return refusedByWorkspace(found.error);
      if (found.value === 'folder') return { type: 'ok', text: `${shown} exists already.` };
      if (found.value !== null) return toolFailed(`${shown} exists already and is not a folder.`);
    }
    const folders = [...missing.value, shown];
    const refused = refuseFirst(workspace, folders);
    if (refused) return refused;
    const answer = `Made the folder ${shown}.`;
    await context.willChange(folders.map(newFolder), answer);
    return makeFolders(workspace, folders) ?? { type: 'ok', text: answer };
  },
});

/** A folder that is about to be made, as the log takes it. */
export function newFolder(path: string): PlannedChange {
  return { path, kind: 'folder', before: undefined, after: NO_BYTES, mode: FOLDER_MODE };
}

/** Whether the first of these folders, outermost first, can be made at all: nothing, or the outcome of the tool. */
export function refuseFirst(workspace: Workspace, folders: readonly string[]): ToolResult | undefined {
  const [first] = folders;
  const possible = first === undefined ? undefined : workspace.lookForChange(first);
  return possible?.ok === false ? refusedByWorkspace(possible.error) : undefined;
}

/** Makes folders that were announced, outermost first: nothing, or the outcome of the tool when one can't be made. */
export function makeFolders(workspace: Workspace, folders: readonly string[]): ToolResult | undefined {
  for (const folder of folders) {
    const made = workspace.makeFolder(folder);
    if (!made.ok) return refusedByWorkspace(made.error);
  }
  return undefined;
}
