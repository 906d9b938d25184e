import type { FolderCheck } from '#contract/views';
import { checkFolder, type FolderSurroundings } from '../workspace/check-folder.ts';
import { formatIdentity } from '../workspace/open-folder.ts';
import { type BrowsedFolders, browseFolders } from './browse-folders.ts';

/** Looking at folders for a person who is about to grant one. */
export interface Folders {
  checkFolder(path: string, access: 'read' | 'write'): FolderCheck;
  /** The same for an agent that is being made: path and identity as they will be recorded (rule P14). */
  checkAgentFolder(
    path: string,
    access: 'read' | 'write',
  ): { ok: true; path: string; identity: string } | { ok: false; message: string };
  browseFolders(path: string | undefined): BrowsedFolders;
}

/** Binds looking at folders to what must not be granted. */
export function createFolders(around: FolderSurroundings): Folders {
  return {
    checkFolder(path, access) {
      const checked = checkFolder(path, access, around);
      if (!checked.ok) return { path, ok: false, message: checked.message, files: 0, bytes: 0, counted: true };
      const { folder } = checked;
      const words = access === 'write' ? 'list, read, write and delete work' : 'list and read work';
      return {
        path: folder.path,
        ok: true,
        message: `Checked just now: ${words}`,
        files: folder.files,
        bytes: folder.bytes,
        counted: folder.complete,
      };
    },
    checkAgentFolder(path, access) {
      const checked = checkFolder(path, access, around);
      if (!checked.ok) return { ok: false, message: checked.message };
      return { ok: true, path: checked.folder.path, identity: formatIdentity(checked.folder.identity) };
    },
    browseFolders: (path) => browseFolders(path ?? around.home),
  };
}
