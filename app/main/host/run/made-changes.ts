import type { Hash } from '#contract/ids';
import type { Label } from '#contract/label';
import type { HostCallRecord, ToolCallState } from '#contract/projections/run-state';
import { EMPTY_HASH } from '../sandbox/guest-overlay.ts';

/** One thing that a call changed: a path from one version to the next, or a whole folder's place. */
export type MadeChange =
  | {
      type: 'version';
      path: string;
      before: Version | undefined;
      after: Version | undefined;
      had: readonly Label[] | undefined;
      /** `had` is all that the file carried. */
      labelsKnown: boolean;
      /** The call said that it was made, and not only that it was about to be. */
      sure: boolean;
    }
  | { type: 'folder-moved'; from: string; to: string };

/** What stands at a path: a folder, or a file by the hash of its bytes; and its mode, where that is known. */
export interface Version {
  kind: 'file' | 'folder';
  hash: Hash;
  mode?: number;
}

const FOLDER: Version = { kind: 'folder', hash: EMPTY_HASH };

const version = (kind: Version['kind'], hash: Hash | undefined, mode?: number): Version | undefined =>
  hash === undefined ? undefined : { kind, hash, ...(mode !== undefined && { mode }) };

/**
 * Everything that a call has changed, as its entries say, in order: what its code did to the agent's own disk, then the
 * changes of a person's files. Each was on the log before it was made, and may not have been made.
 */
export function madeChanges(call: ToolCallState): MadeChange[] {
  const own = call.hostCalls.flatMap((record) => (record ? ofHostCall(record) : []));
  const sure = call.status === 'ended' && call.outcome.type === 'ok';
  const files = call.changes.map(
    ({ path, kind, before, after, had, modeBefore }): MadeChange => ({
      type: 'version',
      path,
      before: version(kind, before, modeBefore),
      after: version(kind, after),
      had,
      labelsKnown: true,
      sure,
    }),
  );
  return [...own, ...files];
}

function ofHostCall({ operation, path, before, after, to, replaced }: HostCallRecord): MadeChange[] {
  if (path === undefined || !path.startsWith('/agent/')) return [];
  const change = (at: string, from: Version | undefined, until: Version | undefined): MadeChange => ({
    type: 'version',
    path: at,
    before: from,
    after: until,
    had: undefined,
    labelsKnown: false,
    sure: false,
  });
  switch (operation) {
    case 'put':
      return [change(path, version('file', before), version('file', after))];
    case 'makeFolder':
      return before === undefined ? [change(path, undefined, FOLDER)] : [];
    case 'remove':
      return before === undefined ? [] : [change(path, version('file', before), undefined)];
    case 'removeFolder':
      return before === undefined ? [] : [change(path, FOLDER, undefined)];
    case 'rename': {
      if (before === undefined || to === undefined || to === path) return [];
      if (before === EMPTY_HASH) return [{ type: 'folder-moved', from: path, to }];
      return [
        change(path, version('file', before), undefined),
        change(to, version('file', replaced), version('file', before)),
      ];
    }
    default:
      return [];
  }
}
