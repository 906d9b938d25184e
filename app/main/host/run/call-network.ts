import type { Warrant } from '#contract/permission';
import type { RunState } from '#contract/projections/run-state';
import type { ToolContext } from '../tools/define-tool.ts';
import type { CallSecrets } from './call-secrets.ts';
import type { RunParts } from './run-parts.ts';

/** Binds the guarded network to a call: each hop is asked about under its binding and the grants of now (rule S18). */
export function callNetwork(
  run: RunState,
  id: string,
  warrant: Warrant,
  parts: RunParts,
  secrets: CallSecrets,
  signal: AbortSignal,
): Pick<ToolContext, 'fetch' | 'refusesToShow'> {
  void [run, id, warrant, secrets];
  return {
    fetch: async () => ({ type: 'refused', reason: 'not built yet' }),
    refusesToShow: (url) => parts.network.refusesToShow(url, signal),
  };
}
