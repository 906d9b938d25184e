import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '../protocol.ts';
import { createTestSandbox, type TestSandbox, WALLS } from '../testing/test-sandbox.ts';

// X1: an endless loop is ended at its deadline from outside, whatever it does to stay.
const LOOPS: [Language, string, string][] = [
  ['javascript', 'an empty loop', 'while (true) {}'],
  ['javascript', 'a native join that never polls', 'new Array(1e9) + ""'],
  [
    'javascript',
    'native parsing in a loop',
    'const big = JSON.stringify(new Array(1e5).fill("x")); for (;;) JSON.parse(big);',
  ],
  ['javascript', 'a backtracking pattern', '/(a+)+$/.test("a".repeat(40) + "b")'],
  ['javascript', 'a loop that catches everything', 'for (;;) { try { throw 1 } catch {} }'],
  [
    'javascript',
    'promises that breed',
    'const again = () => Promise.resolve().then(again); again(); await new Promise((r) => setTimeout(r, 1e9));',
  ],
  ['javascript', 'a long sleep', 'await new Promise((resolve) => setTimeout(resolve, 1e8))'],
  ['python', 'an empty loop', 'while True: pass'],
  ['python', 'a native sum', 'sum(range(10**12))'],
  ['python', 'a native power', '10**10**8'],
  [
    'python',
    'a loop that catches everything',
    'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
  ],
  ['python', 'a backtracking pattern', 'import re\nre.match(r"(a+)+$", "a" * 40 + "b")'],
  ['python', 'a long sleep', 'import time\ntime.sleep(10**6)'],
];

describe.each(WALLS)('with walls %s', (walls) => {
  let box: TestSandbox;
  beforeAll(async () => {
    box = await createTestSandbox({ walls, warm: { javascript: 1, python: 1 } });
  });
  afterAll(() => box.close(), 60_000);

  test.each(LOOPS)('%s: %s is ended at the deadline', async (language, _what, code) => {
    const loud = language === 'python' ? `print("before")\n${code}` : `print("before");${code}`;
    await box.sandbox.ready(language);
    const begun = performance.now();
    const outcome = await box.run(language, loud, { timeoutMs: 700 });
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'timed-out' }, output: 'before\n' });
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  test('other calls go on while one loops', async () => {
    const looping = box.run('javascript', 'while (true) {}', { timeoutMs: 4_000 });
    expect(await box.print('javascript', 'print(6 * 7)')).toBe('42\n');
    expect((await looping).type).toBe('failed');
  });
});
