import type { Warrant } from '#contract/permission';
import type { RunState } from '#contract/projections/run-state';
import { commandOf, type FileVerb } from '#contract/tool';
import { formatVirtualPath, parseVirtualPath } from '#contract/virtual-path';
import { askRuleForFile, authorizeFile, authorizeListing, fileUsesOf, placeOf } from '../policy/authorize.ts';
import type { RunParts } from './run-parts.ts';

/** Asked for one use of one path: undefined if the rules allow it, else the reason in words. */
export type FileRefusal = (path: string, verb: FileVerb | 'stat') => string | undefined;

/**
 * The file rules, for what a warranted call meets while it runs: each entry below a folder it was allowed, each file
 * call of sandboxed code. The same rules as those that decided on the call. `list` shows what is in a folder, `stat`
 * only what a name is. The grants are read once: taking one away while the call runs does not stop it (row A16.14).
 * Nobody can be asked here: what a rule asks about is refused, unless the call itself named it and was decided with it.
 * Changes that code makes are asked about when they leave its sandbox.
 */
export function fileRefusal(state: RunState, warrant: Warrant, parts: Pick<RunParts, 'grantsFor'>): FileRefusal {
  const names = state.run.agent.folders.map((folder) => folder.name);
  const grants = parts.grantsFor(state);
  const named = namedFiles(state, warrant);
  return (text, verb) => {
    const parsed = parseVirtualPath(text, names);
    if (!parsed.ok) return parsed.reason;
    const { path } = parsed;
    const use = { path, shown: formatVirtualPath(path), place: placeOf(path, state) };
    const verdict =
      verb === 'list'
        ? authorizeListing({ ...use, verb }, warrant.binding, grants)
        : authorizeFile({ ...use, verb: verb === 'stat' ? 'list' : verb }, warrant.binding, grants);
    if (verdict.type === 'deny') return verdict.reason;
    if (named.has(use.shown) || (verb !== 'read' && verb !== 'list')) return undefined;
    const ask = askRuleForFile({ place: use.place, verb }, grants);
    return ask && `${use.shown}: ${ask.sentence} It takes a call that names it.`;
  };
}

/** The paths that stand in the call. */
function namedFiles(state: RunState, { call }: Warrant): ReadonlySet<string> {
  const tool = state.run.tools.find(({ name }) => name === call.tool);
  const command = tool && commandOf(tool, call.command);
  const files = command ? fileUsesOf(call, command, state) : { uses: [] };
  return new Set('refused' in files ? [] : files.uses.map(({ shown }) => shown));
}
