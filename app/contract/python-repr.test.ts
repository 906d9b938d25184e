import { expect, test } from 'vitest';
import type { Json } from './ids.ts';
import { pythonRepr } from './python-repr.ts';

const CASES: [Json, string][] = [
  [null, 'None'],
  [true, 'True'],
  [false, 'False'],
  [12, '12'],
  [-0.5, '-0.5'],
  [1e21, '1e+21'],
  [1e-7, '1e-07'],
  ['plain', "'plain'"],
  ["it's", '"it\'s"'],
  ['both \' and "', "'both \\' and \"'"],
  ['line\nbreak\ttab\\', "'line\\nbreak\\ttab\\\\'"],
  ['\u0000\u001b', "'\\x00\\x1b'"],
  ['\u202e', "'\\u202e'"],
  ['\u00a0', "'\\xa0'"],
  ['é 👍', "'é 👍'"],
  [[1, 'a', null], "[1, 'a', None]"],
  [{ code: 'print(2**32)' }, "{'code': 'print(2**32)'}"],
  [{ a: { b: [true] }, c: [] }, "{'a': {'b': [True]}, 'c': []}"],
];

test.each(CASES)('writes %j as Python does (A21.5)', (value, text) => {
  expect(pythonRepr(value)).toBe(text);
});
