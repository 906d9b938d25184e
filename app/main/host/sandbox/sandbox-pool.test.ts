import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSandbox, MOUNTS, type TestSandbox } from '../../../../sandbox/testing/test-sandbox.ts';

let box: TestSandbox;
beforeAll(async () => {
  box = await createTestSandbox({ warm: { javascript: 2, python: 0 }, concurrency: 2 });
});
afterAll(() => box.close(), 60_000);

test('output is handed over as it appears', async () => {
  const times: { text: string; at: number }[] = [];
  const code = 'print("first"); await new Promise((r) => setTimeout(r, 300)); print("second")';
  await box.run('javascript', code, { onOutput: (text) => times.push({ text, at: performance.now() }) });
  expect(times.map(({ text }) => text)).toEqual(['first\n', 'second\n']);
  expect((times[1]?.at ?? 0) - (times[0]?.at ?? 0)).toBeGreaterThan(200);
});

test('figures say what a call cost', async () => {
  const { figures } = await box.run('javascript', 'files.write("a", "x"); print("12345")');
  expect(figures).toMatchObject({ outputBytes: 6, hostCalls: 1 });
  expect(figures.runMs).toBeGreaterThan(0);
  if (process.platform === 'linux') expect(figures.memoryBytes ?? 0).toBeGreaterThan(10_000_000);
});

test('no more run at once than allowed; the rest wait their turn', async () => {
  let running = 0;
  let most = 0;
  // The first waits for a second, so that they meet however busy the machine is.
  let meet: () => void = () => undefined;
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const jobs = Array.from({ length: 6 }, () =>
    box.sandbox.run(
      { language: 'javascript', code: 'files.exists("/agent/a"); print(1)', mounts: MOUNTS },
      async (call) => {
        running += 1;
        most = Math.max(most, running);
        if (running === 2) meet();
        await met;
        await new Promise((resolve) => setTimeout(resolve, 50));
        running -= 1;
        return box.files.bridge(call);
      },
    ),
  );
  for (const outcome of await Promise.all(jobs)) expect(outcome).toMatchObject({ type: 'completed', output: '1\n' });
  expect(most).toBe(2);
});

test('a cancelled job ends, with the output so far', async () => {
  const controller = new AbortController();
  const outcome = await box.run('javascript', 'print("begun"); while (true) {}', {
    signal: controller.signal,
    onOutput: () => controller.abort(),
  });
  expect(outcome).toMatchObject({ type: 'failed', error: { code: 'cancelled' }, output: 'begun\n' });
});

test('a job cancelled beforehand does not run', async () => {
  const outcome = await box.run('javascript', 'files.write("never", "x")', { signal: AbortSignal.abort() });
  expect(outcome).toMatchObject({ error: { code: 'cancelled' } });
  expect(box.files.calls.some((call) => call.path === '/agent/never')).toBe(false);
});

test('A13.9: a slow start is not counted against the call', async () => {
  const slow = await createTestSandbox({ warm: { javascript: 0, python: 0 } });
  const outcome = await slow.run('python', 'print(1)', { timeoutMs: 2_000 });
  expect(outcome).toMatchObject({ type: 'completed', output: '1\n' });
  expect(outcome.figures.startMs).toBeGreaterThan(100);
  await slow.close();
});

test('what the bridge throws comes out of run, and the guest is ended', async () => {
  const run = box.sandbox.run({ language: 'javascript', code: 'files.list("/agent")', mounts: MOUNTS }, () => {
    throw new Error('the log is full');
  });
  await expect(run).rejects.toThrow('the log is full');
});

test('code of more than a megabyte is refused before anything starts', async () => {
  const outcome = await box.run('javascript', `"${'x'.repeat(1_100_000)}"`);
  expect(outcome).toMatchObject({ error: { code: 'guest-error', name: 'RangeError' } });
});
