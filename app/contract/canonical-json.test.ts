import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';
import type { Json } from './ids.ts';

function shuffled(value: Json): Json {
  if (Array.isArray(value)) return value.map(shuffled);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, shuffled(item)]),
  );
}

test('gives equal texts for equal values, whatever the order of their keys', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const json = value as Json;
      expect(canonicalJson(shuffled(json))).toBe(canonicalJson(json));
    }),
  );
});

test('gives a text that parses to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value as Json))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('sorts keys by code unit and leaves no blanks', () => {
  expect(canonicalJson({ b: 1, a: [2, { d: null, c: 'x' }], é: true, B: 0 })).toBe(
    '{"B":0,"a":[2,{"c":"x","d":null}],"b":1,"é":true}',
  );
});
