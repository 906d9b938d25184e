import type { HostCall, HostReply, Job, Json, Language } from '../../../../sandbox/protocol.ts';

/**
 * Answers one host call of a guest, under the warrant of the tool call it runs for. It must decide by itself: the call
 * has only been checked for shape. `call.index` counts from 0 without gaps. A throw ends the guest and rejects `run`.
 */
export type Bridge = (call: HostCall) => HostReply | Promise<HostReply>;

/** A job as the caller gives it; the pool adds the limits. */
export type SandboxJob = Omit<Job, 'limits'>;

export type SandboxRunOptions = {
  signal?: AbortSignal;
  /** Counted from the moment the guest has the job; waiting for a process and starting one are not in it (A13.9). */
  timeoutMs?: number;
  /** Text as it appears, already within the output's limit. */
  onOutput?: (text: string) => void;
};

/** What a call cost. `memoryBytes` is the largest resident size of the guest's process, where the system tells. */
export type SandboxFigures = {
  startMs: number;
  runMs: number;
  memoryBytes: number | undefined;
  outputBytes: number;
  hostCalls: number;
};

/**
 * Why a job failed.
 * - `guest-error`: the code itself raised; what it says comes from the guest and may be forged
 * - `timed-out`: ended at its deadline
 * - `out-of-memory`: reached the memory limit, of the engine or of the process
 * - `crashed`: ended without a result, or said something no guest says (X9)
 * - `cancelled`: the caller's signal
 * - `sandbox-unavailable`: no process could be started; nothing ran anywhere (X8, A13.10)
 */
export type SandboxError =
  | { code: 'guest-error'; name: string; message: string; traceback: string }
  | { code: 'timed-out' | 'out-of-memory' | 'crashed' | 'cancelled' | 'sandbox-unavailable'; message: string };

/** How a job ended. `output` is what was printed until then, at most the limit; `truncated` says that there was more. */
export type SandboxOutcome = { output: string; truncated: boolean; figures: SandboxFigures } & (
  | { type: 'completed'; value?: Json }
  | { type: 'failed'; error: SandboxError }
);

/**
 * Runs code that nobody trusts, each job in a process of its own that is used once (A13.4). It never falls back to
 * running anything in the host. Expected failures are outcomes; `run` rejects only with what the bridge threw.
 */
export type Sandbox = {
  run(job: SandboxJob, bridge: Bridge, options?: SandboxRunOptions): Promise<SandboxOutcome>;
  /** Waits until a process of the language stands ready; says why if none can. */
  ready(language: Language): Promise<{ ok: true } | { ok: false; message: string }>;
  /** Ends every process and waits until they are gone. Jobs still running end as `cancelled`. */
  close(): Promise<void>;
};
