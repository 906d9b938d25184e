import path from 'node:path';
import type { CatalogEvent } from '#contract/event';
import { type Label, unionLabels } from '#contract/label';
import { foldName } from '#contract/path-rules';
import { type CatalogState, labelledKey } from '#contract/projections/catalog';
import type { RunState } from '#contract/projections/run-state';
import { parseVirtualPath, type VirtualPath } from '#contract/virtual-path';
import type { Workspace } from '../workspace/workspace.ts';

type Labelled = CatalogState['labelled'];
type Inside = Extract<VirtualPath, { segments: readonly string[] }>;

/** Labelled files by the folded form of their key: a file has one label, however its name is written. */
const folded = new WeakMap<Labelled, Map<string, readonly Label[]>>();

function foldedOf(labelled: Labelled): Map<string, readonly Label[]> {
  const known = folded.get(labelled);
  if (known) return known;
  const made = new Map<string, readonly Label[]>();
  for (const [key, labels] of labelled) {
    const name = foldName(key);
    made.set(name, unionLabels(made.get(name) ?? [], labels));
  }
  folded.set(labelled, made);
  return made;
}

/** Where a file with labels is found again, by any agent: the place, and the names below it. */
interface Place {
  place: string;
  path: string;
}

/**
 * What files and folders carry from outside: those of a folder that is marked so, and those that the catalog says were
 * written with such text. A folder carries what the names in it say. Paths are the agent's.
 */
export class FileLabels {
  readonly #run: RunState;
  readonly #catalog: () => CatalogState;
  readonly #workspace: Workspace;

  constructor(run: RunState, catalog: () => CatalogState, workspace: Workspace) {
    this.#run = run;
    this.#catalog = catalog;
    this.#workspace = workspace;
  }

  /** The labels of what is read at a path: a file's content, a folder's listing. Links are looked through. */
  of(shown: string): readonly Label[] {
    const parsed = this.#parse(shown);
    if (!parsed) return [];
    const stat = this.#workspace.stat(shown);
    const real = { ...parsed, segments: stat.ok ? stat.value.names : parsed.segments };
    const marked: readonly Label[] = this.#isMarked(real) ? [{ origin: 'outside', path: shown }] : [];
    return this.#placesOf(real).reduce((labels, place) => unionLabels(labels, this.#kept(place)), marked);
  }

  /** What the catalog holds of a path, and of nothing else. */
  kept(shown: string): readonly Label[] {
    const parsed = this.#parse(shown);
    const [place] = parsed ? this.#placesOf(parsed) : [];
    return place ? (this.#catalog().labelled.get(labelledKey(place.place, place.path)) ?? []) : [];
  }

  /** The entry that gives the file at a path these labels; undefined where it has them. */
  event(shown: string, labels: readonly Label[]): CatalogEvent | undefined {
    const parsed = this.#parse(shown);
    const [place] = parsed ? this.#placesOf(parsed) : [];
    if (!place) return undefined;
    // A call of this run is nothing that a later one could look up.
    const lasting = labels.map(({ callId: _callId, ...label }): Label => label);
    if (JSON.stringify(this.kept(shown)) === JSON.stringify(lasting)) return undefined;
    return { type: 'file-labelled', ...place, labels: lasting };
  }

  /** The labelled files below a folder. */
  below(shown: string): string[] {
    const parsed = this.#parse(shown);
    const [place] = parsed ? this.#placesOf(parsed) : [];
    if (!place) return [];
    const start = labelledKey(place.place, place.path === '' ? '' : `${place.path}/`);
    return [...this.#catalog().labelled.keys()].flatMap((key) =>
      key.startsWith(start) && key.length > start.length ? [`${shown}/${key.slice(start.length)}`] : [],
    );
  }

  #parse(shown: string): Inside | undefined {
    const names = this.#run.run.agent.folders.map((folder) => folder.name);
    const parsed = parseVirtualPath(shown, names);
    return parsed.ok && 'segments' in parsed.path ? parsed.path : undefined;
  }

  #kept({ place, path: below }: Place): readonly Label[] {
    return foldedOf(this.#catalog().labelled).get(foldName(labelledKey(place, below))) ?? [];
  }

  #folderOf(at: Inside) {
    return at.place === 'folder' ? this.#run.run.agent.folders.find((folder) => folder.name === at.name) : undefined;
  }

  /** The innermost folder that a person granted and that holds the path says whose its files are. */
  #isMarked(at: Inside): boolean {
    const own = this.#folderOf(at);
    if (!own) return false;
    const real = path.join(own.path, ...at.segments);
    const inside = (folder: string): boolean => real === folder || real.startsWith(folder + path.sep);
    const { agent } = this.#run.run;
    let innermost: { path: string; trust: 'own' | 'outside' } = own;
    for (const folder of [...agent.folders, ...this.#catalog().folders.values()])
      if (inside(folder.path) && folder.path.length > innermost.path.length) innermost = folder;
    return innermost.trust === 'outside';
  }

  /** The path's own place first, then the same file below other folders that were granted. */
  #placesOf(at: Inside): Place[] {
    if (at.place === 'agent') return [{ place: `agent:${this.#run.run.agent.id}`, path: at.segments.join('/') }];
    const own = this.#folderOf(at);
    if (!own) return [];
    const real = path.join(own.path, ...at.segments);
    const others = [...this.#run.run.agent.folders, ...this.#catalog().folders.values()].flatMap((folder): Place[] => {
      if (folder.id === own.id || !real.startsWith(folder.path + path.sep)) return [];
      return [
        {
          place: folder.id,
          path: real
            .slice(folder.path.length + 1)
            .split(path.sep)
            .join('/'),
        },
      ];
    });
    return [{ place: own.id, path: at.segments.join('/') }, ...others];
  }
}
