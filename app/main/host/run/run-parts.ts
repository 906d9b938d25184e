import type { Signal } from '#contract/event';
import type { ToolCallId } from '#contract/ids';
import type { MemoryEvent } from '#contract/memory';
import type { Price } from '#contract/model';
import type { RunState } from '#contract/projections/run-state';
import type { LoadText } from '#contract/text-ref';
import type { Memories } from '../memory/memories.ts';
import type { ModelProvider } from '../models/model-provider.ts';
import type { Network } from '../net/network.ts';
import type { GrantSet } from '../policy/grant-set.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { BlobStore } from '../store/blob-store.ts';
import type { Journal } from '../store/journal.ts';
import type { ToolRegistry } from '../tools/tool-registry.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What running a run needs; built once in `host.ts`. */
export interface RunParts {
  journal: Journal;
  blobs: BlobStore;
  tools: ToolRegistry;
  sandbox: Sandbox | undefined;
  secrets: Secrets;
  /** The only way out for tools. */
  network: Network;
  /** Takes secrets out of what a model, a screen or the log is given. */
  redactor: Redactor;
  memories: Pick<Memories, 'keep' | 'recall'>;
  now(): number;
  newId(): string;
  loadText: LoadText;
  /** The grants in force for this run now: defaults, the catalog's, the run's own. */
  grantsFor(run: RunState): GrantSet;
  /** The places of the run's agent, held open; throws `WarrantError` if a folder is gone or replaced. */
  workspaceFor(run: RunState): Workspace;
  /** The provider of the run's model, or the reason in words why there is none (row A2.15). */
  modelFor(run: RunState): ModelProvider | { missing: string };
  /** What the run's model costs now, or undefined where no price is known. */
  priceFor(run: RunState): Price | undefined;
  signal(signal: Signal): void;
  /** What removes the memories that these calls of a run have left, for a run that is blocked. */
  memoriesOf?(run: RunState, calls: ReadonlySet<ToolCallId>): MemoryEvent[];
}
