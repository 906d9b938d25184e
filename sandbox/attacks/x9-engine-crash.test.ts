import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSandbox, runHostile, type TestSandbox, WALLS } from '../testing/test-sandbox.ts';

// X9: an engine that dies is a typed error of that call, and of nothing else.
describe.each(WALLS)('with walls %s', (walls) => {
  let box: TestSandbox;
  beforeAll(async () => {
    box = await createTestSandbox({ walls, warm: { javascript: 1, python: 1 } });
  });
  afterAll(() => box.close(), 60_000);

  test.each([
    ['os._exit', 'import os\nprint("so far")\nos._exit(0)'],
    ['os.abort', 'import os\nprint("so far")\nos.abort()'],
    ['a wild write', 'import ctypes\nprint("so far")\nctypes.memset(0, 255, 100_000_000)'],
    ['a wild call', 'import ctypes\nprint("so far")\nctypes.CFUNCTYPE(None)(123456789)()'],
  ])('Python: %s ends as a typed error, with the output so far', async (_name, code) => {
    const outcome = await box.run('python', code, { timeoutMs: 20_000 });
    expect(outcome).toMatchObject({
      type: 'failed',
      error: { code: expect.stringMatching(/^(crashed|guest-error)$/) },
    });
    expect(outcome.output.startsWith('so far\n')).toBe(true);
    expect(await box.print('python', 'print("next")')).toBe('next\n');
  });

  test.each([
    ['an abort', 'process.abort()'],
    ['an exit without a result', 'process.reallyExit(0)'],
    ['a signal', 'process.kill(process.pid, "SIGSEGV"); for (;;);'],
    ['a shut pipe', 'fs.closeSync(3); for (let i = 0; ; i++) if (i > 1e6) process.reallyExit(0)'],
  ])('a process that ends by %s is a crash', async (_name, code) => {
    expect(await runHostile(code, { walls })).toMatchObject({ type: 'failed', error: { code: 'crashed' } });
  });

  test('a process that is killed in the middle is a crash', async () => {
    const before = children();
    const running = box.run('javascript', 'while (true) {}', { timeoutMs: 30_000 });
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (const pid of before) process.kill(pid, 'SIGKILL');
    expect(await running).toMatchObject({ type: 'failed', error: { code: 'crashed' } });
    expect(await box.print('javascript', 'print("next")')).toBe('next\n');
  });
});

/** The processes this one has started, by the kernel's list. */
function children(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ')[1] === String(process.pid);
      } catch {
        return false; // it has ended meanwhile
      }
    });
}
