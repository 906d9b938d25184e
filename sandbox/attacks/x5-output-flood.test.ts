import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALL_LIMITS } from '../limits.ts';
import type { Language } from '../protocol.ts';
import { createTestSandbox, runHostile, type TestSandbox, WALLS } from '../testing/test-sandbox.ts';

// X5: output is counted, cut and marked, in the guest and again in the host, whose memory does not grow with it.
const FLOODS: [Language, string, string][] = [
  ['javascript', 'a gigabyte', 'const line = "x".repeat(1e6); for (let i = 0; i < 1000; i++) print(line)'],
  ['javascript', 'a million lines', 'for (let i = 0; i < 1e6; i++) console.log("line")'],
  ['python', 'a gigabyte', 'line = "x" * 10**6\nfor _ in range(1000): print(line)'],
  ['python', 'a million lines', 'for i in range(10**6): print("line")'],
  ['python', 'a flood of errors', 'import sys\nfor i in range(10**5): print("line" * 10, file=sys.stderr)'],
];
const MOST_GROWTH = 150 * 1024 * 1024;

describe.each(WALLS)('with walls %s', (walls) => {
  let box: TestSandbox;
  beforeAll(async () => {
    box = await createTestSandbox({ walls, warm: { javascript: 1, python: 1 } });
  });
  afterAll(() => box.close(), 60_000);

  test.each(FLOODS)('%s: %s is cut and marked', async (language, _what, code) => {
    const before = process.memoryUsage().rss;
    let streamed = 0;
    const outcome = await box.run(language, code, {
      timeoutMs: 90_000,
      onOutput: (text) => {
        streamed += text.length;
      },
    });
    expect(outcome).toMatchObject({ type: 'completed', truncated: true });
    expect(outcome.output.length).toBe(CALL_LIMITS.outputBytes);
    expect(streamed).toBe(CALL_LIMITS.outputBytes);
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH);
  });

  test('a guest that goes on sending past the limit is ended', async () => {
    const before = process.memoryUsage().rss;
    const outcome = await runHostile('const text = "x".repeat(1e5); for (;;) say(text);', { walls });
    expect(outcome).toMatchObject({
      type: 'failed',
      error: { code: 'crashed', message: expect.stringContaining('tampered') },
    });
    expect(outcome.output.length).toBeLessThanOrEqual(CALL_LIMITS.outputBytes);
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH);
  });

  test('a flood past the channel is not kept', async () => {
    const before = process.memoryUsage().rss;
    const flood =
      'const line = "x".repeat(1e6); for (let i = 0; i < 300; i++) { fs.writeSync(2, line); } end({ type: "ok", truncated: false });';
    expect(await runHostile(flood, { walls })).toMatchObject({ type: 'completed', output: '' });
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_GROWTH);
  });

  test('a value that is too large is refused, not cut', async () => {
    const outcome = await box.run('javascript', 'function main() { return "x".repeat(1e6) }', { args: null });
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'guest-error', name: 'RangeError' } });
    const python = await box.run('python', 'def main(args): return "x" * 10**6', { args: null });
    expect(python).toMatchObject({ type: 'failed', error: { code: 'guest-error', name: 'ValueError' } });
  });
});
