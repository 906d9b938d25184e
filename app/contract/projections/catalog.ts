import type { Agent, Secret } from '../agent.ts';
import { DEFAULT_GRANTS } from '../default-grants.ts';
import type { CatalogEvent, Entry } from '../event.ts';
import type { AgentId, FolderId, GrantId, Json } from '../ids.ts';
import { type Label, unionLabels } from '../label.ts';
import type { Grant } from '../permission.ts';
import type { Tool } from '../tool.ts';

/** A folder as it was granted; `identity` is met again at every opening (rule P14). */
interface CatalogFolder {
  id: FolderId;
  path: string;
  identity: string;
  trust: 'own' | 'outside';
}

/** What a file of these bytes carries. The size says of most files, unread, that they are others. */
export interface LabelledBytes {
  size: number;
  labels: readonly Label[];
}

/** The things that outlive runs, as they are after `seq`. Maps keep the order in which things were added. */
export interface CatalogState {
  seq: number;
  agents: ReadonlyMap<AgentId, Agent>;
  /** Tools that were installed; the built-in ones are not in the catalog. */
  tools: ReadonlyMap<string, Tool>;
  /** Those in force, the default ones included. Whether one has expired or is used up is for the reader to see. */
  grants: ReadonlyMap<GrantId, Grant>;
  folders: ReadonlyMap<FolderId, CatalogFolder>;
  /** Files that hold text from outside, by place and path (`file-labelled`). */
  labelled: ReadonlyMap<string, readonly Label[]>;
  /** Bytes that hold such text, by their hash: a file keeps its labels under a name that nobody told the host of. */
  labelledBytes: ReadonlyMap<string, LabelledBytes>;
  /** Names and origins. */
  secrets: ReadonlyMap<string, Secret>;
  settings: ReadonlyMap<string, Json>;
}

/** The key of a file in `CatalogState.labelled`. */
export function labelledKey(place: string, path: string): string {
  return `${place}/${path}`;
}

/** The catalog before its first entry: the default grants and nothing else. */
export function emptyCatalog(): CatalogState {
  return {
    seq: 0,
    agents: new Map(),
    tools: new Map(),
    grants: new Map(DEFAULT_GRANTS.map((grant) => [grant.id, grant])),
    folders: new Map(),
    labelled: new Map(),
    labelledBytes: new Map(),
    secrets: new Map(),
    settings: new Map(),
  };
}

function added<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): ReadonlyMap<Key, Value> {
  return new Map(map).set(key, value);
}

function removed<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): ReadonlyMap<Key, Value> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

function grantsWithout(state: CatalogState, goes: (grant: Grant) => boolean): ReadonlyMap<GrantId, Grant> {
  return new Map([...state.grants].filter(([, grant]) => !goes(grant)));
}

/** A grant and all that were derived from it (row A16.10). */
function withDerived(state: CatalogState, id: GrantId): ReadonlySet<GrantId> {
  const gone = new Set([id]);
  for (let before = 0; before < gone.size; ) {
    before = gone.size;
    for (const grant of state.grants.values())
      if (grant.parent !== undefined && gone.has(grant.parent)) gone.add(grant.id);
  }
  return gone;
}

function change(state: CatalogState, event: CatalogEvent): Partial<CatalogState> {
  switch (event.type) {
    case 'agent-saved':
      return { agents: added(state.agents, event.agent.id, event.agent) };
    case 'agent-removed':
      return {
        agents: removed(state.agents, event.id),
        grants: grantsWithout(state, (grant) => grant.agent === event.id),
      };
    case 'tool-installed':
      return { tools: added(state.tools, event.tool.name, event.tool) };
    case 'tool-removed':
      return { tools: removed(state.tools, event.name) };
    case 'grant-added':
      return { grants: added(state.grants, event.grant.id, event.grant) };
    case 'grant-revoked': {
      const gone = withDerived(state, event.id);
      return { grants: grantsWithout(state, (grant) => gone.has(grant.id)) };
    }
    case 'folder-granted': {
      const { folder: id, path, identity, trust } = event;
      return { folders: added(state.folders, id, { id, path, identity, trust }) };
    }
    case 'file-labelled': {
      const key = labelledKey(event.place, event.path);
      return {
        labelled: event.labels.length === 0 ? removed(state.labelled, key) : added(state.labelled, key, event.labels),
      };
    }
    case 'bytes-labelled': {
      const { hash, size, labels } = event;
      const known = state.labelledBytes.get(hash)?.labels ?? [];
      return { labelledBytes: added(state.labelledBytes, hash, { size, labels: unionLabels(known, labels) }) };
    }
    case 'folder-removed':
      return {
        folders: removed(state.folders, event.folder),
        grants: grantsWithout(
          state,
          ({ type, permission }) =>
            type === 'allow' && permission.kind === 'file' && permission.folder === event.folder,
        ),
      };
    case 'secret-named':
      return { secrets: added(state.secrets, event.secret.name, event.secret) };
    case 'secret-removed':
      return { secrets: removed(state.secrets, event.name) };
    case 'setting-changed':
      return { settings: added(state.settings, event.key, event.value) };
    case 'server-added':
    case 'server-pinned':
    case 'crew-saved':
    case 'policy-saved':
    case 'token-issued':
    case 'artifact-published':
    case 'run-removed':
      return {};
  }
}

/**
 * Folds one entry of the stream `catalog`. An entry at or before `state.seq` is passed over. Pure: the given state is
 * not changed. The grants of a removed agent, and those that allow something in a removed folder, go with it.
 */
export function reduceCatalog(state: CatalogState | undefined, entry: Entry<CatalogEvent>): CatalogState {
  const before = state ?? emptyCatalog();
  if (entry.seq <= before.seq) return before;
  return { ...before, ...change(before, entry.event), seq: entry.seq };
}

/** Folds a whole stream; the defaults for an empty one. */
export function foldCatalog(entries: Iterable<Entry<CatalogEvent>>): CatalogState {
  let state = emptyCatalog();
  for (const entry of entries) state = reduceCatalog(state, entry);
  return state;
}

/** The agent that is saved under a name, or undefined. Names are compared exactly. */
export function agentNamed(state: CatalogState, name: string): Agent | undefined {
  for (const agent of state.agents.values()) if (agent.name === name) return agent;
  return undefined;
}
