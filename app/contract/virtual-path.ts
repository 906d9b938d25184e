import { refuseCharacters, refuseName, utf8Length } from './file-name.ts';

/** The longest path text that is looked at, in bytes (P7). */
const LONGEST_PATH_BYTES = 4096;

/**
 * A place inside the agent's disk or a granted folder.
 * - `segments`: the names from the place down, `.` and `..` taken out. Policy, log and screen use these.
 * - `steps`: the same as it was written, `..` kept. The jail walks these when it reads, so that `link/../x` means what
 *   the operating system means by it and not what the text suggests.
 * - `folderOnly`: the text ended in a slash, so only a folder will do.
 */
interface Inside {
  segments: readonly string[];
  steps: readonly string[];
  folderOnly: boolean;
}

/** Where a path leads: the list of places, the list of folders, the agent's own disk, or a granted folder. */
export type VirtualPath =
  | { place: 'root' }
  | { place: 'folders' }
  | ({ place: 'agent' } & Inside)
  | ({ place: 'folder'; name: string } & Inside);

/** A parsed path, or the row it breaks and the reason in words. */
export type ParsedPath = { ok: true; path: VirtualPath } | { ok: false; row: string; reason: string };

/**
 * Parses the path text of an agent: `/agent/…`, `/folders/NAME/…`, or relative to the first granted folder, else to
 * `/agent` (A8.6). Nothing is expanded: `~`, `$HOME` and `%USERPROFILE%` are names like others (P22).
 * @param text what the agent wrote
 * @param folderNames the names of the folders granted, in order
 * @returns the path, or the refusal: P7 (characters, length), P9 (Windows names), A8.3 (leaves its place), A8.5 (empty),
 *   A8.14 (backslash), P21 (name too long), P23 (a URL)
 */
export function parseVirtualPath(text: string, folderNames: readonly string[]): ParsedPath {
  if (text.trim() === '') return refuse('A8.5', 'empty path');
  const characters = refuseCharacters(text);
  if (characters) return refuse(characters.row, characters.reason);
  if (utf8Length(text) > LONGEST_PATH_BYTES) {
    return refuse('P7', `a path may be at most ${LONGEST_PATH_BYTES} bytes long`);
  }
  if (text.includes('\\')) return refuse('A8.14', 'a backslash is not a path separator here; use "/"');
  if (/^\s*file:/iu.test(text)) return refuse('P23', 'this is a URL, not a path');
  if (text.startsWith('//')) return refuse('P9', 'a path that starts with two slashes names another machine');

  const parts = text.split('/').filter((part) => part !== '' && part !== '.');
  const folderOnly = /(?:^|\/)(?:\.{1,2})?$/u.test(text);
  if (text.startsWith('/')) return parseAbsolute(parts, folderOnly, folderNames);
  if (parts.length === 0) return refuse('A8.5', 'empty path; name a file or a folder, or a place such as /agent');
  const first = folderNames[0];
  return parseInside(first === undefined ? { place: 'agent' } : { place: 'folder', name: first }, parts, folderOnly);
}

/**
 * The one text for a path, as every tool, result and log entry shows it.
 * @param path a parsed path
 * @returns `/`, `/folders`, `/agent/…` or `/folders/NAME/…`, without a slash at the end
 */
export function formatVirtualPath(path: VirtualPath): string {
  switch (path.place) {
    case 'root':
      return '/';
    case 'folders':
      return '/folders';
    case 'agent':
      return ['/agent', ...path.segments].join('/');
    case 'folder':
      return [`/folders/${path.name}`, ...path.segments].join('/');
  }
}

/**
 * Makes names for granted folders unique: the second `notes` becomes `notes-2`.
 * @param names the folders' own names, in the order they were granted
 * @returns one name for each, in the same order; a name that no path could hold becomes `folder`
 */
export function uniqueFolderNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const usable = isUsableFolderName(name) ? name : 'folder';
    let unique = usable;
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) unique = `${usable}-${number}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
}

/**
 * Whether a granted folder can be shown to the agent under this name.
 * @param name the wished name
 * @returns true when `/folders/NAME` parses to that folder
 */
export function isUsableFolderName(name: string): boolean {
  const dots = name === '' || name === '.' || name === '..';
  return !dots && name.trim() === name && !name.includes('/') && !refuseCharacters(name) && !refuseName(name);
}

function parseAbsolute(parts: string[], folderOnly: boolean, folderNames: readonly string[]): ParsedPath {
  const [place, name, ...rest] = parts;
  if (place === undefined) return { ok: true, path: { place: 'root' } };
  if (place === 'agent') return parseInside({ place: 'agent' }, parts.slice(1), folderOnly);
  if (place !== 'folders') return refuse('A8.3', 'the path is outside /agent and /folders');
  if (name === undefined) return { ok: true, path: { place: 'folders' } };
  if (name === '..') return refuse('A8.3', 'the path leaves /folders');
  if (!folderNames.includes(name)) return refuse('A8.3', `no folder of that name is granted${listed(folderNames)}`);
  return parseInside({ place: 'folder', name }, rest, folderOnly);
}

/** Takes `..` out of the text; it may never climb above the place, whatever follows (A8.14, P5). */
function parseInside(
  place: { place: 'agent' } | { place: 'folder'; name: string },
  steps: string[],
  folderOnly: boolean,
): ParsedPath {
  const segments: string[] = [];
  for (const step of steps) {
    if (step === '..') {
      if (segments.pop() === undefined) {
        const root = place.place === 'agent' ? '/agent' : `/folders/${place.name}`;
        return refuse('A8.3', `the path leaves ${root}`);
      }
      continue;
    }
    const refusal = refuseName(step);
    if (refusal) return refuse(refusal.row, refusal.reason);
    segments.push(step);
  }
  return { ok: true, path: { ...place, segments, steps, folderOnly: folderOnly || steps.at(-1) === '..' } };
}

function listed(folderNames: readonly string[]): string {
  return folderNames.length === 0 ? '' : `; granted: ${folderNames.map((name) => `/folders/${name}`).join(', ')}`;
}

function refuse(row: string, reason: string): ParsedPath {
  return { ok: false, row, reason };
}
