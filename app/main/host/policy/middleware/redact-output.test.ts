import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { chainOf } from './chain.ts';
import { type Masked, outputMask } from './redact-output.ts';

// A17.12: literal texts, and the values at JSON Pointers of a JSON result, are masked.

const owner = { agent: 'worker', tool: 'read_file' };
const maskOf = (...configs: Json[]) =>
  outputMask(
    chainOf(
      configs.map((config) => ({ name: 'redact-output', version: '1', config })),
      [],
      owner,
    ),
    'read_file',
  );
const shown = (masked: Masked | undefined): string | undefined => (masked?.ok ? masked.text : masked?.reason);
const result = (text: string, ...configs: Json[]): string | undefined => shown(maskOf(...configs)?.result(text));

describe('a text', () => {
  it.each([
    ['wherever it stands', ['key-1'], 'a key-1, a key-1.', 'a [masked], a [masked].'],
    ['as it is, not as a pattern', ['a.c'], 'abc a.c', 'abc [masked]'],
    ['as JSON writes it', ['say "hi"\n'], '{"t":"say \\"hi\\"\\n"}', '{"t":"[masked]"}'],
    ['the longer of two first', ['ab', 'abc'], 'abc ab', '[masked] [masked]'],
    ['and never what was put in its place', ['x', 'masked'], 'x', '[masked]'],
    ['with a dollar sign', ['$&'], 'a $& b', 'a [masked] b'],
  ])('is masked %s', (_how, texts, text, expected) => {
    expect(result(text, { texts })).toBe(expected);
  });

  it('is masked in the words about a result, too', () => {
    expect(shown(maskOf({ texts: ['key-1'] })?.words('no file key-1'))).toBe('no file [masked]');
  });
});

describe('a place', () => {
  it.each([
    ['/user/token', '{"user":{"token":"t","name":"n"}}', '{"user":{"token":"[masked]","name":"n"}}'],
    ['/0/id', '[{"id":7},{"id":8}]', '[{"id":"[masked]"},{"id":8}]'],
    ['/a~1b/c~0d', '{"a/b":{"c~d":1}}', '{"a/b":{"c~d":"[masked]"}}'],
    ['', '{"a":1}', '"[masked]"'],
    ['/none', '{"a": 1}', '{"a": 1}'],
    ['/a/length', '{"a": [1]}', '{"a": [1]}'],
    ['/__proto__/x', '{"a": 1}', '{"a": 1}'],
    ['/a', '{"a":1,"a":"twice"}', '{"a":"[masked]"}'],
  ])('%s of %s is masked', (pointer, text, expected) => {
    expect(result(text, { pointers: [pointer] })).toBe(expected);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it('of a result that is not JSON can’t be found: nothing of it is shown', () => {
    expect(maskOf({ pointers: ['/token'] })?.result('{"token":"t"')).toMatchObject({ ok: false });
    expect(maskOf({ pointers: ['/token'] })?.result('{"token":"t"} and more')).toMatchObject({ ok: false });
  });
});

describe('a chain', () => {
  it('masks what all its links do, in the results of their tools alone', () => {
    expect(result('one two three', { texts: ['one'] }, { texts: ['two'] }, { tool: 'other', texts: ['three'] })).toBe(
      '[masked] [masked] three',
    );
    expect(maskOf({ tool: 'other', texts: ['one'] })).toBeUndefined();
    expect(maskOf()).toBeUndefined();
  });

  it('that can’t be read lets nothing out', () => {
    const mask = outputMask(chainOf('none', [], owner), 'read_file');
    expect(mask?.result('all of it')).toMatchObject({ ok: false });
    expect(mask?.words('all of it')).toMatchObject({ ok: false });
  });
});
