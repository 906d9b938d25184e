import type { Workspace } from '../../workspace/workspace.ts';
import type { ToolResult } from '../define-tool.ts';
import { refusedByWorkspace, toolFailed } from './file-outcome.ts';

/** A file larger than this cannot be kept for undoing, so an agent may not change it. */
export const LARGEST_KEPT_BYTES = 64 << 20;

/**
 * The version that a change is about to replace, read without following links, so that it can be kept and put back.
 * @param path the agent's path of a file that may not exist
 * @returns the bytes, `undefined` for a free name, or the outcome of the tool when the change is not possible
 */
export function readPreviousVersion(
  workspace: Workspace,
  path: string,
): { ok: true; before: Uint8Array | undefined } | { ok: false; outcome: ToolResult } {
  const found = workspace.lookForChange(path);
  if (!found.ok) return { ok: false, outcome: refusedByWorkspace(found.error) };
  if (found.value === null) return { ok: true, before: undefined };
  const content = workspace.readForChange(path, LARGEST_KEPT_BYTES);
  if (!content.ok) return { ok: false, outcome: refusedByWorkspace(content.error) };
  if (content.value.truncated) {
    const message = `${path} is ${content.value.size} bytes: too large to be kept for undoing, so it is not changed. A person can do it.`;
    return { ok: false, outcome: toolFailed(message, 'too-large') };
  }
  return { ok: true, before: content.value.bytes };
}

/**
 * The path as every result shows it.
 * @param path a path that the workspace has accepted
 */
export function shownPath(workspace: Workspace, path: string): string {
  const shown = workspace.show(path);
  return shown.ok ? shown.value : path;
}
