import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PayloadPlaces } from './payload-places.ts';

// Where a claim stands in the bytes: a pointer into JSON, or a range.

const places = (text: string | Uint8Array) => new PayloadPlaces(Buffer.from(text));
const at = (text: string | Uint8Array, pointer: string) => places(text).find({ pointer });

/** The value that a pointer leads to, step by step. */
function valueAt(value: unknown, steps: (string | number)[]): unknown {
  return steps.reduce((inner: unknown, step) => (inner as Record<string | number, unknown>)[step], value);
}

/** Every path of a value. */
function pathsOf(value: unknown): (string | number)[][] {
  if (value === null || typeof value !== 'object') return [[]];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [[], ...entries.flatMap(([key, inner]) => pathsOf(inner).map((path) => [key, ...path]))];
}

const pointerOf = (steps: (string | number)[]): string =>
  steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

describe('a pointer', () => {
  it('leads to the bytes of the very value, whatever the JSON and its spaces', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2), fc.boolean(), (value, indent, mark) => {
        const bytes = Buffer.from(`${mark ? '\ufeff' : ''}${JSON.stringify(value, null, indent)}`);
        const read = JSON.parse(JSON.stringify(value)) as unknown;
        for (const path of pathsOf(read)) {
          const found = places(bytes).find({ pointer: pointerOf(path) });
          const raw = bytes.subarray(found?.from, found?.to).toString();
          expect(JSON.parse(raw)).toEqual(valueAt(read, path));
          const expected = valueAt(read, path);
          expect(found?.value).toBe(typeof expected === 'string' ? expected : raw);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('never throws, whatever the bytes and the pointer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.string(), (bytes, pointer) => {
        const found = places(bytes).find({ pointer });
        if (found) expect(found.to).toBeGreaterThan(found.from);
      }),
    );
  });

  it.each([
    ['{"a":1,}', '/a'],
    ['{"a":1} // c', '/a'],
    ['{"a":NaN}', '/a'],
    ["{'a':1}", '/a'],
    ['{"a":1', '/a'],
    ['', ''],
    [Buffer.from([0x22, 0xff, 0x22]), ''],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, '/0'],
    ['{"a":[1]}', '/a/length'],
    ['[1]', '/-1'],
    ['[1]', '/1e0'],
    ['{"a":1}', 'a'],
    ['{"~":1}', '/~'],
  ])('finds nothing in what is not strictly JSON, or has no such place: %j %j', (text, pointer) => {
    expect(at(text, pointer)).toBeUndefined();
  });

  it.each([
    ['{"a":1,"a":22}', '/a'],
    ['{"a":1,"\\u0061":1}', '/a'],
    ['[{"b":{"c":1,"c":{"d":2}}}]', '/0/b/c/d'],
    ['{"__proto__":1,"__proto__":2}', '/__proto__'],
  ])('finds none under a key that stands twice: %s %s', (json, pointer) => {
    expect(at(json, pointer)).toBeUndefined();
  });

  it('counts bytes, not characters', () => {
    expect(at('{"ä🏙":"ö"}', '/ä🏙')).toEqual({ from: 10, to: 14, value: 'ö' });
  });
});

it('takes a range that lies inside, with its text', () => {
  expect(places('population 315,732').find({ from: 11, to: 18 })).toEqual({ from: 11, to: 18, value: '315,732' });
  expect(places('abc').find({ from: 0, to: 4 })).toBeUndefined();
});
