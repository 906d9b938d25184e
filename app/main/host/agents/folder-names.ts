import { uniqueFolderNames } from '#contract/virtual-path';

/**
 * The name each folder of an agent file goes by in `/folders/NAME`: the one the file gives, else the folder's own, made
 * unique by `-2` (interfaces, "Paths"). A given name is never changed for the sake of one that was not.
 * @param folders in the order of the file
 * @returns one name for each, in the same order
 */
export function folderNamesOf(folders: readonly { path: string; name?: string | undefined }[]): string[] {
  const order = [...folders.keys()].sort((a, b) => given(folders[a]) - given(folders[b]));
  const names = uniqueFolderNames(order.map((index) => folders[index]?.name ?? lastName(folders[index]?.path ?? '')));
  const found = new Map(order.map((index, at) => [index, names[at] ?? '']));
  return [...folders.keys()].map((index) => found.get(index) ?? '');
}

/** Folders with a given name go first; the sort keeps the order within each kind. */
const given = (folder: { name?: string | undefined } | undefined): number => (folder?.name === undefined ? 1 : 0);

/** The last name of a path, `/` and `\` alike; `.` and `..` say nothing and become `folder`. */
function lastName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '' && part !== '.') ?? '';
}
