import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten-core';
import type { Channel } from './channel.ts';
import { PRELUDE } from './javascript-prelude.ts';
import { FILE_LIMITS, JOB_LIMITS, PROCESS_LIMITS } from './limits.ts';
import type { Output } from './output.ts';
import type { HostRequest, Job, JobResult, Json } from './protocol.ts';

/** `JS_EVAL_FLAG_ASYNC` of QuickJS: a global script with top-level `await`; gives a promise of `{ value }`. */
const ASYNC_SCRIPT = 1 << 7;

type Guest = { runtime: QuickJSRuntime; context: QuickJSContext; prelude: QuickJSHandle };
type Settled = { type: 'fulfilled'; value: QuickJSHandle } | { type: 'rejected'; error: QuickJSHandle } | Failure;
type Failure = { type: 'failed'; name: string; message: string };

/**
 * Loads QuickJS with capped memory and the prelude, ready for one job.
 *
 * The job's code is a script with top-level `await`. What it prints is the output. The value of its last expression is
 * the job's value; it is printed only when it is not undefined, nothing was printed, and the job has no `args` (so that
 * `1 + 1` answers `2`, and a script that prints is left alone).
 * @param channel where host calls go
 * @param output where `print` and `console` go
 */
export async function loadJavaScript(channel: Channel, output: Output): Promise<(job: Job) => JobResult> {
  const { newQuickJSWASMModuleFromVariant, newVariant } = await import('quickjs-emscripten-core');
  const { default: imported } = await import('@jitl/quickjs-wasmfile-release-sync');
  const variant = 'default' in imported ? (imported.default as typeof imported) : imported;
  const wasmMemory = new WebAssembly.Memory({
    initial: PROCESS_LIMITS.quickJsInitialPages,
    maximum: PROCESS_LIMITS.quickJsPages,
  });
  const quickJs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
  const runtime = quickJs.newRuntime();
  runtime.setMaxStackSize(PROCESS_LIMITS.quickJsStackBytes);
  // Not a time limit (heavy native calls never poll it): it lets text out of a long loop before the host ends it.
  runtime.setInterruptHandler(() => {
    output.flush();
    return false;
  });
  // A context that is thrown away runs the way a job goes, so that the job finds the engine's code compiled.
  const warmed = runtime.newContext();
  const guest: Guest = { runtime, context: warmed, prelude: loadPrelude(warmed, channel, output) };
  runScript(guest, 'print(await 1, { a: [1.5] })', output);
  const context = runtime.newContext();
  const prelude = loadPrelude(context, channel, output);

  return (job) => {
    try {
      return runJob({ runtime, context, prelude }, job, output);
    } catch (error) {
      // The engine itself gave up: its memory cannot grow, or V8's stack ended before its own.
      const memory = String(error).includes('memory') || String(error).includes('unreachable');
      const [name, message] = memory ? ['InternalError', 'out of memory'] : ['InternalError', 'stack overflow'];
      return { type: 'error', name, message, traceback: '', truncated: false };
    }
  };
}

/** Evaluates the prelude and hands it the native calls. */
function loadPrelude(context: QuickJSContext, channel: Channel, output: Output): QuickJSHandle {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  const text = (handle: QuickJSHandle): string => {
    if (context.typeof(handle) !== 'string') throw new TypeError('a string was expected');
    return context.getString(handle);
  };
  const copyBytes = (handle: QuickJSHandle): Uint8Array =>
    context.getArrayBuffer(handle).consume((bytes) => bytes.value.slice());
  const native = context.newObject();
  const define = (name: string, body: (...handles: QuickJSHandle[]) => QuickJSHandle): void =>
    context.newFunction(name, body).consume((handle) => context.setProp(native, name, handle));

  const give = (fields: Record<string, QuickJSHandle>): QuickJSHandle => {
    const answer = context.newObject();
    for (const [name, handle] of Object.entries(fields))
      handle.consume((value) => context.setProp(answer, name, value));
    return answer;
  };
  const bytesOf = (handle: QuickJSHandle, asJson: QuickJSHandle): Uint8Array => {
    const plain = text(handle);
    return encoder.encode(context.dump(asJson) === true ? String(JSON.parse(plain)) : plain);
  };

  define('write', (handle, asJson) => {
    output.write(bytesOf(handle, asJson));
    // Once output is cut, the prelude stops making more of it.
    return output.truncated() ? context.true : context.false;
  });
  define('encode', (handle, asJson) => context.newArrayBuffer(bytesOf(handle, asJson).slice().buffer));
  define('decode', (handle) => {
    const decoded = decoder.decode(copyBytes(handle));
    const json = decoded.includes('\0');
    return give({
      text: context.newString(json ? JSON.stringify(decoded) : decoded),
      json: json ? context.true : context.false,
    });
  });
  define('call', (request, bytes) => {
    const asked = JSON.parse(text(request)) as HostRequest;
    const content = context.typeof(bytes) === 'object' ? copyBytes(bytes) : new Uint8Array(0);
    const reply = channel.call(asked.operation === 'put' ? { ...asked, bytes: content } : asked);
    const { bytes: replied, ...told } = { bytes: undefined, ...reply };
    return give({
      text: context.newString(JSON.stringify(told)),
      bytes: context.newArrayBuffer((replied ?? new Uint8Array(0)).slice().buffer),
    });
  });
  for (const [name, value] of Object.entries({
    inlineBytes: FILE_LIMITS.inlineBytes,
    readBytes: FILE_LIMITS.readBytes,
  })) {
    context.setProp(native, name, context.newNumber(value));
  }
  return context
    .unwrapResult(context.evalCode(PRELUDE, 'prelude.js', 0))
    .consume((make) => context.unwrapResult(context.callFunction(make, context.undefined, native)));
}

function runJob(guest: Guest, job: Job, output: Output): JobResult {
  const { context } = guest;
  const home = job.mounts[0]?.path;
  if (home !== undefined) context.unwrapResult(callPrelude(guest, 'setHome', context.newString(home)));
  const withArguments = job.args !== undefined;
  if (withArguments) {
    const text = context.newString(JSON.stringify(job.args));
    context.unwrapResult(callPrelude(guest, 'setArguments', text));
  }
  const settled = runScript(guest, job.code, output, withArguments);
  if (settled.type !== 'fulfilled') return describeFailure(guest, settled);

  if (!withArguments && !output.used()) {
    const shown = callPrelude(guest, 'shown', settled.value);
    if (shown.error === undefined && context.typeof(shown.value) === 'string') {
      output.write(new TextEncoder().encode(context.getString(shown.value)));
    }
  }
  return withArguments ? returnValue(guest, settled.value, job.limits.valueBytes) : { type: 'ok', truncated: false };
}

/** The value of a job with arguments, as JSON made inside the guest. */
function returnValue(guest: Guest, value: QuickJSHandle, limit: number): JobResult {
  const { context } = guest;
  const json = callPrelude(guest, 'json', value);
  if (json.error !== undefined) return describeFailure(guest, { type: 'rejected', error: json.error });
  if (context.typeof(json.value) !== 'string') return { type: 'ok', truncated: false };
  const text = context.getString(json.value);
  if (text.length <= limit) return { type: 'ok', truncated: false, value: JSON.parse(text) as Json };
  const message = `The returned value is ${text.length} characters as JSON; at most ${limit} are allowed. Write it to a file instead.`;
  return describeFailure(guest, { type: 'failed', name: 'RangeError', message });
}

/** Runs the code, then, for a job with arguments, its `main`; gives the value both end with. */
function runScript(guest: Guest, code: string, output: Output, callMain = false): Settled {
  const { context } = guest;
  const evaluated = context.evalCode(code, 'main.js', ASYNC_SCRIPT);
  if (evaluated.error !== undefined) return { type: 'rejected', error: evaluated.error };
  const box = settle(guest, evaluated.value, output);
  if (box.type !== 'fulfilled') return box;
  const main = callMain
    ? context.unwrapResult(context.evalCode('typeof main === "function" ? main : undefined', 'main.js', 0))
    : context.undefined;
  const completed = callPrelude(guest, 'complete', box.value, main);
  if (completed.error !== undefined) return { type: 'rejected', error: completed.error };
  return settle(guest, completed.value, output);
}

/** Runs promise callbacks and timers until the promise is settled. Both are bounded: callbacks by count, timers by the deadline. */
function settle(guest: Guest, promise: QuickJSHandle, output: Output): Settled {
  const { context, runtime } = guest;
  let total = 0;
  for (;;) {
    const state = context.getPromiseState(promise);
    if (state.type === 'fulfilled') return { type: 'fulfilled', value: state.value };
    if (state.type === 'rejected') return { type: 'rejected', error: state.error };
    if (runtime.hasPendingJob()) {
      const executed = runtime.executePendingJobs(JOB_LIMITS.batch);
      if (executed.error !== undefined) return { type: 'rejected', error: executed.error };
      total += executed.value;
      if (total > JOB_LIMITS.total) {
        return { type: 'failed', name: 'RangeError', message: `More than ${JOB_LIMITS.total} promise callbacks ran.` };
      }
      continue;
    }
    const wait = context.getNumber(context.unwrapResult(callPrelude(guest, 'nextTimer')));
    if (!(wait >= 0)) {
      return { type: 'failed', name: 'Error', message: 'The code awaits a promise that nothing will settle.' };
    }
    output.flush();
    if (wait > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
    const ran = callPrelude(guest, 'runTimer');
    if (ran.error !== undefined) return { type: 'rejected', error: ran.error };
  }
}

function callPrelude(guest: Guest, name: string, ...handles: QuickJSHandle[]) {
  const { context, prelude } = guest;
  return context
    .getProp(prelude, name)
    .consume((callable) => context.callFunction(callable, context.undefined, ...handles));
}

function describeFailure(guest: Guest, failure: Exclude<Settled, { type: 'fulfilled' }>): JobResult {
  if (failure.type === 'failed') {
    return { type: 'error', name: failure.name, message: failure.message, traceback: '', truncated: false };
  }
  const described = callPrelude(guest, 'describe', failure.error);
  if (described.error !== undefined || guest.context.typeof(described.value) !== 'string') {
    return { type: 'error', name: 'InternalError', message: 'out of memory', traceback: '', truncated: false };
  }
  const told = JSON.parse(guest.context.getString(described.value)) as Record<'name' | 'message' | 'traceback', string>;
  return { type: 'error', ...told, truncated: false };
}
