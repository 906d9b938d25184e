/**
 * The guest: the only file that runs in the sandbox's process. It loads one engine, says "ready", waits for one job,
 * runs it, tells the result and waits to be ended. It is used once, trusts nobody and is trusted by nobody.
 *
 * Arguments: `javascript`, or `python|snapshot <pyodide folder> <bytes of the snapshot on descriptor 4, or 0>`.
 */
import { openChannel } from './channel.ts';
import { loadJavaScript } from './javascript.ts';
import { createOutput, type Output } from './output.ts';
import { FRAME, type Job, type JobResult } from './protocol.ts';
import { loadPython, makeSnapshot } from './python.ts';

/** The code may have broken what its own engine needs to tell a result; that is its error, not an end without one. */
async function finish(run: (job: Job) => JobResult | Promise<JobResult>, job: Job): Promise<JobResult> {
  try {
    return await run(job);
  } catch {
    const message =
      'The code damaged the language it runs in, so it could give no result. Run it without changing built-in modules or limits.';
    return { type: 'error', name: 'Error', message, traceback: '', truncated: false };
  }
}

/** Calls back when nothing is left that could ever wake the code up: it awaits something that will not come. */
const beforeExit = ((listen) => (tell: (result: JobResult) => void) => {
  const message = 'The code awaits something that nothing will finish.';
  listen('beforeExit', () => tell({ type: 'error', name: 'RuntimeError', message, traceback: '', truncated: false }));
})(process.once.bind(process));

async function main(): Promise<void> {
  const [task, pyodideFolder = '', snapshotBytes = '0'] = process.argv.slice(2);
  const now = performance.now.bind(performance);
  let output: Output | undefined;
  const channel = openChannel(() => output?.flush());
  output = createOutput(channel.send, now);

  if (task === 'snapshot') {
    channel.send(FRAME.snapshot, {}, await makeSnapshot(pyodideFolder));
    return channel.waitForEnd();
  }

  const run =
    task === 'javascript'
      ? await loadJavaScript(channel, output)
      : await loadPython(channel, output, pyodideFolder, Number(snapshotBytes));

  channel.send(FRAME.ready, {});
  const { json } = channel.receive();
  const job = json as Job;
  output.start(job.limits.outputBytes);
  beforeExit((result) => {
    output.flush();
    channel.send(FRAME.result, { ...result, truncated: output.truncated() });
    channel.waitForEnd();
  });
  const result = await finish(run, job);
  output.flush();
  channel.send(FRAME.result, { ...result, truncated: output.truncated() });
  channel.waitForEnd();
}

void main();
