import * as z from 'zod';
import type { ListedEntry } from '../../workspace/jail.ts';
import type { JailResult } from '../../workspace/jail-error.ts';
import { defineTool, type ToolContext } from '../define-tool.ts';
import { refusedByWorkspace, visibleName } from './file-outcome.ts';

/** Entries shown at most. */
const MOST_ENTRIES = 2000;

/**
 * `list_files`: the entries of a folder, sorted, folders with a slash, links shown as links and never looked through
 * (A8.16, P17). With `recursive` also what lies below, but not what is in a folder that the rules close (P19), nor in the
 * places themselves when a list of places is asked for.
 */
export const listFiles = defineTool({
  name: 'list_files',
  description:
    'Lists the files and folders at a path. "/" shows your places: "/agent" (your own disk) and "/folders/NAME" (folders you were granted). Set recursive to list everything below a place or folder.',
  input: {
    path: z.string().describe('a folder, such as "/folders/NAME" or "/agent"; relative to your first folder'),
    recursive: z.boolean().optional().describe('also list everything below'),
  },
  effect: { change: 'read', where: 'local', repeat: 'safe' },
  files: [{ field: 'path', verbs: ['list'] }],
  run({ path, recursive }, context) {
    const base = context.workspace.show(path);
    if (!base.ok) return refusedByWorkspace(base.error, 'To see your places, list "/".');
    const lines: string[] = [];
    const listed = listInto(context, base.value, '', recursive ?? false, lines);
    if (!listed.ok) return refusedByWorkspace(listed.error);
    if (lines.length === 0) return { type: 'ok', text: `${base.value} is empty.` };
    if (!listed.value) return { type: 'ok', text: lines.join('\n') };
    lines.push(`[cut: only the first ${MOST_ENTRIES} entries are shown; list a folder below it]`);
    return { type: 'ok', text: lines.join('\n'), truncated: true };
  },
});

/** Adds the lines of one folder and, if asked, of those below. Gives back whether something was left out. */
function listInto(
  context: ToolContext,
  base: string,
  below: string,
  recursive: boolean,
  lines: string[],
): JailResult<boolean> {
  const folder = `${base === '/' ? '' : base}/${below}`;
  const listed = context.workspace.list(folder, MOST_ENTRIES + 1);
  if (!listed.ok) return listed;
  let truncated = listed.value.truncated;
  for (const entry of listed.value.entries) {
    if (lines.length >= MOST_ENTRIES) return { ok: true, value: true };
    const relative = below === '' ? entry.name : `${below}/${entry.name}`;
    // A place is named and not entered: the policy decides on each place by itself.
    if (isListOfPlaces(base) && relative !== 'folders') {
      lines.push(`${visibleName(relative)}/`);
      continue;
    }
    const closed = entry.kind === 'folder' && context.refuses(`${base}/${relative}`, 'list') !== undefined;
    lines.push(lineOf(entry, relative, closed));
    if (!recursive || closed || entry.kind !== 'folder') continue;
    const inner = listInto(context, base, relative, recursive, lines);
    // A folder below that cannot be listed is named and not entered.
    if (!inner.ok) lines.push(`${visibleName(relative)}/ (not listed: ${inner.error.code})`);
    else truncated ||= inner.value;
  }
  return { ok: true, value: truncated };
}

function isListOfPlaces(base: string): boolean {
  return base === '/' || base === '/folders';
}

function lineOf(entry: ListedEntry, relative: string, closed: boolean): string {
  const name = visibleName(relative);
  switch (entry.kind) {
    case 'folder':
      return closed ? `${name}/ (protected)` : `${name}/`;
    case 'file':
      return `${name} (${entry.size} ${entry.size === 1 ? 'byte' : 'bytes'})`;
    case 'link':
      return `${name} (link)`;
    case 'other':
      return `${name} (not a regular file)`;
  }
}
