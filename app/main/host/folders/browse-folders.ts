import fs from 'node:fs';
import path from 'node:path';
import { type ErrorCode, WarrantError } from '#contract/errors';

/** The folders in a folder, for choosing one in the window. */
export interface BrowsedFolders {
  path: string;
  /** The folder around it; absent at the top. */
  parent?: string;
  folders: { name: string; path: string }[];
  /** Files directly in it. */
  files: number;
}

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** What to tell a person, by the system's code. */
const FAULTS = new Map<string, [ErrorCode, (folder: string) => string]>([
  ['ENOENT', ['not-found', (folder) => `There is no folder ${folder}. Check the path, or choose another folder.`]],
  ['ENOTDIR', ['bad-input', (folder) => `${folder} is a file. Choose the folder that holds it.`]],
  ['EACCES', ['refused', (folder) => `This user may not list ${folder}. Choose another folder.`]],
  ['EPERM', ['refused', (folder) => `This user may not list ${folder}. Choose another folder.`]],
  ['ELOOP', ['bad-input', (folder) => `${folder} is a link that leads back to itself. Choose another folder.`]],
  ['ENAMETOOLONG', ['bad-input', () => 'The path is too long. Choose another folder.']],
]);

/**
 * Lists the folders in a folder, by name. Links to folders are listed as folders; what is granted in the end is the real
 * folder, checked on its own. Nothing is hidden but names that start with a dot, unless they are asked for.
 * @param folder an absolute path, chosen by the person
 * @param options.hidden lists names that start with a dot too
 * @throws WarrantError `bad-input`, `not-found` or `refused`, in plain words
 */
export function browseFolders(folder: string, options: { hidden?: boolean } = {}): BrowsedFolders {
  if (!path.isAbsolute(folder) || folder.includes('\0'))
    throw new WarrantError(
      'bad-input',
      `${JSON.stringify(folder)} is not a whole path. Write it from the top, such as /home/ada/invoices.`,
    );
  const here = path.resolve(folder);
  const entries = list(here).filter((entry) => options.hidden || !entry.name.startsWith('.'));
  const kinds = entries.map((entry) => ({ name: entry.name, kind: kindOf(here, entry) }));
  const parent = path.dirname(here);
  return {
    path: here,
    ...(parent !== here && { parent }),
    folders: kinds
      .filter(({ kind }) => kind === 'folder')
      .map(({ name }) => ({ name, path: path.join(here, name) }))
      .sort((a, b) => byName.compare(a.name, b.name)),
    files: kinds.filter(({ kind }) => kind === 'file').length,
  };
}

function list(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const fault = FAULTS.get(codeOf(error));
    if (!fault) throw error;
    throw new WarrantError(fault[0], fault[1](folder));
  }
}

function kindOf(folder: string, entry: fs.Dirent): 'folder' | 'file' | 'other' {
  if (entry.isDirectory()) return 'folder';
  if (entry.isFile()) return 'file';
  if (!entry.isSymbolicLink()) return 'other';
  try {
    const target = fs.statSync(path.join(folder, entry.name));
    if (target.isDirectory()) return 'folder';
    return target.isFile() ? 'file' : 'other';
  } catch (error) {
    // A link that leads nowhere, round in circles, or where this user may not look is neither.
    if (codeOf(error) === '') throw error;
    return 'other';
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
