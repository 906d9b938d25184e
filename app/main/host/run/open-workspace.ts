import fs from 'node:fs';
import path from 'node:path';
import type { GrantedFolder } from '#contract/agent';
import { WarrantError } from '#contract/errors';
import type { RunId } from '#contract/ids';
import type { RunState } from '#contract/projections/run-state';
import type { VirtualPath } from '#contract/virtual-path';
import { closeFolder, type OpenFolder, openFolder, parseIdentity } from '../workspace/open-folder.ts';
import { Workspace } from '../workspace/workspace.ts';

/** The agents' own disks, inside the data folder. */
export function diskOf(dataFolder: string, agent: string): string {
  return path.join(dataFolder, 'disks', agent.replace(/[^A-Za-z0-9._-]/g, '_'));
}

function openGranted(folder: GrantedFolder): OpenFolder {
  const expected = parseIdentity(folder.identity);
  if (!expected)
    throw new WarrantError('corrupt', `The identity of the folder ${folder.name} can’t be read; grant it again.`);
  const opened = openFolder(folder.path, { expected });
  if (opened.ok) return opened.value;
  const gone = fs.existsSync(folder.path) ? 'is not the folder that was granted' : 'is not there any more';
  throw new WarrantError('refused', `The folder ${folder.name} ${gone}. Put it back, or grant it again.`);
}

/**
 * Holds the places of running agents open: each folder as the one that was granted, whatever stands at its path now
 * (rule P14). One workspace for each run, made when it is first needed.
 */
export class OpenWorkspaces {
  readonly #dataFolder: string;
  readonly #mayFollow: (run: RunId, target: VirtualPath) => boolean;
  readonly #open = new Map<RunId, { workspace: Workspace; held: OpenFolder[] }>();

  /** `mayFollow`: whether a run may go where a link really leads, by the rules of that moment. */
  constructor(dataFolder: string, mayFollow: (run: RunId, target: VirtualPath) => boolean) {
    this.#dataFolder = dataFolder;
    this.#mayFollow = mayFollow;
  }

  /** Throws `WarrantError` where a granted folder is gone or another one stands in its place. */
  of(state: RunState): Workspace {
    const known = this.#open.get(state.run.id);
    if (known) return known.workspace;
    const held: OpenFolder[] = [];
    try {
      const { agent } = state.run;
      const disk = diskOf(this.#dataFolder, agent.id);
      fs.mkdirSync(disk, { recursive: true, mode: 0o700 });
      const agentDisk = openFolder(fs.realpathSync(disk));
      if (!agentDisk.ok)
        throw new WarrantError('disk', `The agent’s own disk can’t be opened: ${agentDisk.error.message}`);
      held.push(agentDisk.value);
      const folders = agent.folders.map((folder) => {
        const opened = openGranted(folder);
        held.push(opened);
        return { id: folder.id, name: folder.name, folder: opened, access: folder.access };
      });
      const mayFollow = (target: VirtualPath): boolean => this.#mayFollow(state.run.id, target);
      const workspace = new Workspace({ agentDisk: agentDisk.value, folders, mayFollow });
      this.#open.set(state.run.id, { workspace, held });
      return workspace;
    } catch (fault) {
      for (const folder of held) closeFolder(folder);
      throw fault;
    }
  }

  /** Lets the folders of a run go. */
  release(id: RunId): void {
    for (const folder of this.#open.get(id)?.held ?? []) closeFolder(folder);
    this.#open.delete(id);
  }

  close(): void {
    for (const id of [...this.#open.keys()]) this.release(id);
  }
}
