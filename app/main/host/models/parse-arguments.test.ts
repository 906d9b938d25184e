import { describe, expect, it } from 'vitest';
import type { Json, JsonSchema } from '#contract/ids';
import { checkArguments, MAX_ARGUMENT_BYTES, parseArguments } from './parse-arguments.ts';

const TEXT: JsonSchema = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] };
const FULL: JsonSchema = {
  type: 'object',
  properties: {
    path: { type: 'string' },
    count: { type: 'integer' },
    deep: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'number' } },
    rest: { type: 'object' },
  },
  required: ['path', 'count'],
};
const NONE: JsonSchema = { type: 'object', properties: {} };
const ok = (input: Json, repaired = false) => ({ ok: true, input, repaired });

describe('parseArguments', () => {
  it.each<[string, JsonSchema, 'json' | 'text', Json]>([
    ['', NONE, 'json', {}],
    ['', NONE, 'text', {}],
    ['', TEXT, 'text', { q: '' }],
    ['hello there', TEXT, 'text', { q: 'hello there' }],
    ['"hello"', TEXT, 'text', { q: 'hello' }],
    ['"hello', TEXT, 'text', { q: 'hello' }],
    ['"a" and "b"', TEXT, 'text', { q: '"a" and "b"' }],
    ['{"q":"x"}', TEXT, 'text', { q: 'x' }],
    ['{"other":"x"}', TEXT, 'text', { q: '{"other":"x"}' }],
    ['{temperature in SF}', TEXT, 'text', { q: '{temperature in SF}' }],
    ['[1,2]', TEXT, 'text', { q: '[1,2]' }],
    ['5', TEXT, 'text', { q: '5' }],
    ['"hello"', TEXT, 'json', { q: 'hello' }],
    ['null', NONE, 'json', {}],
    ['"{\\"q\\":\\"x\\"}"', TEXT, 'json', { q: 'x' }],
    [
      '{"path":"a","count":"3","deep":"true","tags":["1",2],"rest":"{\\"a\\":1}"}',
      FULL,
      'json',
      { path: 'a', count: 3, deep: true, tags: [1, 2], rest: { a: 1 } },
    ],
    ['{"path":7,"count":1,"deep":null}', FULL, 'json', { path: '7', count: 1 }],
    ['{"path":"a","count":"many"}', FULL, 'json', { path: 'a', count: 'many' }],
  ])('%s', (text, schema, form, input) => {
    expect(parseArguments(text, schema, form)).toEqual(ok(input));
  });

  it('marks what it had to mend (rule R7, case R27)', () => {
    expect(parseArguments("{'q': 'x',}", TEXT, 'text')).toEqual(ok({ q: 'x' }, true));
    expect(parseArguments("{'path': 'x', count: 2,}", FULL, 'json')).toEqual(ok({ path: 'x', count: 2 }, true));
    expect(parseArguments('{"path":"x","count":2} and more', FULL, 'text')).toEqual(ok({ path: 'x', count: 2 }, true));
    expect(parseArguments('{"q": "temperature in SF"', TEXT, 'text')).toEqual(ok({ q: 'temperature in SF' }, true));
  });

  it('calls JSON that ends too early incomplete, where it is a native or printed call (rule R6)', () => {
    expect(parseArguments('{"path":"x","coun', FULL, 'json')).toMatchObject({
      ok: false,
      fault: { code: 'incomplete' },
    });
  });

  it('takes arguments up to 1 MiB and 100 levels and refuses what is beyond (rows A3.5, A3.6)', () => {
    const fill = (bytes: number) => JSON.stringify({ q: 'x'.repeat(bytes - 8) });
    expect(parseArguments(fill(MAX_ARGUMENT_BYTES), TEXT, 'json').ok).toBe(true);
    expect(parseArguments(fill(MAX_ARGUMENT_BYTES + 1), TEXT, 'json')).toMatchObject({ fault: { code: 'too-large' } });
    const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
    expect(parseArguments(nested(100), { type: 'object' }, 'json').ok).toBe(true);
    expect(parseArguments(nested(101), { type: 'object' }, 'json')).toMatchObject({ fault: { code: 'too-large' } });
    expect(checkArguments(JSON.parse(nested(101)), { type: 'object' })).toMatchObject({ fault: { code: 'too-large' } });
  });

  it('refuses a list for a tool with names', () => {
    expect(parseArguments('[1]', FULL, 'json')).toMatchObject({ ok: false, fault: { code: 'invalid-input' } });
  });
});
