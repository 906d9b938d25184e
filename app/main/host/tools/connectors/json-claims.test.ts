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
    ['{"measures":{"area":401.6,"unit":"km2"}}', 'measures › area: 401.6 km2'],
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

  it('claims nothing of null and empty text, and of a key that is there twice the last', () => {
    expect(claimsOf('{"a":null,"b":"","c":{},"d":[]}').claims).toEqual([]);
    expect(claimsOf('{"a":1,"a":2}').claims).toEqual([{ claim: 'a: 2', at: { pointer: '/a' } }]);
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
