import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#contract/canonical-json';
import type { Json } from '#contract/ids';
import type { RunState } from '#contract/projections/run-state';
import { fitOutput, outputSchemaFault, repairsOf } from './fit-output.ts';

const PERSON: Json = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name', 'age'],
  additionalProperties: false,
};

function stateWith(schema: Json, repairs = 2, made = 0): RunState {
  return { run: { agent: { output: { schema, repairs } } }, repairs: made } as unknown as RunState;
}

const fitted = (text: string, schema: Json = PERSON, made = 0) => fitOutput(stateWith(schema, 2, made), text);

describe('an answer that must fit a schema', () => {
  it('is compact with its keys sorted (A4.4)', () => {
    expect(fitted('{ "b":1,"a":2 }', { type: 'object' })).toEqual({ type: 'ok', text: '{"a":2,"b":1}' });
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = JSON.parse(JSON.stringify(value)) as Json;
        const found = fitted(JSON.stringify(json, null, 2), {
          type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
        });
        // What a reader could take in two ways is not let through.
        if (found.type === 'ok') expect(found.text).toBe(canonicalJson(json));
      }),
    );
  });

  it.each([
    '```json\n{"name":"A","age":1}\n```',
    '  ```\n{"name":"A","age":1}```'.replace('}```', '}\n```'),
    '~~~~\n{"name":"A","age":1}\n~~~~\n',
  ])('may stand in one fence: %j (A4.3)', (text) => {
    expect(fitted(text)).toEqual({ type: 'ok', text: '{"age":1,"name":"A"}' });
  });

  it.each([
    'Here: {"name":"A","age":1}',
    '{"name":"A","age":1} I hope this helps.',
    'Sure.\n```json\n{"name":"A","age":1}\n```',
    '```\n```\n{"name":"A","age":1}\n```\n```',
    '{"name":"A","age":1,"age":2}',
    '{"name":"A","age":1,"__proto__":{}}',
    '',
  ])('is asked for again where it is not one JSON value: %j (A4.3)', (text) => {
    expect(fitted(text).type).toBe('repair');
  });

  it('is asked for again with what was given, every fault with its place, and the schema (A4.2)', () => {
    const asked = fitted('{"name":7,"extra":true}');
    if (asked.type !== 'repair') throw new Error(asked.type);
    for (const part of [
      '{"name":7,"extra":true}',
      '/age: is missing',
      '/name: must be a string',
      '/extra: is not a field of this answer',
      JSON.stringify(PERSON),
    ])
      expect(asked.text).toContain(part);
  });

  it('fails once the budget is used, with the last faults (A4.1)', () => {
    expect(fitted('{"name":"A"}', PERSON, 1).type).toBe('repair');
    expect(fitted('{"name":"A"}', PERSON, 2)).toEqual({
      type: 'failed',
      message: 'repair budget exceeded: the answer did not fit its schema after 2 repairs. /age: is missing',
    });
  });

  it.each([
    ['{"name":"A","age":1,"PRELEAK 99":1}', '/*: is not a field of this answer'],
    ['{"name":"A","age":{"PRELEAK 99":1}}', '/age: must be an integer'],
    ['PRELEAK 99', 'it is not one JSON value'],
    ['{"PRELEAK 99":1,"PRELEAK 99":1}', 'it is not one JSON value'],
  ])('fails without a word of what it was: %s (A9.9)', (text, told) => {
    const failed = fitted(text, PERSON, 2);
    if (failed.type !== 'failed') throw new Error(failed.type);
    expect(failed.message).toContain(told);
    expect(failed.message).not.toContain('PRELEAK');
  });

  it.each([
    [2, 2],
    [0, 2],
    [-3, 2],
    [1_000_000_000, 10],
    [1, 1],
    [5, 5],
  ])('is repaired, where the file says %i, %i times (A4.1)', (said, times) => {
    expect(repairsOf(stateWith(PERSON, said).run.agent)).toBe(times);
  });

  it('is passed on as it is where no schema is given', () => {
    const state = { run: { agent: {} }, repairs: 0 } as unknown as RunState;
    expect(fitOutput(state, 'Here: {"a":1}')).toEqual({ type: 'ok', text: 'Here: {"a":1}' });
  });

  it('does not keep the check busy without end', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 40 }, (_, n) => [
        `d${n}`,
        { anyOf: [{ $ref: `#/$defs/d${n + 1}` }, { $ref: `#/$defs/d${n + 1}` }] },
      ]),
    );
    const bomb = { $defs: { ...chain, d40: { type: 'string' } }, $ref: '#/$defs/d0' };
    expect(['repair', 'failed']).toContain(fitted('1', bomb).type);
    expect(fitted(`${'`'.repeat(200_000)}\n${' '.repeat(200_000)}`).type).toBe('repair');
  });
});

describe('a schema of an answer', () => {
  it.each(['', '{}', true, null, 7, [], {}, { type: 'no-such-type' }, { $ref: 'https://example.org/schema.json' }])(
    'is not %j (A4.5)',
    (schema) => expect(outputSchemaFault(schema as Json)).toBeDefined(),
  );
});
