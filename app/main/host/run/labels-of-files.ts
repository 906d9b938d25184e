import { createHash } from 'node:crypto';
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

/** The sizes of all bytes that are labelled: a file of another size is not read to be looked up. */
const sizes = new WeakMap<CatalogState['labelledBytes'], ReadonlySet<number>>();

function sizesOf(labelled: CatalogState['labelledBytes']): ReadonlySet<number> {
  const known = sizes.get(labelled) ?? new Set([...labelled.values()].map(({ size }) => size));
  sizes.set(labelled, known);
  return known;
}

/** No tool changes or hands on a file that is larger. */
const LARGEST_HASHED = 64 << 20;

/** A call of this run is nothing that a later one could look up. */
const lasting = (labels: readonly Label[]): Label[] => labels.map(({ callId: _callId, ...label }): Label => label);

/** Where a file with labels is found again, by any agent: the place, and the names below it. */
interface Place {
  place: string;
  path: string;
}

/**
 * What files and folders carry from outside: those of a folder that is marked so, those that the catalog says were
 * written with such text, and those whose bytes are such a file's, whoever copied or renamed it. A folder carries what
 * the names in it say. Paths are the agent's. One serves one call.
 */
export class FileLabels {
  readonly #run: RunState;
  readonly #catalog: () => CatalogState;
  readonly #workspace: Workspace;
  /** Hashes of files by path, with what the file was like: code reads one in many pieces. */
  readonly #hashes = new Map<string, { size: number; modifiedMs: number; hash: string }>();

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
    const kept = this.#placesOf(real).reduce((labels, place) => unionLabels(labels, this.#kept(place)), marked);
    return unionLabels(kept, this.#ofBytes(shown));
  }

  #ofBytes(shown: string): readonly Label[] {
    const { labelledBytes } = this.#catalog();
    if (labelledBytes.size === 0) return [];
    const bytes = this.#bytes(shown, (size) => sizesOf(labelledBytes).has(size));
    return bytes ? (labelledBytes.get(bytes.hash)?.labels ?? []) : [];
  }

  /** The hash of a file that holds anything; undefined for whatever is none, or of a size that is not asked for. */
  #bytes(shown: string, ofSize: (size: number) => boolean): { hash: string; size: number } | undefined {
    const stat = this.#workspace.stat(shown);
    if (!stat.ok || stat.value.kind !== 'file') return undefined;
    const { size, modifiedMs } = stat.value;
    if (size === 0 || size > LARGEST_HASHED || !ofSize(size)) return undefined;
    const known = this.#hashes.get(shown);
    if (known && known.size === size && known.modifiedMs === modifiedMs) return known;
    const content = this.#workspace.read(shown, LARGEST_HASHED);
    if (!content.ok || content.value.truncated) return undefined;
    const hash = createHash('sha256').update(content.value.bytes).digest('hex');
    const made = { size: content.value.bytes.length, modifiedMs, hash };
    this.#hashes.set(shown, made);
    return made;
  }

  /** Files were changed: what was looked up of any may not be so any more. */
  changed(): void {
    this.#hashes.clear();
  }

  /** The entry that gives the bytes of the file at a path these labels; undefined where they have them, or it is none. */
  bytesEvent(shown: string, labels: readonly Label[]): CatalogEvent | undefined {
    const bytes = labels.length > 0 ? this.#bytes(shown, () => true) : undefined;
    return bytes && this.hashEvent(bytes.hash, bytes.size, labels);
  }

  /** The same for bytes that are known by their hash already. */
  hashEvent(hash: string, size: number, labels: readonly Label[]): CatalogEvent | undefined {
    if (labels.length === 0 || size === 0) return undefined;
    const known = this.#catalog().labelledBytes.get(hash)?.labels ?? [];
    const all = unionLabels(known, lasting(labels));
    return all === known ? undefined : { type: 'bytes-labelled', hash, size, labels: [...all] };
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
    const kept = lasting(labels);
    if (JSON.stringify(this.kept(shown)) === JSON.stringify(kept)) return undefined;
    return { type: 'file-labelled', ...place, labels: kept };
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
