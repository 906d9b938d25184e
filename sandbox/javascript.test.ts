import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSandbox, type TestSandbox } from './testing/test-sandbox.ts';

let box: TestSandbox;
beforeAll(async () => {
  box = await createTestSandbox({ warm: { javascript: 2, python: 0 } });
});
afterAll(() => box.close(), 60_000);

test.each([
  [
    'print and console write lines',
    'print("a", 1); console.log({ b: [1, "two", null] }); console.error(new Map([[1, 2]]))',
    'a 1\n{ b: [ 1, "two", null ] }\nMap(1) { 1 => 2 }\n',
  ],
  ['the last value is shown when nothing was printed', 'const x = 6; x * 7', '42\n'],
  ['a string shown as the last value is quoted', '"text"', '"text"\n'],
  ['a script that prints shows no last value', 'print("only"); 42', 'only\n'],
  ['undefined shows nothing', 'let x', ''],
  ['await works at the top', 'const x = await Promise.resolve(3); print(x)', '3\n'],
  ['a promise as the last value is awaited', '(async () => "done")()', '"done"\n'],
  [
    'timers run in order',
    'setTimeout(() => print("b"), 20); setTimeout(() => print("a"), 1); await new Promise((r) => setTimeout(r, 40))',
    'a\nb\n',
  ],
  [
    'a cleared timer does not run',
    'const id = setTimeout(() => print("no"), 1); clearTimeout(id); await new Promise((r) => setTimeout(r, 10)); print("end")',
    'end\n',
  ],
  [
    'NUL and other planes survive',
    'print("a\\0b", "😀"); files.writeText; files.write("n", "a\\0é"); print(readFile("n").length)',
    'a\0b 😀\n3\n',
  ],
  [
    'cycles and getters can be printed',
    'const a = { get g() { return 1 } }; a.self = a; print(a)',
    '{ g: [Getter], self: [Circular] }\n',
  ],
  [
    'files are written, listed and read',
    'files.makeFolder("d/e"); writeFile("d/e/x.txt", "één"); files.append("d/e/x.txt", "!"); print(listFiles("d/e"), readFile("/agent/d/e/x.txt")); files.rename("d/e/x.txt", "d/y"); files.remove("d/e"); print(listFiles("d"), files.exists("d/e"))',
    '[ "x.txt" ] één!\n[ "y" ] false\n',
  ],
  [
    'bytes are read and written',
    'files.write("bin", new Uint8Array([0, 255, 7]).subarray(1)); const b = files.read("bin"); print(b.length, b[0], b instanceof Uint8Array)',
    '2 255 true\n',
  ],
  [
    'an empty file is read',
    'writeFile("empty", ""); print(readFile("empty") === "", files.stat("empty").size)',
    'true 0\n',
  ],
  ['text is encoded and decoded', 'print(new TextDecoder().decode(new TextEncoder().encode("é")))', 'é\n'],
])('%s', async (_name, code, output) => {
  expect(await box.print('javascript', code)).toBe(output);
});

test('a large file is read in pieces', async () => {
  writeFileSync(path.join(box.files.folder, 'agent/large'), Buffer.alloc(9 << 20, 'ab'));
  const code = 'const bytes = files.read("large"); print(bytes.length, bytes[0], bytes[bytes.length - 1])';
  expect(await box.print('javascript', code)).toBe(`${9 << 20} 97 98\n`);
});

test.each([
  ['an error', 'null.x', 'TypeError', /null/],
  ['a syntax error', 'let let = 1', 'SyntaxError', /./],
  ['a rejected promise', 'await Promise.reject(new RangeError("no"))', 'RangeError', /^no$/],
  ['a thrown value', 'throw { code: 7 }', 'Error', /uncaught: \{ code: 7 \}/],
  ['endless recursion', '(function f() { f() })()', 'InternalError', /stack overflow/],
  ['waiting for nothing', 'await new Promise(() => {})', 'Error', /nothing will settle/],
  ['a missing file', 'readFile("missing")', 'Error', /ENOENT.*missing/],
])('%s is told by name, message and place', async (_name, code, name, message) => {
  const outcome = await box.run('javascript', code);
  expect(outcome).toMatchObject({ error: { code: 'guest-error', name, message: expect.stringMatching(message) } });
});

test('main is called with the arguments, and gives the value', async () => {
  const code = 'const main = async ({ a, b }) => { print("working"); return { sum: a + b }; }';
  const outcome = await box.run('javascript', code, { args: { a: 1, b: 2 } });
  expect(outcome).toMatchObject({ type: 'completed', output: 'working\n', value: { sum: 3 } });
});

test('without main the value is that of the last expression, and nothing is shown', async () => {
  expect(await box.run('javascript', 'args.n * 2', { args: { n: 4 } })).toMatchObject({ output: '', value: 8 });
});
