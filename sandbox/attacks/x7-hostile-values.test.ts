import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSandbox, runHostile, type TestSandbox } from '../testing/test-sandbox.ts';

// X7: what crosses is copied as JSON, text or bytes. Getters, proxies and thenables run inside, and only data comes out.
let box: TestSandbox;
beforeAll(async () => {
  box = await createTestSandbox();
});
afterAll(() => box.close(), 60_000);

test.each([
  ['a getter', 'return { get x() { return 7 } }', { x: 7 }],
  [
    'a proxy',
    'return new Proxy({}, { ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }), get: (_, key) => key === "toJSON" || key === "then" ? undefined : "p" })',
    { a: 'p' },
  ],
  ['a thenable', 'return { then(resolve) { resolve({ settled: 1 }) } }', { settled: 1 }],
  ['a toJSON', 'return { toJSON: () => "chosen" }', 'chosen'],
  ['functions and symbols', 'return { f() {}, [Symbol("s")]: 1, kept: [undefined, () => 1] }', { kept: [null, null] }],
  [
    'a prototype key',
    'return JSON.parse(\'{"__proto__": {"polluted": true}, "constructor": {"x": 1}}\')',
    { constructor: { x: 1 } },
  ],
  ['arguments given back', 'args.extra = 1; return args', { given: true, extra: 1 }],
])('JavaScript: %s is copied as data', async (_name, body, value) => {
  const outcome = await box.run('javascript', `function main(args) { ${body} }`, { args: { given: true } });
  expect(outcome).toMatchObject({ type: 'completed', value });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test.each([
  ['a cycle', 'const a = {}; a.a = a; return a', 'TypeError'],
  ['a getter that throws', 'return { get x() { throw new RangeError("no") } }', 'RangeError'],
  ['a bigint', 'return 1n', 'TypeError'],
  ['a proxy that is thrown', 'throw new Proxy({}, { getPrototypeOf() { throw 1 }, get() { throw 1 } })', 'Error'],
  [
    'an error whose name throws',
    'const e = new Error("m"); Object.defineProperty(e, "name", { get() { throw 1 } }); throw e',
    'Error',
  ],
])('JavaScript: %s is an error of the guest', async (_name, body, name) => {
  const outcome = await box.run('javascript', `function main() { ${body} }`, { args: null });
  expect(outcome).toMatchObject({ type: 'failed', error: { code: 'guest-error', name } });
});

test('JavaScript: hostile values given to the host’s functions stay text and bytes', async () => {
  const code = `
    const tries = [
      () => files.write({ toString: () => '/agent/object' }, 'x'),
      () => files.write('/agent/getter', { get length() { return 1e9 } }),
      () => files.write('/agent/proxy', new Proxy(new Uint8Array(4), {})),
      () => files.write('/agent/nul\\0name', 'x'),
      () => files.readText(['/agent']),
      () => files.rename('/agent/a', null),
    ];
    for (const attempt of tries) { try { attempt(); print('accepted'); } catch (error) { print(error.name); } }
    ArrayBuffer.isView = () => true;
    try { files.write('/agent/forged', { buffer: { slice: () => 'text' } }); } catch (error) { print('stopped'); }
    files.write('/agent/kept', new Uint8Array([1, 2, 3]));
    print({ get secret() { print('ran'); return 1 } }, new Proxy({}, { ownKeys() { throw 1 } }));`;
  const outcome = await box.run('javascript', code);
  expect(outcome.output).not.toContain('accepted');
  expect(outcome.output).not.toContain('ran');
  if (outcome.type === 'completed') {
    expect([...readFileSync(path.join(box.files.folder, 'agent/kept'))]).toEqual([1, 2, 3]);
  } else {
    expect(outcome.error.code).toMatch(/guest-error|crashed/);
  }
});

test.each([
  [
    'a subclass of dict',
    'class D(dict):\n  def items(self): return [("x", 1)]\ndef main(args): return {"d": D()}',
    { d: {} },
  ],
  ['a prototype key', 'def main(args): return {"__proto__": {"polluted": 1}, "x": 1}', { x: 1 }],
  ['a tuple', 'def main(args): return (1, "two", None, True)', [1, 'two', null, true]],
])('Python: %s is copied as data', async (_name, code, value) => {
  expect(await box.run('python', code, { args: {} })).toMatchObject({ type: 'completed', value });
});

test.each([
  ['a cycle', 'def main(args):\n  a = []\n  a.append(a)\n  return a', 'ValueError'],
  ['an object', 'def main(args): return object()', 'TypeError'],
  ['not a number', 'def main(args): return float("nan")', 'ValueError'],
  [
    'an error that cannot be shown',
    'class E(Exception):\n  def __str__(self): raise SystemExit\ndef main(args): raise E()',
    'E',
  ],
])('Python: %s is an error of the guest', async (_name, code, name) => {
  expect(await box.run('python', code, { args: {} })).toMatchObject({ error: { code: 'guest-error', name } });
});

test.each([
  [
    'a value nested too deep',
    `'{"type":"ok","truncated":false,"value":' + '['.repeat(400000) + ']'.repeat(400000) + '}'`,
  ],
  ['a field too many', `{ type: 'ok', truncated: false, then: 1 }`],
  ['a name that is an object', `{ type: 'error', name: {}, message: '', traceback: '', truncated: false }`],
  [
    'a message of megabytes',
    `{ type: 'error', name: '', message: 'x'.repeat(500000), traceback: '', truncated: false }`,
  ],
  ['no type', `{ truncated: false }`],
])('a forged result with %s ends the guest', async (_name, result) => {
  const outcome = await runHostile(`end(${result});`);
  expect(outcome).toMatchObject({ error: { code: 'crashed', message: expect.stringContaining('tampered') } });
});

test('a forged prototype in a result reaches nobody', async () => {
  const outcome = await runHostile(
    `send(frame(4, '{"type":"ok","truncated":false,"value":{"__proto__":{"polluted":1},"x":[{"__proto__":null}]}}')); fs.readSync(3, Buffer.alloc(1));`,
  );
  expect(outcome).toMatchObject({ type: 'completed', value: { x: [{}] } });
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});
