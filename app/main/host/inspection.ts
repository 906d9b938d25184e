import { WarrantError } from '#contract/errors';
import type { Hash, Json, RunId } from '#contract/ids';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import type { DoctorRow, Explanation } from '#contract/views';
import type { Agents } from './agents/agents.ts';
import type { OpenScratchHost } from './canary-check.ts';
import { diagnose } from './doctor.ts';
import { explainCall } from './explain.ts';
import { explainPath } from './explain-path.ts';
import { explainUrl, type UrlQuestion } from './explain-url.ts';
import type { ModelService } from './models/model-service.ts';
import type { PriceBook } from './models/prices/price-book.ts';
import { systemResolve } from './net/resolve-host.ts';
import type { Observed } from './policy/describe-call.ts';
import type { GrantSet } from './policy/grant-set.ts';
import { policySettings } from './policy/policy-settings.ts';
import type { Ports } from './ports.ts';
import { logFileOf } from './program-log/log-file.ts';
import { DEFAULT_LOG_LEVEL, type LogLevel } from './program-log/program-log.ts';
import { hashOf } from './store/blob-store.ts';
import type { Journal } from './store/journal.ts';
import type { SecretVault } from './store/secret-vault.ts';
import type { Store } from './store/store.ts';
import { type VerifiedStreams, verifyStreams } from './store/verify-streams.ts';
import type { ToolRegistry } from './tools/tool-registry.ts';

/** A part of kept bytes, and how many there are. */
interface BlobWindow {
  bytes: number;
  text: string;
  base64: string;
  hashNow?: Hash;
}

/** Looking without changing: what this host is, why something would be decided as it would, whether the log holds. */
export interface Inspection {
  info(): {
    version: string;
    dataFolder: string;
    sqlite: string;
    electron: boolean;
    home: string;
    samples: boolean;
    platform: string;
    keyStore: { state: 'os' | 'passphrase' | 'session' | 'unreadable'; detail: string };
    programLog: { file: string; level: LogLevel };
  };
  doctor(selfTest: boolean): Promise<DoctorRow[]>;
  explainCall(call: { agent: string; tool: string; command: string[]; input: Json }): Explanation;
  explainUrl(question: UrlQuestion): Promise<Explanation>;
  explainPath(question: { path: string; folder: string; access: 'read' | 'write'; write: boolean }): Explanation;
  /** `unchecked`: also bytes that are not what they were, with the hash that they have. */
  readBlob(hash: Hash, offset: number, length: number, unchecked?: boolean): BlobWindow;
  verify(run: RunId | undefined): VerifiedStreams;
}

export interface InspectionParts {
  ports: Ports;
  store: Store;
  journal: Journal;
  agents: Agents;
  tools: ToolRegistry;
  vault: SecretVault;
  models: ModelService;
  prices: PriceBook;
  openScratch: OpenScratchHost;
  grantsOf(agent: string): GrantSet;
  /** What stands at the paths of a call that is only asked about. */
  observe(run: RunState, call: ToolCallState): Observed;
}

/** Binds looking to the parts it needs. */
export function createInspection(parts: InspectionParts): Inspection {
  const { ports, store, journal, agents, tools, vault } = parts;
  return {
    info: () => ({
      version: ports.version,
      dataFolder: ports.dataFolder,
      sqlite: store.sqlite,
      electron: ports.electron,
      home: ports.home,
      samples: agents.list().some((agent) => agent.sample),
      platform: ports.platform,
      keyStore: { state: vault.state, detail: vault.detail },
      programLog: { file: logFileOf(ports.dataFolder), level: ports.log?.level ?? DEFAULT_LOG_LEVEL },
    }),
    doctor: (selfTest) => diagnose(parts, selfTest),
    explainCall({ agent, ...call }) {
      const named = agents.named(agent);
      return explainCall(named, call, {
        tools: tools.list(),
        grants: parts.grantsOf(named.id),
        now: ports.now(),
        settings: policySettings(journal.catalog.settings),
        observe: parts.observe,
      });
    },
    explainUrl: (question) => explainUrl(question, parts.grantsOf('explain'), ports.net?.resolve ?? systemResolve),
    explainPath: (question) => explainPath(question, parts.grantsOf('explain')),
    readBlob(hash, offset, length, unchecked = false) {
      const bytes = unchecked ? store.blobs.getUnchecked(hash) : store.blobs.get(hash);
      if (!bytes) throw new WarrantError('not-found', `The bytes ${hash.slice(0, 12)}… are not kept any more.`);
      const window = bytes.subarray(offset, offset + length);
      return {
        bytes: bytes.length,
        text: new TextDecoder().decode(window),
        base64: Buffer.from(window).toString('base64'),
        ...(unchecked && { hashNow: hashOf(bytes) }),
      };
    },
    verify: (run) => verifyStreams(store.log, run),
  };
}
