import * as z from 'zod';
import { isExecutableByOthers } from '#contract/path-rules';
import { WISH_WORDS } from '#contract/wish-words';
import { sha256 } from '../../workspace/jail-changes.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { defineTool, type PlannedChange, type ToolContext, type ToolResult } from '../define-tool.ts';
import { refusedByWorkspace, toolFailed } from './file-outcome.ts';
import { LARGEST_KEPT_BYTES, readPreviousVersion, shownPath } from './previous-version.ts';

/** A folder with more entries is not moved: each is logged with its bytes, so that the move can be undone. */
const MOST_MOVED = 500;
const NO_BYTES = new Uint8Array(0);

/**
 * `move_file`: moves or renames a file or a folder, also from one place to another. Nothing is overwritten. A folder
 * that holds what the rules close, or files that other programs run, is not moved as a whole: moved, they might be
 * reached under another name (P16, P19).
 */
export const moveFile = defineTool({
  name: 'move_file',
  description: 'Moves or renames a file or a folder. Nothing is overwritten: the new path must be free.',
  input: {
    from: z.string().describe('what to move; relative to your first folder'),
    to: z.string().describe('the whole new path, name included'),
  },
  effect: { change: 'write', where: 'local', repeat: 'no' },
  files: [
    { field: 'from', verbs: ['read', 'delete'] },
    { field: 'to', verbs: ['write'] },
  ],
  wish: WISH_WORDS.move,
  async run({ from, to }, context) {
    const { workspace } = context;
    const source = workspace.lookForChange(from);
    if (!source.ok) return refusedByWorkspace(source.error);
    const shownFrom = shownPath(workspace, from);
    if (source.value === null) return toolFailed(`${shownFrom} does not exist.`);
    const target = workspace.lookForChange(to);
    if (!target.ok) {
      return refusedByWorkspace(
        target.error,
        target.error.code === 'not-found' ? 'Make its folder first with make_folder.' : undefined,
      );
    }
    const shownTo = shownPath(workspace, to);
    if (target.value !== null) return toolFailed(`${shownTo} exists already; nothing is overwritten.`);
    const inFolder = `${shownTo}/`.startsWith(`${shownFrom}/`);
    if (inFolder) return toolFailed(`${shownFrom} cannot be moved into itself.`);

    const planned =
      source.value === 'folder' ? planFolder(context, shownFrom, shownTo) : planFile(workspace, shownFrom, shownTo);
    if (!planned.ok) return planned.outcome;
    const answer = `Moved ${shownFrom} to ${shownTo}.`;
    await context.willChange(planned.changes, answer);
    const moved = workspace.move(from, to, planned.expectation);
    return moved.ok ? { type: 'ok', text: answer } : refusedByWorkspace(moved.error);
  },
});

type Plan =
  | { ok: true; changes: PlannedChange[]; expectation: { expectedBefore?: string } }
  | { ok: false; outcome: ToolResult };

function planFile(workspace: Workspace, from: string, to: string): Plan {
  const previous = readPreviousVersion(workspace, from);
  if (!previous.ok) return previous;
  const bytes = previous.before ?? NO_BYTES;
  const mode = modeOf(workspace, from);
  return {
    ok: true,
    changes: [
      { path: from, kind: 'file', before: bytes, after: undefined, mode: 0 },
      { path: to, kind: 'file', before: undefined, after: bytes, mode },
    ],
    expectation: { expectedBefore: sha256(bytes) },
  };
}

/** The folder and everything below, as changes: made at the new path before it is gone from the old one. */
function planFolder(context: ToolContext, from: string, to: string): Plan {
  const { workspace } = context;
  const made: PlannedChange[] = [
    { path: to, kind: 'folder', before: undefined, after: NO_BYTES, mode: modeOf(workspace, from) },
  ];
  const gone: PlannedChange[] = [{ path: from, kind: 'folder', before: NO_BYTES, after: undefined, mode: 0 }];
  let bytes = 0;
  const waiting = [''];
  for (let below = waiting.pop(); below !== undefined; below = waiting.pop()) {
    const listed = workspace.list(`${from}${below}`, MOST_MOVED + 1);
    if (!listed.ok) return { ok: false, outcome: refusedByWorkspace(listed.error) };
    for (const entry of listed.value.entries) {
      const name = `${below}/${entry.name}`;
      const refusal = refuseEntry(context, `${from}${name}`, `${to}${name}`, entry.kind);
      if (refusal) return { ok: false, outcome: toolFailed(refusal, 'denied') };
      const mode = modeOf(workspace, `${from}${name}`);
      let content: Uint8Array = NO_BYTES;
      if (entry.kind === 'folder') {
        waiting.push(name);
      } else {
        const previous = readPreviousVersion(workspace, `${from}${name}`);
        if (!previous.ok) return previous;
        content = previous.before ?? NO_BYTES;
      }
      const kind = entry.kind === 'folder' ? 'folder' : 'file';
      bytes += content.length;
      made.push({ path: `${to}${name}`, kind, before: undefined, after: content, mode });
      gone.unshift({ path: `${from}${name}`, kind, before: content, after: undefined, mode: 0 });
      if (gone.length > MOST_MOVED || bytes > LARGEST_KEPT_BYTES) {
        const message = `${from} holds more than ${MOST_MOVED} entries or ${LARGEST_KEPT_BYTES} bytes; move its parts, or let a person do it.`;
        return { ok: false, outcome: toolFailed(message, 'too-large') };
      }
    }
  }
  return { ok: true, changes: [...made, ...gone], expectation: {} };
}

function refuseEntry(context: ToolContext, from: string, to: string, kind: string): string | undefined {
  if (kind !== 'file' && kind !== 'folder') return `The folder is not moved: ${from} is a link or not a regular file.`;
  const refused = context.refuses(from, 'read') ?? context.refuses(from, 'delete') ?? context.refuses(to, 'write');
  if (refused !== undefined) return `The folder is not moved: ${refused}`;
  const run = isExecutableByOthers(to.split('/'), kind) || isExecutableByOthers(from.split('/'), kind);
  return run ? `The folder is not moved: ${from} would be run by other programs; move it by itself.` : undefined;
}

function modeOf(workspace: Workspace, path: string): number {
  const stat = workspace.stat(path);
  return stat.ok ? stat.value.mode : 0;
}
