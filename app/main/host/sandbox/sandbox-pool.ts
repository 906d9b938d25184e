import { closeSync } from 'node:fs';
import { CALL_LIMITS, PROCESS_LIMITS } from '../../../../sandbox/limits.ts';
import type { Language } from '../../../../sandbox/protocol.ts';
import { awaitReady, type GuestProcess, type GuestSetup, type OpenSnapshot, startGuest } from './guest-process.ts';
import { runJob } from './run-job.ts';
import type { Sandbox, SandboxError, SandboxJob, SandboxOutcome } from './sandbox.ts';
import { openSnapshot } from './snapshot.ts';

export type SandboxPoolOptions = {
  setup: GuestSetup;
  /** Where Python's memory picture is kept: the data folder's `cache/`. */
  cacheFolder: string;
  /** Processes kept ready. A Python holds about 150 MB, a JavaScript 15 MB. */
  warm?: Record<Language, number>;
  /** Jobs at once; more wait their turn. */
  concurrency?: number;
  /** Told in words what works less well than it should; for the host's own log. */
  onNotice?: (message: string) => void;
  /** How long a start may take (A13.9). */
  startMs?: number;
};

/** One process, starting or ready. */
type Spare = { started: Promise<Started>; ready: boolean };
type Started = { ok: true; guest: GuestProcess } | { ok: false; message: string };

/** A refill waits this long after a process was taken, so that it does not slow the call it was taken for. */
const REFILL_AFTER_MS = 50;

/**
 * A sandbox that keeps processes warm. Each runs one job and is ended; a new one is warmed in its place.
 * Starts warming at once; call `close` to let the host end.
 */
export function createSandboxPool(options: SandboxPoolOptions): Sandbox {
  const { setup, warm = { javascript: 2, python: 1 }, concurrency = 4, startMs = PROCESS_LIMITS.startMs } = options;
  const spares: Record<Language, Spare[]> = { javascript: [], python: [] };
  const alive = new Set<GuestProcess>();
  const waiting: (() => void)[] = [];
  const closing = new AbortController();
  let running = 0;
  let snapshot: Promise<OpenSnapshot | undefined> | undefined;

  const start = async (language: Language): Promise<GuestProcess> => {
    if (language === 'javascript') return startGuest(setup, language, undefined);
    snapshot ??= openSnapshot(setup, options.cacheFolder, closing.signal).catch((error: unknown) => {
      options.onNotice?.(`Python starts slowly: its memory picture cannot be kept (${String(error)}).`);
      return undefined;
    });
    return startGuest(setup, language, await snapshot);
  };
  const warmOne = async (language: Language): Promise<Started> => {
    const guest = await start(language);
    alive.add(guest);
    void guest.gone.then(() => alive.delete(guest));
    if (closing.signal.aborted) guest.kill();
    const state = await awaitReady(guest, startMs);
    return state.ok ? { ok: true, guest } : state;
  };
  const addSpare = (language: Language): Spare => {
    const spare: Spare = { ready: false, started: warmOne(language) };
    const drop = (): void => {
      spares[language] = spares[language].filter((other) => other !== spare);
    };
    // A spare that fails to start, or dies while it waits, is dropped; the next job starts another.
    void spare.started.then((started) => {
      spare.ready = started.ok;
      if (started.ok) void started.guest.gone.then(drop);
      else drop();
    });
    spares[language].push(spare);
    return spare;
  };
  const refill = (language: Language): void => {
    while (!closing.signal.aborted && spares[language].length < warm[language]) addSpare(language);
  };
  /** A ready spare, else the one that started first, else a new one. */
  const take = (language: Language): Spare => {
    const spare = spares[language].find(({ ready }) => ready) ?? spares[language][0] ?? addSpare(language);
    spares[language] = spares[language].filter((other) => other !== spare);
    return spare;
  };
  const turn = async (): Promise<void> => {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    running += 1;
  };
  const done = (): void => {
    running -= 1;
    waiting.shift()?.();
  };
  const fail = (code: 'cancelled' | 'sandbox-unavailable', message: string, waitedMs: number): SandboxOutcome =>
    failure({ code, message }, waitedMs);

  const sandbox: Sandbox = {
    async run(job, bridge, { signal, onOutput, timeoutMs = CALL_LIMITS.timeoutMs } = {}) {
      const tooLong = refuseCode(job);
      if (tooLong !== undefined) return tooLong;
      const asked = performance.now();
      const stop = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
      await turn();
      try {
        if (stop.aborted) return fail('cancelled', 'The run was cancelled.', performance.now() - asked);
        const spare = take(job.language);
        const started = await Promise.race([spare.started, aborted(stop)]);
        const waitedMs = performance.now() - asked;
        if (started === undefined || stop.aborted) {
          spares[job.language].unshift(spare); // it is still unused
          return fail('cancelled', 'The run was cancelled.', waitedMs);
        }
        if (!started.ok) {
          const message = `The sandbox could not start, so the code did not run: ${started.message}.`;
          return fail('sandbox-unavailable', message, waitedMs);
        }
        const soon = setTimeout(() => refill(job.language), REFILL_AFTER_MS);
        try {
          const limits = { outputBytes: CALL_LIMITS.outputBytes, valueBytes: CALL_LIMITS.valueBytes };
          return await runJob(
            started.guest,
            { ...job, limits },
            bridge,
            {
              timeoutMs: Math.min(timeoutMs, CALL_LIMITS.longestTimeoutMs),
              signal: stop,
              ...(onOutput !== undefined && { onOutput }),
            },
            waitedMs,
          );
        } finally {
          clearTimeout(soon);
          setImmediate(() => refill(job.language));
        }
      } finally {
        done();
      }
    },
    async ready(language) {
      refill(language);
      const spare = spares[language].find(({ ready }) => ready) ?? spares[language][0] ?? addSpare(language);
      const started = await spare.started;
      return started.ok ? { ok: true } : started;
    },
    async close() {
      closing.abort();
      for (const resolve of waiting.splice(0)) resolve();
      for (const guest of alive) guest.kill();
      await Promise.all([...alive].map((guest) => guest.gone));
      const open = await snapshot;
      if (open !== undefined) closeSync(open.descriptor);
    },
  };
  refill('javascript');
  refill('python');
  return sandbox;
}

/** Resolves, with nothing, when the signal is raised. */
function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

function refuseCode(job: SandboxJob): SandboxOutcome | undefined {
  if (Buffer.byteLength(job.code) <= CALL_LIMITS.codeBytes) return undefined;
  const message = `The code has more than ${CALL_LIMITS.codeBytes} bytes; keep data in a file and read it.`;
  return failure({ code: 'guest-error', name: 'RangeError', message, traceback: '' }, 0);
}

function failure(error: SandboxError, startMs: number): SandboxOutcome {
  const figures = { startMs, runMs: 0, memoryBytes: undefined, outputBytes: 0, hostCalls: 0 };
  return { type: 'failed', error, output: '', truncated: false, figures };
}
