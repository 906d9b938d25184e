import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { isSensitivePath } from '#contract/path-rules';
import type { PlannedChange, ToolContext } from '../tools/define-tool.ts';
import { closeFolder, type JailStrategy, type OpenFolder, openFolder } from '../workspace/open-folder.ts';
import { Workspace } from '../workspace/workspace.ts';

/** A scratch folder with a granted folder, an agent's disk and a place outside both; gone when the test ends. */
export interface FolderFixture {
  scratch: string;
  /** The real path of the granted folder, which the agent sees as `/folders/ROOT`. */
  root: string;
  agent: string;
  /** A sibling folder with the file `s`, which nothing may reach. */
  outside: string;
  workspace: Workspace;
  folder: OpenFolder;
}

/** The content of the file outside; a test that meets it has found a way out. */
export const SECRET = 'the secret of another folder';

/**
 * Makes a fixture.
 * @param layout what is in the granted folder: `d/` a folder, `f` a file that contains its own path, `a => b` a link to
 *   `b`; `$ROOT` and `$OUTSIDE` in a link's target are the real paths. Folders above are made as needed
 */
export function makeFolderFixture(
  layout: readonly string[] = [],
  options: { access?: 'read' | 'write'; strategy?: JailStrategy } = {},
): FolderFixture {
  const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'warrant-folder-'));
  const [root, agent, outside] = ['ROOT', 'agent', 'outside'].map((name) => path.join(scratch, name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [root, agent, outside]) fs.mkdirSync(folder);
  fs.writeFileSync(path.join(outside, 's'), SECRET);
  makeLayout(root, layout, outside);
  const strategy = options.strategy ? { strategy: options.strategy } : {};
  const folder = mustOpen(root, strategy);
  const agentDisk = mustOpen(agent, strategy);
  onTestFinished(() => {
    closeFolder(folder);
    closeFolder(agentDisk);
    fs.rmSync(scratch, { recursive: true, force: true });
  });
  const workspace = new Workspace({
    agentDisk,
    folders: [{ id: 'folder-1', name: 'ROOT', folder, access: options.access ?? 'write' }],
  });
  return { scratch, root, agent, outside, workspace, folder };
}

/** Puts files, folders and links into a folder, as `makeFolderFixture` describes. */
function makeLayout(root: string, layout: readonly string[], outside = ''): void {
  for (const entry of layout) {
    const [name = '', target] = entry.split(' => ');
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    const at = path.join(root, name);
    if (target !== undefined) fs.symlinkSync(target.replace('$ROOT', root).replace('$OUTSIDE', outside), at);
    else if (name.endsWith('/')) fs.mkdirSync(at, { recursive: true });
    else fs.writeFileSync(at, name);
  }
}

/** The rule on files that hold secrets, alone: what a tool is told where nobody denied anything further (P19). */
function refuseSecrets(shown: string): string | undefined {
  return isSensitivePath(shown.split('/')) ? `${shown}: files that hold secrets are protected` : undefined;
}

/** A context for a built-in tool over a fixture, with the changes it announces in a list. */
export function makeToolContext(
  workspace: Workspace,
  signal: AbortSignal = new AbortController().signal,
  refuses: ToolContext['refuses'] = refuseSecrets,
): ToolContext & { changes: PlannedChange[] } {
  const changes: PlannedChange[] = [];
  return {
    workspace,
    signal,
    changes,
    now: () => 0,
    refuses,
    redact: (text) => text,
    secret: () => Promise.reject(new Error('no secret')),
    secretNames: () => [],
    headers: async () => [],
    fetch: async () => ({ type: 'refused', reason: 'no network here' }),
    refusesToShow: async () => 'no network here',
    options: {},
    memory: { remember: async () => ({ refused: 'no memory here' }), recall: async () => [] },
    output: () => {},
    willChange: async (planned) => {
      changes.push(...planned);
    },
  };
}

function mustOpen(folder: string, options: { strategy?: JailStrategy }): OpenFolder {
  const opened = openFolder(folder, options);
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}
