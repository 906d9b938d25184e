import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonSchema } from '#contract/ids';
import { schemaFault, validateInput } from './validate-input.ts';

const errorsOf = (schema: JsonSchema, input: Json) => {
  const result = validateInput(schema, input);
  return result.ok ? [] : result.errors;
};

describe('validateInput', () => {
  const person: JsonSchema = {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 5 },
      age: { type: 'integer', minimum: 0 },
      kind: { enum: ['new', 'old'] },
      items: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    },
    required: ['name', 'age'],
    additionalProperties: false,
  };

  it('gives a valid input back as it was given', () => {
    const input = { name: 'Ada', age: 5, items: [{ name: 'x' }] };
    expect(validateInput(person, input)).toEqual({ ok: true, input });
  });

  it('reports every violation at once, each with its path (A1.28, A1.31)', () => {
    expect(errorsOf(person, { name: '', kind: 'odd', items: [{}], 'a/b~c': 1 })).toEqual([
      { path: '/age', message: 'is missing' },
      { path: '/a~1b~0c', message: 'is not a field of this input' },
      { path: '/name', message: 'must NOT have fewer than 1 characters' },
      { path: '/kind', message: 'must be one of "new", "old"' },
      { path: '/items/0/name', message: 'is missing' },
    ]);
  });

  it('takes 5.0 for an integer and refuses 5.5 (A1.29)', () => {
    expect(errorsOf(person, { name: 'a', age: JSON.parse('5.0') })).toEqual([]);
    expect(errorsOf(person, { name: 'a', age: 5.5 })).toEqual([{ path: '/age', message: 'must be an integer' }]);
  });

  it('counts lengths in characters, not bytes or halves (A1.29)', () => {
    expect(errorsOf(person, { name: '👍👍👍éa', age: 1 })).toEqual([]);
    expect(errorsOf(person, { name: '👍👍👍éab', age: 1 })).toHaveLength(1);
  });

  it('converts, fills in and removes nothing', () => {
    expect(errorsOf(person, { name: 'a', age: '5' })).toEqual([{ path: '/age', message: 'must be an integer' }]);
    const withDefault: JsonSchema = { type: 'object', properties: { a: { type: 'number', default: 1 } } };
    expect(validateInput(withDefault, {})).toEqual({ ok: true, input: {} });
  });

  it('does not take inherited names for fields', () => {
    const schema: JsonSchema = { type: 'object', required: ['constructor'], additionalProperties: false };
    expect(errorsOf(schema, {})).toEqual([{ path: '/constructor', message: 'is missing' }]);
    expect(errorsOf({ type: 'object', additionalProperties: false }, JSON.parse('{"__proto__":1}'))).toEqual([
      { path: '/__proto__', message: 'is not a field of this input' },
    ]);
  });

  it('checks the formats of row A1.29', () => {
    const good: [string, string][] = [
      ['date-time', '2026-03-01T10:00:00Z'],
      ['date', '2026-03-01'],
      ['time', '10:00:00Z'],
      ['email', 'a@b.example'],
      ['uri', 'https://a.example/x'],
      ['uri-reference', '../x'],
      ['uuid', '123e4567-e89b-12d3-a456-426614174000'],
      ['ipv4', '10.0.0.1'],
      ['ipv6', '::1'],
    ];
    for (const [format, value] of good) {
      expect(errorsOf({ type: 'string', format }, value), format).toEqual([]);
      expect(errorsOf({ type: 'string', format }, `${value} \u0000`), format).toHaveLength(1);
    }
  });

  it('understands the keywords of row A1.29', () => {
    const cases: [JsonSchema, Json, Json][] = [
      [{ oneOf: [{ type: 'string' }, { const: 1 }] }, 'a', 2],
      [{ anyOf: [{ minimum: 5 }, { maximum: 1 }] }, 6, 3],
      [{ allOf: [{ minimum: 1 }, { exclusiveMaximum: 3 }] }, 2, 3],
      [{ not: { type: 'null' } }, 1, null],
      [JSON.parse('{"if":{"minimum":10},"then":{"multipleOf":10},"else":{"multipleOf":3}}'), 20, 11],
      [{ minProperties: 1, maxProperties: 2 }, { a: 1 }, {}],
      [{ uniqueItems: true }, [1, 2], [1, 1]],
      [{ minItems: 1, maxItems: 2 }, [1], []],
      [{ type: 'string', pattern: '^a+$' }, 'aa', 'b'],
      [{ type: 'object', properties: { a: false } }, {}, { a: 1 }],
      [{ $ref: '#/$defs/n', $defs: { n: { type: 'number' } } }, 1, 'x'],
    ];
    for (const [schema, good, bad] of cases) {
      expect(errorsOf(schema, good), JSON.stringify(schema)).toEqual([]);
      expect(errorsOf(schema, bad).length, JSON.stringify(schema)).toBeGreaterThan(0);
    }
  });

  it('tells fifty violations at most', () => {
    const schema: JsonSchema = { type: 'array', items: { type: 'string' } };
    const errors = errorsOf(
      schema,
      Array.from({ length: 200 }, (_, index) => index),
    );
    expect(errors).toHaveLength(51);
    expect(errors.at(-1)).toEqual({ path: '', message: 'and 150 more' });
  });

  it('accepts exactly the objects of a small schema, whatever is thrown at it', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { n: { type: 'integer' }, s: { type: 'string' } },
      required: ['n'],
      additionalProperties: false,
    };
    const field = fc.oneof(fc.integer(), fc.string(), fc.double({ noNaN: true }), fc.constant(null));
    const objects = fc.dictionary(fc.constantFrom('n', 's', 'x'), field);
    fc.assert(
      fc.property(objects, (input) => {
        const { n, s, ...rest } = input;
        const fits =
          Number.isInteger(n) && (s === undefined || typeof s === 'string') && Object.keys(rest).length === 0;
        expect(validateInput(schema, input).ok).toBe(fits);
      }),
    );
  });
});

describe('schemas that are refused or bounded (A1.30)', () => {
  const tree: JsonSchema = {
    type: 'object',
    properties: { value: { type: 'number' }, children: { type: 'array', items: { $ref: '#' } } },
    additionalProperties: false,
  };

  it('checks a value of a schema that refers to itself', () => {
    expect(errorsOf(tree, { value: 1, children: [{ value: 2 }] })).toEqual([]);
    expect(errorsOf(tree, { children: [{ children: [{ value: 'x' }] }] })).toEqual([
      { path: '/children/0/children/0/value', message: 'must be a number' },
    ]);
  });

  it('refuses a value nested deeper than 32 levels in it', () => {
    let value: Json = {};
    for (let level = 0; level < 40; level += 1) value = { children: [value] };
    expect(errorsOf(tree, value)).toEqual([{ path: '', message: 'the input is nested more than 32 levels deep' }]);
  });

  it('refuses a $ref that leads back to itself without an end', () => {
    expect(schemaFault({ $ref: '#' })).toContain('without an end');
    const chain: JsonSchema = {
      $ref: '#/$defs/a',
      $defs: { a: { allOf: [{ $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } },
    };
    expect(schemaFault(chain)).toContain('without an end');
    expect(errorsOf(chain, 1)).toHaveLength(1);
  });

  it('refuses more than 32 $refs in a row and allows 32', () => {
    const chain = (length: number): JsonSchema => ({
      $ref: '#/$defs/r1',
      $defs: Object.fromEntries(
        Array.from({ length }, (_, index) => [
          `r${index + 1}`,
          index + 1 < length ? { $ref: `#/$defs/r${index + 2}` } : { type: 'number' },
        ]),
      ),
    });
    expect(errorsOf(chain(32), 1)).toEqual([]);
    expect(schemaFault(chain(33))).toContain('more than 32 $refs in a row');
  });

  it('refuses branches that double at every step', () => {
    const $defs: JsonSchema = { r12: { type: 'number' } };
    for (let step = 0; step < 12; step += 1)
      $defs[`r${step}`] = { anyOf: [{ $ref: `#/$defs/r${step + 1}` }, { $ref: `#/$defs/r${step + 1}` }] };
    expect(schemaFault({ $ref: '#/$defs/r0', $defs })).toContain('more than 256 $refs for one value');
  });

  it('ends a check whose branches double at every level of the value', () => {
    const next: JsonSchema = { properties: { n: { $ref: '#' } }, required: ['n'] };
    const schema: JsonSchema = { anyOf: [next, next, { type: 'number' }].map((each) => ({ ...each })) };
    let value: Json = 'x';
    for (let level = 0; level < 30; level += 1) value = { n: value };
    expect(errorsOf(schema, value)).toEqual([
      { path: '', message: 'the input takes too long to check against the tool’s schema' },
    ]);
    expect(errorsOf(schema, { n: { n: 1 } })).toEqual([]);
  });

  it('never fetches and never looks outside the schema', () => {
    for (const $ref of [
      'https://a.example/s.json',
      'other.json#/a',
      'https://json-schema.org/draft/2020-12/schema',
      '#name',
    ])
      expect(schemaFault({ $ref }), $ref).toContain('nothing is fetched');
    expect(schemaFault({ $ref: '#/$defs/none' })).toContain('leads to no schema');
    expect(schemaFault({ $ref: '#/constructor' })).toContain('leads to no schema');
    expect(schemaFault({ $ref: '#/%E0%A4%A' })).toContain('not well-formed');
    expect(schemaFault({ $dynamicRef: '#x' })).toContain('$dynamicRef');
    expect(schemaFault({ properties: { a: { $id: 'b' } } })).toContain('$id inside');
  });

  it('refuses what is no schema, and text nested without reason', () => {
    expect(schemaFault({ type: 'strin' })).toBeDefined();
    expect(schemaFault({ type: 'string', pattern: '(' })).toBeDefined();
    let deep: JsonSchema = {};
    for (let level = 0; level < 50_000; level += 1) deep = { not: deep };
    expect(schemaFault(deep)).toContain('nested');
  });

  it('bounds the work of comparing the items of an array', () => {
    const schema: JsonSchema = { type: 'array', uniqueItems: true };
    const input = Array.from({ length: 5001 }, (_, index) => ({ index }));
    expect(errorsOf(schema, input)).toEqual([{ path: '', message: 'an array of the input has more than 5000 items' }]);
  });

  it('leaves a value that happens to be called $ref alone', () => {
    const schema: JsonSchema = { type: 'object', properties: { $ref: { const: { $ref: '#/x' } } } };
    expect(errorsOf(schema, { $ref: { $ref: '#/x' } })).toEqual([]);
    expect(errorsOf(schema, { $ref: { $ref: '#/y' } })).toHaveLength(1);
  });
});
