import type { CatalogEvent, RunEvent } from '#contract/event';
import type { FileChange } from '#contract/file-change';
import type { Warrant } from '#contract/permission';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import type { SandboxFigures, ToolOutcome } from '#contract/tool';
import type { Job, Language } from '../../../../sandbox/protocol.ts';
import { RedactedStream } from '../redact/redacted-stream.ts';
import { GuestBridge, GuestDivergence } from '../sandbox/guest-bridge.ts';
import type { SandboxOutcome } from '../sandbox/sandbox.ts';
import type { CallLabels } from './call-labels.ts';
import { callSecrets } from './call-secrets.ts';
import { type FileRefusal, fileRefusal } from './file-refusal.ts';
import type { ResultMask } from './mask-result.ts';
import type { RunParts } from './run-parts.ts';
import { capResult, storeText } from './store-text.ts';
import { timeLimitOf } from './time-limit.ts';

/** 20 seconds for `run_python` and `run_javascript` (row A13.2). */
const CODE_TIMEOUT_MS = 20_000;

/** How a sandboxed call ended: its outcome, its figures, and the changes it wants made in a person's folders. */
export interface CodeResult {
  outcome: ToolOutcome;
  figures: SandboxFigures | undefined;
  changes: FileChange[];
}

/** The file rules on one file use of a guest; a read that would have to ask is refused: code never waits. */
function guestRefusal(state: RunState, warrant: Warrant, parts: RunParts): FileRefusal {
  const refuses = fileRefusal(state, warrant, parts);
  const asks = state.run.agent.bindings.find((binding) => binding.tool === 'read_file')?.ask === 'always';
  return (path, verb) => {
    const refused = refuses(path, verb);
    if (refused !== undefined || !asks || verb !== 'read' || path.startsWith('/agent/')) return refused;
    return `read_file always asks, and code can’t wait for an answer; ${path} was not read`;
  };
}

function codeOf(warrant: Warrant): string {
  const { input } = warrant.call;
  const code = input !== null && typeof input === 'object' && !Array.isArray(input) ? input.code : undefined;
  if (typeof code !== 'string') throw new Error('validated input of run_python and run_javascript holds code');
  return code;
}

async function outcomeOf(result: SandboxOutcome, parts: RunParts, mask: ResultMask | undefined): Promise<ToolOutcome> {
  // Before anything is cut: half a secret is not found.
  const whole = parts.redactor.text(result.output);
  const masked = mask ? mask.result(whole) : { ok: true as const, text: whole };
  if (!masked.ok) return { type: 'error', code: 'tool-failed', message: masked.reason, truncated: false };
  const { text, truncated } = capResult(masked.text);
  const output = await storeText(parts.blobs, text);
  const cut = truncated || result.truncated;
  if (result.type === 'completed') return { type: 'ok', output, truncated: cut, facts: [] };
  const { error } = result;
  if (error.code === 'guest-error') {
    const said = `${error.name}: ${error.message}`;
    const trace = error.traceback.trim();
    const all = trace.includes(error.message) ? trace || said : `${said}\n${trace}`.trim();
    const message = parts.redactor.text(all);
    return { type: 'error', code: 'tool-failed', message: capResult(message).text, output, truncated: cut };
  }
  const code = error.code === 'out-of-memory' || error.code === 'crashed' ? 'tool-failed' : error.code;
  return { type: 'error', code, message: error.message, output, truncated: cut };
}

/**
 * Runs the code of a warranted call in a process used once. Nothing here falls back to the host: without a sandbox the
 * call fails (rules A13.10, X8). A guest that was interrupted runs again and is answered from the log.
 */
export async function runCode(
  language: Language,
  state: RunState,
  call: ToolCallState,
  warrant: Warrant,
  parts: RunParts,
  labels: CallLabels,
  signal: AbortSignal,
  mask?: ResultMask,
): Promise<CodeResult> {
  const none = { figures: undefined, changes: [] };
  const failure = (code: 'sandbox-unavailable' | 'interrupted', message: string): CodeResult => ({
    ...none,
    outcome: { type: 'error', code, message, truncated: false },
  });
  if (!parts.sandbox)
    return failure('sandbox-unavailable', 'There is no sandbox here, so code is not run. See `warrant doctor`.');
  const workspace = parts.workspaceFor(state);
  const secrets = callSecrets(state, call.call.id, warrant, parts);
  const append = (run: RunEvent[], catalog: CatalogEvent[]): Promise<unknown> =>
    parts.journal.commit(state.run.id, () => ({ run, catalog }));
  const bridge = new GuestBridge({
    callId: call.call.id,
    workspace,
    blobs: parts.blobs,
    recorded: call.hostCalls,
    refuses: guestRefusal(state, warrant, parts),
    labels,
    secrets: { ...secrets, heldIn: (content) => parts.redactor.namesIn(content) },
    append,
    now: parts.now,
  });
  // The first is where relative paths start, as in every tool (row A8.6).
  const mounts = [
    ...workspace.folders.map((folder) => ({ path: `/folders/${folder.name}`, writable: folder.access === 'write' })),
    { path: '/agent', writable: true },
    ...(secrets.names().length > 0 ? [{ path: '/secrets', writable: false }] : []),
  ];
  const job: Omit<Job, 'limits'> = { language, code: codeOf(warrant), mounts };
  const shown = new RedactedStream(parts.redactor, (text) =>
    parts.signal({ type: 'tool-output', run: state.run.id, callId: call.call.id, text }),
  );
  let result: SandboxOutcome;
  try {
    result = await parts.sandbox.run(job, (hostCall) => bridge.answer(hostCall), {
      signal,
      timeoutMs: timeLimitOf(state, warrant.binding.timeoutMs ?? CODE_TIMEOUT_MS),
      // What is masked is masked as a whole: nothing of it is shown while it comes.
      onOutput: (text) => {
        if (!mask) shown.write(text);
      },
    });
  } catch (error) {
    if (!(error instanceof GuestDivergence)) throw error;
    await bridge.flush();
    const words = `The code was interrupted and can’t be gone on with: ${error.message}. Check before running it again.`;
    return failure('interrupted', words);
  }
  if (signal.aborted && signal.reason === 'shutdown') return failure('interrupted', 'The host is closing.');
  shown.end();
  await bridge.flush();
  const figures: SandboxFigures = {
    language,
    startMs: result.figures.startMs,
    runMs: result.figures.runMs,
    ...(result.figures.memoryBytes === undefined ? {} : { memoryBytes: result.figures.memoryBytes }),
    outputBytes: result.figures.outputBytes,
    filesRead: bridge.filesRead.size,
    filesWritten: bridge.filesWritten.size,
    hostCalls: result.figures.hostCalls,
  };
  const changes = result.type === 'completed' ? await bridge.staged() : [];
  return { outcome: await outcomeOf(result, parts, mask), figures, changes };
}
