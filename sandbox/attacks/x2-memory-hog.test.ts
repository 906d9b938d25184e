import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '../protocol.ts';
import { createTestSandbox, runHostile, type TestSandbox, WALLS } from '../testing/test-sandbox.ts';

// X2: memory is capped by V8, not by the engine's own limits (QuickJS's do not hold). The host lives on.
const HOGS: [Language, string, string][] = [
  ['javascript', 'strings', 'const all = []; for (let i = 0; ; i++) all.push("x".repeat(1e6) + i)'],
  ['javascript', 'arrays', 'const all = []; for (;;) all.push(new Array(1e5).fill(0))'],
  ['javascript', 'buffers', 'const all = []; for (;;) all.push(new ArrayBuffer(1e6))'],
  ['python', 'bytearrays', 'all = []\nwhile True: all.append(bytearray(1 << 20))'],
  ['python', 'one enormous string', 'text = "x"\nwhile True: text += text'],
  ['python', 'lists', 'all = []\nwhile True: all.append([0] * 100000)'],
];
const MOST_BYTES = 700 * 1024 * 1024;

describe.each(WALLS)('with walls %s', (walls) => {
  let box: TestSandbox;
  beforeAll(async () => {
    box = await createTestSandbox({ walls, warm: { javascript: 1, python: 1 } });
  });
  afterAll(() => box.close(), 60_000);

  test.each(HOGS)('%s: %s end as out of memory', async (language, _what, code) => {
    const outcome = await box.run(language, code, { timeoutMs: 60_000 });
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'out-of-memory' } });
    expect(outcome.figures.memoryBytes ?? 0).toBeLessThan(MOST_BYTES);
    const after = language === 'python' ? 'print("alive")' : 'print("alive")';
    expect(await box.print(language, after)).toBe('alive\n');
  });

  test('files held for writing have a limit of their own', async () => {
    const code = 'f = open("/agent/big", "wb")\nfor _ in range(80): f.write(bytes(1 << 20))\nf.close()';
    const outcome = await box.run('python', code, { timeoutMs: 60_000 });
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'guest-error', name: 'OSError' } });
  });

  test('a guest that fills its own process is ended by its heap limit', async () => {
    const outcome = await runHostile('const all = []; for (;;) all.push({ x: [1, 2, 3] });', {
      walls,
      timeoutMs: 60_000,
    });
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'out-of-memory' } });
  });
});
