import type { CatalogEvent } from '#contract/event';
import type { FileChange } from '#contract/file-change';
import type { Json } from '#contract/ids';
import { type Label, unionLabels } from '#contract/label';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import { effectiveCall } from '#contract/projections/run-state';
import { type Command, commandOf, type FileVerb, type Tool } from '#contract/tool';
import { type FileUseOfCall, fileUsesOf } from '../policy/authorize.ts';
import { argumentLabels, isNamedByPerson } from '../policy/taint.ts';
import { FileLabels } from './labels-of-files.ts';
import type { RunParts } from './run-parts.ts';

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

function textAt(input: Json, name: string): string | undefined {
  const value = input !== null && typeof input === 'object' && !Array.isArray(input) ? input[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Files of a marked folder that one call makes known by their bytes. */
const MOST_LEARNED = 200;

/**
 * What one call carries from outside while it runs: the union of what it reads and of its arguments, handed on to its
 * result and to the files it writes (rule A8). Nothing is taken away before a change is made: a file keeps the labels it
 * had until the call has ended well.
 */
export class CallLabels {
  readonly #run: RunState;
  readonly #call: ToolCallState;
  readonly #parts: RunParts;
  readonly #files: FileLabels;
  readonly #arguments: ReturnType<typeof argumentLabels>;
  readonly #uses: FileUseOfCall[];
  /** Its arguments name the address. */
  readonly #given: boolean;
  #read: readonly Label[] = [];
  /** What a guest has done to the agent's own disk, in order. */
  readonly #done: { path: string; labels: readonly Label[] }[] = [];
  /** Bytes from outside that it read, by path: so many at most, as a search may read a whole folder. */
  readonly #learned = new Map<string, CatalogEvent>();

  constructor(run: RunState, call: ToolCallState, tool: Tool, parts: RunParts) {
    this.#run = run;
    this.#call = call;
    this.#parts = parts;
    this.#files = new FileLabels(run, () => parts.journal.catalog, parts.workspaceFor(run));
    this.#arguments = argumentLabels(call, run, parts.loadText);
    const made = effectiveCall(call);
    const command = commandOf(tool, made.command);
    const uses = command && call.purpose.type === 'execute' ? fileUsesOf(made, command, run) : { uses: [] };
    this.#uses = 'refused' in uses ? [] : uses.uses;
    this.#given = command?.outside === true && (command.hosts?.length ?? 0) > 0;
    if (command && (command.outside || tool.origin !== 'own')) this.#add([this.#ofResult(command, made.input)]);
    for (const { verb, shown } of this.#uses) if (verb === 'read' || verb === 'list') this.read(shown);
    if (call.purpose.type === 'apply-changes') for (const change of call.purpose.changes) this.#add(change.labels);
  }

  #ofResult(command: Command, input: Json): Label {
    const url = command.hosts?.flatMap(({ field }) => textAt(input, field) ?? [])[0];
    return {
      origin: 'outside',
      callId: this.#call.call.id,
      tool: this.#call.call.tool,
      ...(url !== undefined && { url }),
    };
  }

  #add(labels: readonly Label[]): void {
    this.#read = unionLabels(this.#read, labels);
  }

  /** The call was given text that carries these (a memory, a fetched page). */
  carry(labels: readonly Label[]): void {
    this.#add(labels);
  }

  /**
   * The call was answered from an address: where redirects led is what its result is from (rule S27). Only for a tool that
   * is given the address; the request of another may hold what is shown to nobody.
   */
  reached(url: string): void {
    const { id, tool } = this.#call.call;
    if (this.#given) this.#add([{ origin: 'outside', callId: id, tool, url }]);
  }

  /** What the call has taken in so far: its arguments, and what it read. */
  get taken(): readonly Label[] {
    return unionLabels(this.#read, this.#arguments.content);
  }

  /** What its result carries. */
  get result(): Label[] {
    return [...unionLabels(this.taken, this.#arguments.names)];
  }

  /** The call reads the file at a path, or lists the folder. */
  read(shown: string): void {
    const labels = this.#files.of(shown);
    if (labels.length === 0) return;
    if (this.#learned.size < MOST_LEARNED) {
      const event = this.#files.bytesEvent(shown, labels);
      if (event) this.#learned.set(shown, event);
    }
    const { id, tool } = this.#call.call;
    this.#add([{ origin: 'outside', callId: id, tool, path: shown }, ...labels]);
  }

  /** The same for an entry that a tool asks the rules about before it reads or lists it. */
  uses(shown: string, verb: FileVerb): void {
    if (verb === 'read' || verb === 'list') this.read(shown);
  }

  /** The changes of a tool, each with what its file will carry. */
  ofChanges(changes: readonly FileChange[]): FileChange[] {
    const from = this.#uses.find((use) => use.verb === 'delete')?.shown;
    const to = this.#uses.find((use) => use.verb === 'write')?.shown;
    const edited = new Set(this.#uses.filter((use) => use.verb === 'read').map((use) => use.shown));
    return changes.map((planned) => {
      const change = this.#withHad(planned);
      if (change.after === undefined) return change;
      const moved = from !== undefined && to !== undefined && `${change.path}/`.startsWith(`${to}/`);
      const source = moved ? from + change.path.slice(to.length) : edited.has(change.path) ? change.path : undefined;
      const kept = source === undefined ? [] : this.#files.of(source);
      const written = change.kind === 'file' ? this.#arguments.content : [];
      return { ...change, labels: [...unionLabels(kept, written)] };
    });
  }

  /** The changes that code staged: whatever it took in may be in any of them, and have chosen what is removed. */
  ofStaged(changes: readonly FileChange[]): FileChange[] {
    const labels = [...this.taken];
    return changes.map((change) => ({ ...this.#withHad(change), ...(labels.length > 0 && { labels }) }));
  }

  /** With what the file carries now, for whoever puts the change back. */
  #withHad(change: FileChange): FileChange {
    const had = this.#files.kept(change.path);
    return had.length > 0 ? { ...change, had: [...had] } : change;
  }

  /** What the catalog is told before changes are made: labels are added, none are taken away. */
  before(changes: readonly FileChange[]): CatalogEvent[] {
    const events: CatalogEvent[] = [];
    for (const { path, kind, before, after, bytes, labels } of changes) {
      if (after === undefined) continue;
      const known = kind === 'file' ? this.#files.hashEvent(after, bytes, labels) : undefined;
      if (known) events.push(known);
      if (labels.length > 0) events.push(...this.#adding(path, labels));
      if (before === undefined) events.push(...this.#naming(path));
    }
    return events;
  }

  /** What the catalog is told once changes are made: each file carries what was written, no more. */
  after(changes: readonly FileChange[]): CatalogEvent[] {
    const last = new Map(this.#done.map(({ path, labels }) => [path, labels]));
    for (const { path, after, labels } of changes) last.set(path, after === undefined ? [] : labels);
    return [...last].flatMap(([path, labels]) => this.#files.event(path, labels) ?? []);
  }

  /** What the catalog is told however the call ended: bytes from outside that it met or wrote, whatever becomes of their names. */
  learned(): CatalogEvent[] {
    const written = this.#done.flatMap(({ path, labels }) => this.#files.bytesEvent(path, labels) ?? []);
    return [...this.#learned.values(), ...written];
  }

  /** A guest is about to change the agent's own disk. */
  beforeGuest(operation: string, path: string, to: string | undefined): CatalogEvent[] {
    const labels = this.#ofGuest(operation, path);
    if (operation === 'remove' || operation === 'removeFolder') return [];
    const below = operation === 'rename' && to !== undefined ? this.#files.below(path) : [];
    const moved = below.flatMap((inner) => this.#adding(to + inner.slice(path.length), this.#files.of(inner)));
    return [...this.#adding(to ?? path, labels), ...moved, ...this.#naming(to ?? path)];
  }

  /** It has changed it. */
  afterGuest(operation: string, path: string, to: string | undefined): void {
    this.#files.changed();
    if (operation === 'put') this.#done.push({ path, labels: this.taken });
    if (operation === 'remove' || operation === 'removeFolder') this.#done.push({ path, labels: [] });
    if (operation === 'rename' && to !== undefined && to !== path)
      this.#done.push({ path: to, labels: this.#ofGuest(operation, path) }, { path, labels: [] });
  }

  #ofGuest(operation: string, path: string): readonly Label[] {
    return operation === 'rename' ? unionLabels(this.#files.of(path), this.taken) : this.taken;
  }

  #adding(path: string, labels: readonly Label[]): CatalogEvent[] {
    const event = this.#files.event(path, unionLabels(this.#files.kept(path), labels));
    return event && labels.length > 0 ? [event] : [];
  }

  /** A name that may come from outside shows in the listing of the folder it is in. */
  #naming(path: string): CatalogEvent[] {
    const labels = this.#uses.length > 0 ? this.#arguments.names : this.taken;
    if (labels.length === 0 || isNamedByPerson(path, this.#run, this.#parts.loadText)) return [];
    return this.#adding(parentOf(path), labels);
  }
}
