import type { Warrant } from '#contract/permission';
import type { RunState } from '#contract/projections/run-state';
import type { FileVerb } from '#contract/tool';
import { formatVirtualPath, parseVirtualPath } from '#contract/virtual-path';
import { authorizeFile, authorizeListing, placeOf } from '../policy/authorize.ts';
import type { RunParts } from './run-parts.ts';

/** Asked for one use of one path: undefined if the rules allow it, else the reason in words. */
export type FileRefusal = (path: string, verb: FileVerb | 'stat') => string | undefined;

/**
 * The file rules, for what a warranted call meets while it runs: each entry below a folder it was allowed, each file
 * call of sandboxed code. The same rules as those that decided on the call. `list` shows what is in a folder, `stat`
 * only what a name is. The grants are read once: taking one away while the call runs does not stop it (row A16.14).
 */
export function fileRefusal(state: RunState, warrant: Warrant, parts: Pick<RunParts, 'grantsFor'>): FileRefusal {
  const names = state.run.agent.folders.map((folder) => folder.name);
  const grants = parts.grantsFor(state);
  return (text, verb) => {
    const parsed = parseVirtualPath(text, names);
    if (!parsed.ok) return parsed.reason;
    const { path } = parsed;
    const use = { path, shown: formatVirtualPath(path), place: placeOf(path, state) };
    const verdict =
      verb === 'list'
        ? authorizeListing({ ...use, verb }, warrant.binding, grants)
        : authorizeFile({ ...use, verb: verb === 'stat' ? 'list' : verb }, warrant.binding, grants);
    return verdict.type === 'deny' ? verdict.reason : undefined;
  };
}
