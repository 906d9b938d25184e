import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonClaims, MOST_CLAIMS } from './json-claims.ts';
import { jsonTree } from './json-tree.ts';

function claimsOf(text: string) {
  const root = jsonTree(text);
  if (!root) throw new Error('the text is JSON');
  return jsonClaims(root, text);
}

/** The value at a pointer, as JSON.parse reads the text. */
function valueAt(text: string, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], JSON.parse(text));
}

describe('the claims of JSON', () => {
  it.each([
    ['{"measures":{"area":{"value":401.6,"unit":"km2","year":2024}}}', 'measures › area: 401.6 km2 (2024)'],
    ['{"kind":"area","value":401.60,"unit":"km2"}', 'area: 401.60 km2'],
    ['{"fares":[{"name":"bus","amount":1680.00,"currency":"CLP"}]}', 'fares › bus: 1680.00 CLP'],
    ['{"type":"bridge","count":3,"year":2020}', 'bridge › count: 3 (2020)'],
    ['{"name":"Oslo","area":{"type":"literal","value":"454"}}', 'Oslo › area: 454'],
    // What stands next to another value says nothing of it.
    ['{"measures":{"area":401.6,"people":5,"unit":"km2"}}', 'measures › area: 401.6'],
    ['{"population":709037,"date":"2026-11-30"}', 'population: 709037'],
    ['{"population":709037,"label":"Bergen"}', 'population: 709037'],
    ['{"unit":"km2","a":{"value":7}}', 'a: 7'],
    ['{"name":"Oslo","code":"no-1"}', 'Oslo › code: no-1'],
    // Numbers and keys as they are written.
    ['{"a":9007199254740993}', 'a: 9007199254740993'],
    ['{"a":1e400}', 'a: 1e400'],
    ['{"__proto__":1}', '__proto__: 1'],
    ['{"proto":{"_x":1}}', 'proto › _x: 1'],
    ['{"a: 1 › b":2}', '“a: 1 › b”: 2'],
    ['{"name":"b: 1","a":2}', '“b: 1” › a: 2'],
    ['{"":2}', '“”: 2'],
    ['{"cities":[{"name":"Oslo","population":709037}]}', 'cities › Oslo › population: 709037'],
    ['{"coordinates":{"lat":-33.04,"lon":-71.62}}', 'coordinates › lat: -33.04'],
    ['[1,2]', 'item 2: 2'],
    ['{"isOpen":true}', 'is Open: true'],
    ['{"total_hits":1.50}', 'total hits: 1.50'],
    ['"x"', 'x'],
  ])('%s says “%s”', (text, claim) => {
    expect(claimsOf(text).claims.map((each) => each.claim)).toContain(claim);
  });

  it('reads a SPARQL table by its rows', () => {
    const text = JSON.stringify({
      head: { vars: ['propertyLabel', 'value', 'unitLabel', 'pointInTime'] },
      results: {
        bindings: [
          {
            propertyLabel: { type: 'literal', value: 'population' },
            value: { type: 'literal', value: '315732' },
            pointInTime: { type: 'literal', value: '2017-01-01T00:00:00Z' },
          },
          {
            propertyLabel: { type: 'literal', value: 'area' },
            value: { type: 'literal', value: '401.6' },
            unitLabel: { type: 'literal', value: 'square kilometre' },
          },
        ],
      },
    });
    const { claims } = claimsOf(text);
    expect(claims).toContainEqual({
      claim: 'population: 315732 (2017)',
      at: { pointer: '/results/bindings/0/value/value' },
    });
    expect(claims).toContainEqual({
      claim: 'area: 401.6 square kilometre',
      at: { pointer: '/results/bindings/1/value/value' },
    });
  });

  it('claims nothing of null and empty text', () => {
    expect(claimsOf('{"a":null,"b":"","c":{},"d":[]}').claims).toEqual([]);
  });

  it.each([
    ['{"a":1,"a":2,"b":3}', ['b: 3'], ['a']],
    ['{"a":1,"\\u0061":1,"b":3}', ['b: 3'], ['a']],
    ['{"x":[{"a":{"c":1},"a":{"d":2},"b":3}],"a":4}', ['x › b: 3', 'a: 4'], ['a']],
    ['{"value":3,"unit":"km","unit":"mi"}', ['value: 3'], ['unit']],
    ['{"name":"Oslo","name":"Rome","b":3}', ['b: 3'], ['name']],
    ['{"__proto__":1,"__proto__":2,"b":3}', ['b: 3'], ['__proto__']],
    [
      '{"head":{"vars":["a","b"]},"results":{"bindings":[{"a":{"value":"1"},"a":{"value":"2"},"b":{"value":"3"}}]}}',
      ['b: 3'],
      ['a'],
    ],
  ])('claims nothing of what is under a key that stands twice: %s', (text, claims, twice) => {
    const found = claimsOf(text);
    expect(found.claims.map(({ claim }) => claim)).toEqual(claims);
    expect(found.twice).toEqual(twice);
  });

  it('stops at so many', () => {
    const { claims, more } = claimsOf(JSON.stringify(Array.from({ length: MOST_CLAIMS + 1 }, (_, n) => n)));
    expect([claims.length, more]).toEqual([MOST_CLAIMS, true]);
  });

  it('names the place of each value, whatever the JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        for (const { claim, at } of claimsOf(text).claims) {
          if (!('pointer' in at)) throw new Error('a value has a pointer');
          const value = valueAt(text, at.pointer);
          if (typeof value === 'boolean') expect(claim).toContain(String(value));
          else expect(['string', 'number']).toContain(typeof value);
        }
      }),
    );
  });
});

describe('jsonTree', () => {
  it.each(['', '{', '{broken', '[1,]', '// no\n1', '1 2', `${'['.repeat(100_000)}`])('reads no %#', (text) => {
    expect(jsonTree(text)).toBeUndefined();
  });
});
