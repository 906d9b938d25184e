import { CALL_LIMITS, FRAME_LIMITS } from '../../../../sandbox/limits.ts';
import { FRAME, type HostReply, type Job, type JobResult } from '../../../../sandbox/protocol.ts';
import type { Frame } from './frame-reader.ts';
import type { Exit, GuestProcess } from './guest-process.ts';
import { parseHostCall, parseJobResult, parseOutput } from './parse-guest-message.ts';
import type { Bridge, SandboxError, SandboxOutcome, SandboxRunOptions } from './sandbox.ts';

/** How the guest's part ended, before it becomes an outcome. */
type Ending =
  | { type: 'result'; result: JobResult }
  | { type: 'gone'; exit: Exit }
  | { type: 'forged' | 'timed-out' | 'cancelled' }
  | { type: 'bridge-threw'; error: unknown };

/**
 * Gives a ready guest its one job and sees it through: answers its calls, takes its output, ends it at the deadline.
 * The guest's process is ended in every case; after a deadline, a cancel or a crash it is gone when this resolves.
 * @param startMs how long the caller waited for the guest
 * @throws what the bridge threw; the guest is ended first
 */
export async function runJob(
  guest: GuestProcess,
  job: Job,
  bridge: Bridge,
  options: SandboxRunOptions & { timeoutMs: number },
  startMs: number,
): Promise<SandboxOutcome> {
  const begun = performance.now();
  const pieces: string[] = [];
  const decoder = new TextDecoder();
  let outputBytes = 0;
  let hostCalls = 0;
  let answering = false;
  let end: (ending: Ending) => void = () => undefined;
  const ended = new Promise<Ending>((resolve) => {
    end = resolve;
  });

  const answer = async (frame: Frame): Promise<void> => {
    const call = parseHostCall(frame.body, hostCalls);
    if (call === undefined) return end({ type: 'forged' });
    hostCalls += 1;
    answering = true;
    try {
      const reply: HostReply =
        hostCalls > CALL_LIMITS.hostCalls
          ? { ok: false, errno: 'EIO', message: `more than ${CALL_LIMITS.hostCalls} file calls in one run` }
          : await bridge(call);
      answering = false;
      const { bytes, ...told } = { bytes: undefined, ...reply };
      guest.send(FRAME.reply, told, bytes);
    } catch (error) {
      end({ type: 'bridge-threw', error });
    }
  };

  const onFrame = (frame: Frame): void => {
    if (frame.kind === FRAME.call) {
      void answer(frame);
    } else if (frame.kind === FRAME.result) {
      const result = parseJobResult(frame.body);
      end(result === undefined ? { type: 'forged' } : { type: 'result', result });
    } else {
      const bytes = parseOutput(frame.body);
      if (bytes === undefined || outputBytes + bytes.length > job.limits.outputBytes) {
        end({ type: 'forged' });
        return;
      }
      outputBytes += bytes.length;
      const text = decoder.decode(bytes, { stream: true });
      if (text === '') return;
      pieces.push(text);
      options.onOutput?.(text);
    }
  };
  // A guest that waits for a reply says nothing: what comes then is a forgery, and would pile up.
  const limitOf = (kind: number): number | undefined => {
    if (answering) return undefined;
    if (kind === FRAME.output) return FRAME_LIMITS.output;
    if (kind === FRAME.call) return FRAME_LIMITS.call;
    return kind === FRAME.result ? FRAME_LIMITS.result : undefined;
  };

  const cancel = (): void => end({ type: 'cancelled' });
  const timer = setTimeout(() => end({ type: 'timed-out' }), options.timeoutMs);
  options.signal?.addEventListener('abort', cancel, { once: true });
  if (options.signal?.aborted) cancel();
  void guest.broken.then(() => end({ type: 'forged' }));
  void guest.gone.then((exit) => end({ type: 'gone', exit }));
  guest.listen(limitOf, onFrame);
  guest.send(FRAME.job, job);

  const ending = await ended;
  clearTimeout(timer);
  options.signal?.removeEventListener('abort', cancel);
  const memoryBytes = guest.peakMemory();
  const runMs = performance.now() - begun;
  guest.kill();
  if (ending.type !== 'result') await guest.gone;
  if (ending.type === 'bridge-threw') throw ending.error;

  const told = {
    output: pieces.join(''),
    truncated: ending.type === 'result' ? ending.result.truncated : outputBytes >= job.limits.outputBytes,
    figures: { startMs, runMs, memoryBytes, outputBytes, hostCalls },
  };
  if (ending.type === 'result' && ending.result.type === 'ok') {
    const { value } = ending.result;
    return { ...told, type: 'completed', ...(value !== undefined && { value }) };
  }
  return { ...told, type: 'failed', error: errorOf(ending, options.timeoutMs) };
}

function errorOf(ending: Exclude<Ending, { type: 'bridge-threw' }>, timeoutMs: number): SandboxError {
  const outOfMemory: SandboxError = { code: 'out-of-memory', message: 'The code used more memory than it may.' };
  switch (ending.type) {
    case 'timed-out':
      return {
        code: 'timed-out',
        message: `Stopped at its limit of ${timeoutMs / 1000} seconds. What it printed until then is kept; files that it had open were not written.`,
      };
    case 'cancelled':
      return { code: 'cancelled', message: 'The run was cancelled.' };
    case 'forged':
      return { code: 'crashed', message: 'The code was ended: it tampered with the channel to the host.' };
    case 'gone': {
      const { code, signal, stderr } = ending.exit;
      if (/out of memory/i.test(stderr)) return outOfMemory;
      return {
        code: 'crashed',
        message: `The code ended its process without a result (${signal ?? `exit code ${code}`}).`,
      };
    }
    case 'result': {
      if (ending.result.type === 'ok') return { code: 'crashed', message: 'The code ended without an error.' };
      const { name, message, traceback } = ending.result;
      const exhausted = name === 'MemoryError' || (name === 'InternalError' && message === 'out of memory');
      return exhausted ? outOfMemory : { code: 'guest-error', name, message, traceback };
    }
  }
}
