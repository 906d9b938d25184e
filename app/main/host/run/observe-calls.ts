import { WarrantError } from '#contract/errors';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import { pathsToObserve } from '../policy/decide-tool-call.ts';
import type { Observed } from '../policy/describe-call.ts';
import { observePaths } from '../workspace/observe-paths.ts';
import type { RunParts } from './run-parts.ts';

/**
 * Looks at every path that these calls name, as a decision on them needs it. Nothing is seen where a folder is gone or
 * replaced: a call that needs it then ends with that reason (rule P14).
 */
export function observeCalls(
  calls: Iterable<ToolCallState>,
  state: RunState,
  parts: Pick<RunParts, 'workspaceFor'>,
): Observed {
  const wanted = new Map<string, 'read' | 'write'>();
  for (const call of calls)
    for (const [path, use] of pathsToObserve(call, state)) if (wanted.get(path) !== 'write') wanted.set(path, use);
  if (wanted.size === 0) return new Map();
  try {
    return observePaths(parts.workspaceFor(state), wanted);
  } catch (fault) {
    if (fault instanceof WarrantError && fault.code === 'refused') return new Map();
    throw fault;
  }
}
