import type { Entry } from '#contract/event';
import { BlobStore } from '../store/blob-store.ts';
import { EventLog } from '../store/event-log.ts';
import { Workspace } from '../workspace/workspace.ts';

/** A boundary at which a process may die: just before, or just after, something is written. */
export interface Moment {
  when: 'before' | 'after';
  /** `append tool-call-started`, `blob`, `write /folders/work/a.txt` … */
  what: string;
}

/** Changes of files, as `Moment.what` names them. */
export const CHANGES = ['write', 'remove', 'move', 'makeFolder'] as const;

/**
 * Calls `listener` at every boundary of a run: around each append to the log, each blob and each change of a file. What
 * it throws is thrown there; `written` are the entries that an append has just acknowledged. Gives the function that ends it. For tests: it replaces methods of the store's classes.
 */
export function watchMoments(listener: (moment: Moment, written: readonly Entry[]) => void): () => void {
  const { append } = EventLog.prototype;
  const { put, putLater } = BlobStore.prototype;
  const { write, remove, move, makeFolder } = Workspace.prototype;
  const changes = { write, remove, move, makeFolder };
  const around = <Result>(what: string, work: () => Result): Result => {
    listener({ when: 'before', what }, []);
    const result = work();
    if (result instanceof Promise) return result.then((value) => after(what, value)) as Result;
    return after(what, result);
  };
  const after = <Result>(what: string, result: Result): Result => {
    listener({ when: 'after', what }, Array.isArray(result) ? (result as Entry[]) : []);
    return result;
  };
  EventLog.prototype.append = function (batch) {
    const types = batch.flatMap(({ events }) => events.map(({ type }) => type));
    return around(`append ${types.join(' ')}`, () => append.call(this, batch));
  };
  BlobStore.prototype.put = function (bytes) {
    return around('blob', () => put.call(this, bytes));
  };
  BlobStore.prototype.putLater = function (bytes) {
    return around('blob', () => putLater.call(this, bytes));
  };
  const shown = (workspace: Workspace, path: string): string => {
    const said = workspace.show(path);
    return said.ok ? said.value : path;
  };
  Workspace.prototype.write = function (...given) {
    return around(`write ${shown(this, given[0])}`, () => write.apply(this, given));
  };
  Workspace.prototype.remove = function (...given) {
    return around(`remove ${shown(this, given[0])}`, () => remove.apply(this, given));
  };
  Workspace.prototype.move = function (...given) {
    return around(`move ${shown(this, given[0])} ${shown(this, given[1])}`, () => move.apply(this, given));
  };
  Workspace.prototype.makeFolder = function (...given) {
    return around(`makeFolder ${shown(this, given[0])}`, () => makeFolder.apply(this, given));
  };
  return () => {
    EventLog.prototype.append = append;
    Object.assign(BlobStore.prototype, { put, putLater });
    Object.assign(Workspace.prototype, changes);
  };
}

/** Was a file changed at this moment? */
export function isChange({ when, what }: Moment): boolean {
  return when === 'after' && CHANGES.some((verb) => what.startsWith(`${verb} `));
}
