import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts';

// X6, A13.4: the second run meets nothing of the first: no names, no files, no changed built-ins, no randomness.
let box: TestSandbox;
beforeAll(async () => {
  box = await createTestSandbox({ warm: { javascript: 2, python: 1 } });
});
afterAll(() => box.close(), 60_000);

test('JavaScript starts with nothing of the run before', async () => {
  await box.print(
    'javascript',
    'globalThis.left = 1; Array.prototype.map = () => "patched"; JSON.parse = () => "patched"',
  );
  const look = 'print(typeof left, [1].map((x) => x + 1), JSON.parse("2"))';
  expect(await box.print('javascript', look)).toBe('undefined [ 2 ] 2\n');
});

test('Python starts with nothing of the run before', async () => {
  const leave = `
import builtins, json, os, sys
builtins.left = 1
json.dumps = lambda value: "patched"
sys.modules["left"] = json
open("/tmp/left", "w").write("x")
os.environ["LEFT"] = "x"`;
  await box.print('python', leave);
  const look = `
import builtins, json, os, sys
print(hasattr(builtins, "left"), json.dumps(1), "left" in sys.modules, os.path.exists("/tmp/left"), "LEFT" in os.environ)`;
  expect(await box.print('python', look)).toBe('False 1 False False False\n');
});

test('two runs of Python do not share their randomness', async () => {
  const code = 'import os, random, uuid\nprint(random.random(), os.urandom(8).hex(), uuid.uuid4())';
  const [first, second] = [await box.print('python', code), await box.print('python', code)];
  const pairs = first.split(' ').map((part, index) => [part, second.split(' ')[index]]);
  for (const [one, other] of pairs) expect(one).not.toBe(other);
});

test('two runs of JavaScript do not share their randomness', async () => {
  const code = 'print(Math.random())';
  expect(await box.print('javascript', code)).not.toBe(await box.print('javascript', code));
});
