import type { HostNotice } from '#contract/views';
import type { Agents } from './agents/agents.ts';
import type { Bundles } from './bundle/bundles.ts';
import type { Facts } from './facts/facts.ts';
import type { Folders } from './folders/folders.ts';
import type { Grants } from './grants/grants.ts';
import type { Rules } from './grants/rules.ts';
import type { Inspection } from './inspection.ts';
import type { Memories } from './memory/memories.ts';
import type { ModelService } from './models/model-service.ts';
import type { PriceBook } from './models/prices/price-book.ts';
import type { Redactor } from './redact/redactor.ts';
import type { OpenWorkspaces } from './run/open-workspace.ts';
import type { Runs } from './run/runs.ts';
import type { Starts } from './run/starts.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { Journal } from './store/journal.ts';
import type { Store } from './store/store.ts';
import type { Signals } from './subscribe-stream.ts';
import type { ToolRegistry } from './tools/tool-registry.ts';

/** The parts of a host that its method table speaks to. */
export interface HostParts extends Folders, Inspection, Rules, Starts {
  store: Store;
  journal: Journal;
  runs: Runs;
  bundles: Bundles;
  agents: Agents;
  models: ModelService;
  memories: Memories;
  secrets: Secrets;
  /** Takes secrets out of what leaves the host. */
  redactor: Redactor;
  grants: Grants;
  facts: Facts;
  prices: PriceBook;
  tools: ToolRegistry;
  workspaces: OpenWorkspaces;
  signals: Signals;
  /** A rule was given or taken: pages are told, and questions that it answers are closed. */
  rulesChanged(): void;
  /** Tells every open page. */
  notify(notice: HostNotice): void;
  /** Notices from now on, the inbox first; ends when the signal aborts. */
  notices(signal: AbortSignal | undefined): AsyncGenerator<HostNotice>;
}
