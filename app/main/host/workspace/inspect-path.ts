import type { ChildKind } from './held-child.ts';
import { done, type JailResult } from './jail-error.ts';
import type { Workspace } from './workspace.ts';

/** What the walls say of a path that they let through. */
export interface InspectedPath {
  /** The path as every result shows it. */
  shown: string;
  kind: ChildKind | 'missing';
}

/**
 * What would happen to a path at the walls, without reading, showing or changing anything: for `explain path` and for
 * answering before a call is made. The policy's own answer comes on top.
 * @param text the agent's path
 * @param use `read` (links inside are followed) or `write` (no link, no folder granted for reading)
 * @returns what is there, `missing` for a path that may be read or written once it exists, or the refusal
 */
export function inspectPath(workspace: Workspace, text: string, use: 'read' | 'write'): JailResult<InspectedPath> {
  const shown = workspace.show(text);
  if (!shown.ok) return shown;
  const found = use === 'read' ? lookForReading(workspace, text) : workspace.lookForChange(text);
  if (!found.ok) return found.error.code === 'not-found' ? done({ shown: shown.value, kind: 'missing' }) : found;
  const kind = found.value ?? 'missing';
  if (kind === 'missing' || kind === 'folder') return done({ shown: shown.value, kind });
  // Opening tells the rest: a second name (P5), a pipe, a device.
  const opened = use === 'read' ? workspace.readRange(text, 0, 0) : workspace.readForChange(text, 0);
  return opened.ok ? done({ shown: shown.value, kind }) : opened;
}

/**
 * The agent's path for a real one that a person gave (interfaces, "Paths"). Never used for what an agent wrote.
 * @param text a path; one that is not inside a granted folder is given back as it is, to be refused or not as such
 * @param folders the granted folders: their names, and each path by which the person may name them
 */
export function toAgentPath(text: string, folders: readonly { name: string; paths: readonly string[] }[]): string {
  for (const { name, paths } of folders) {
    for (const folder of paths) {
      if (text === folder) return `/folders/${name}`;
      const start = folder.endsWith('/') ? folder : `${folder}/`;
      // The rest keeps its `..`, so that a way out is seen as one.
      if (text.startsWith(start)) return `/folders/${name}/${text.slice(start.length)}`;
    }
  }
  return text;
}

function lookForReading(workspace: Workspace, text: string): JailResult<ChildKind> {
  const stat = workspace.stat(text);
  return stat.ok ? done(stat.value.kind) : stat;
}
