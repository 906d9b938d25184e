import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '#contract/ids';
import { schemaFault, validateInput } from '../validate-input.ts';

const LONG = `${'a'.repeat(100_000)}!`;
const MIXED = 'abba'.repeat(25_000);

/** Each of these would keep a backtracking engine busy for longer than anybody waits. */
const HOSTILE = ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^(?:[a-z]+\\s?)+$', '^(.*a){20}c$', '(x+x+)+y', '^([\\w]+)*:'];

describe('A1.30: a pattern of others', () => {
  it.each(HOSTILE)('does not keep the check busy: %s', (pattern) => {
    expect(validateInput({ type: 'string', pattern }, LONG).ok).toBe(false);
    expect(validateInput({ type: 'object', patternProperties: { [pattern]: false } }, { [LONG]: 1 }).ok).toBe(true);
    expect(validateInput({ propertyNames: { pattern } }, { [LONG]: 1 }).ok).toBe(false);
  });

  it('is bounded in all, however many texts and however large its program', () => {
    const schema: JsonSchema = { items: { pattern: '(?:a|b)*a(?:a|b){300}$' } };
    expect(validateInput(schema, [MIXED, MIXED])).toEqual({
      ok: false,
      errors: [{ path: '', message: 'the input takes too long to check against the tool’s schema' }],
    });
    // The next check starts anew.
    expect(validateInput(schema, ['a'.repeat(301)]).ok).toBe(true);
  });

  it('that no linear engine knows is refused with its place and the reason', () => {
    expect(schemaFault({ properties: { name: { type: 'string', pattern: '^(?=a)b' } } })).toBe(
      'the pattern "^(?=a)b" at /properties/name/pattern has a look-ahead, which is not supported',
    );
    expect(schemaFault({ patternProperties: { '(a)\\1': {} } })).toBe(
      'the pattern "(a)\\\\1" at /patternProperties/(a)\\1 has a back-reference, which is not supported',
    );
    expect(schemaFault({ items: { pattern: 'a'.repeat(20_000) } })).toMatch(
      /^the pattern "a{100}…" at \/items\/pattern is longer/,
    );
    const many = Array.from({ length: 60 }, (_, at) => ({ pattern: `[ab]{1000}${at}` }));
    expect(schemaFault({ anyOf: many })).toContain('and those before it take more than 20000 steps');
  });

  it('leaves a value that is only called pattern alone', () => {
    const schema = { properties: { pattern: { const: '(?=a)' } }, default: { pattern: '(?=a)' } };
    expect(validateInput(schema, { pattern: '(?=a)' }).ok).toBe(true);
  });
});

describe('A1.30: a format', () => {
  it.each(['url', 'email', 'uri', 'hostname', 'ipv6', 'date-time', 'uri-template', 'duration', 'json-pointer'])(
    'fits no text longer than any that is meant: %s',
    (format) => {
      for (const text of [`http://${':'.repeat(100_000)}`, `a@${'a-'.repeat(50_000)}`, '/'.repeat(100_000)])
        expect(validateInput({ type: 'string', format }, text).ok).toBe(false);
    },
  );

  it('is bounded over all texts together', () => {
    const texts = Array.from({ length: 1000 }, (_, at) => `http://${':'.repeat(4000)}${at}`);
    const checked = validateInput({ items: { type: 'string', format: 'url' } }, texts);
    expect(checked).toMatchObject({ ok: false, errors: [{ message: expect.stringContaining('takes too long') }] });
  });
});
