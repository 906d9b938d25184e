import type { Json } from '#contract/ids';
import type { NetScope, Network } from '../net/network.ts';
import { createNetwork } from '../net/safe-fetch.ts';
import type { PlannedChange, ToolContext } from '../tools/define-tool.ts';
import type { FolderFixture } from './folder-fixture.ts';
import { makeToolContext } from './folder-fixture.ts';
import type { LocalSites } from './local-sites.ts';

/** What a call with the network has. */
interface NetContextOptions {
  options?: Record<string, Json>;
  /** Secrets whose value it may see. */
  secrets?: Record<string, string>;
  /** Why a hop is refused. Left out: none is. */
  refuses?: NetScope['refuses'];
  signal?: AbortSignal;
}

/** A context whose `fetch` is the real guard, over an internet of this machine. Whoever made it closes its network. */
export function netContext(
  { workspace }: Pick<FolderFixture, 'workspace'>,
  { internet }: Pick<LocalSites, 'internet'>,
  { options = {}, secrets = {}, refuses = () => undefined, signal = new AbortController().signal }: NetContextOptions,
): ToolContext & { changes: PlannedChange[]; network: Network & { close(): Promise<void> } } {
  const network = createNetwork({ ...internet.ports, now: () => 1_800_000_000_000 });
  const scope: NetScope = { signal, refuses, privateRanges: () => [], secretHeaders: async () => [] };
  return {
    ...makeToolContext(workspace, signal),
    network,
    options,
    secretNames: () => Object.keys(secrets),
    secret: async (name) => {
      const value = secrets[name];
      if (value === undefined) throw new Error(`no secret ${name}`);
      return value;
    },
    fetch: (request) => network.fetch(request, scope),
    refusesToShow: (url) => network.refusesToShow(url, signal),
  };
}
