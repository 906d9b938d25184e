import { expect, test } from 'vitest';
import * as z from 'zod';
import { Json } from './ids.ts';

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let n = 0; n < depth; n++) value = n % 2 === 0 ? [value] : { a: value };
  return value;
}

test.each([null, true, 'x', 1.5, [], {}, [{ a: [null] }], { ['__proto__']: 1 }])('takes %j', (value) => {
  expect(Json.safeParse(value).success).toBe(true);
});

test.each([undefined, Number.NaN, Number.POSITIVE_INFINITY, () => 1, Symbol('x'), 1n, [undefined]])(
  'refuses what is no JSON',
  (value) => {
    expect(Json.safeParse(value).success).toBe(false);
  },
);

test('refuses, and survives, a value nested as deep as a stack is high (R8)', () => {
  expect(Json.safeParse(nested(400)).success).toBe(true);
  expect(Json.safeParse(nested(200_000)).success).toBe(false);
});

test('is needed where a field of it is, and may be left out where it is optional', () => {
  expect(z.object({ input: Json }).safeParse({}).success).toBe(false);
  expect(z.object({ input: Json.optional() }).safeParse({}).success).toBe(true);
});
