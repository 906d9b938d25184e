import { WarrantError } from '#contract/errors';
import type { Warrant } from '#contract/permission';
import type { RunState } from '#contract/projections/run-state';
import { commandOf } from '#contract/tool';
import type { NetHop, NetScope } from '../net/network.ts';
import { authorizeNet, privateRangesFor } from '../policy/authorize.ts';
import { findGrant } from '../policy/match-permission.ts';
import { netUsesOf } from '../policy/net-use.ts';
import type { ToolContext } from '../tools/define-tool.ts';
import type { CallSecrets } from './call-secrets.ts';
import type { RunParts } from './run-parts.ts';

/** The uses of the network that were in the call when it was decided. */
function decidedUses(run: RunState, { call }: Warrant): NetHop[] {
  const tool = run.run.tools.find(({ name }) => name === call.tool);
  const command = tool && commandOf(tool, call.command);
  const uses = command ? netUsesOf(call, command) : { nets: [] };
  return 'nets' in uses ? uses.nets : [];
}

const isSamePlace = (one: NetHop, other: NetHop): boolean =>
  one.host === other.host && one.port === other.port && one.method === other.method;

/**
 * Binds the guarded network to a call: each hop is asked about under its binding and the grants of now (rule S18). A hop
 * that a rule asks about, and that was not in the call when it was decided, is refused: nobody can be asked in the middle
 * of a request. Secrets are sent to their own origins alone, asked for anew at each hop (rule K4).
 */
export function callNetwork(
  run: RunState,
  id: string,
  warrant: Warrant,
  parts: RunParts,
  secrets: CallSecrets,
  signal: AbortSignal,
): Pick<ToolContext, 'fetch' | 'refusesToShow'> {
  const grants = () => parts.grantsFor(parts.journal.run(run.run.id));
  const decided = decidedUses(run, warrant);
  const scope: NetScope = {
    signal,
    refuses(hop) {
      const now = grants();
      const verdict = authorizeNet(hop, warrant.binding, now);
      if (verdict.type === 'deny') return verdict.reason;
      const asks = findGrant(now.forNet(hop), ({ type }) => type === 'ask');
      if (!asks || decided.some((use) => isSamePlace(use, hop))) return undefined;
      return `${hop.host}: ${asks.sentence} The call ${id} led there without that question`;
    },
    privateRanges: (hop) => privateRangesFor(hop, grants()),
    async secretHeaders(url) {
      const headers: { name: string; value: string }[] = [];
      for (const header of await secrets.headersFor(url)) {
        if ('value' in header) headers.push({ name: header.header, value: header.value });
        else if (!header.elsewhere) throw new WarrantError('refused', header.refused);
      }
      return headers;
    },
  };
  return {
    fetch: (request) => parts.network.fetch(request, scope),
    refusesToShow: (url) => parts.network.refusesToShow(url, signal),
  };
}
