import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { maskError, maskText, maskValue } from './mask-value.ts';

// Row A12.2.

const KEY = `sk-${'aB3'.repeat(10)}`;

describe('a text in a log of the program', () => {
  it.each([
    [KEY, 'sk-a…3aB3'],
    [`Authorization: Bearer ${KEY}`, 'Authorization: Bearer sk-a…3aB3'],
    ['Authorization: Bearer short', 'Authorization: Bearer …'],
    ['https://a.example/x?q=1&api_key=abc123&n=2', 'https://a.example/x?q=1&api_key=…&n=2'],
    ['https://a.example/x?access_token=abcdefghijklmnop#y', 'https://a.example/x?access_token=abcd…mnop#y'],
    ['https://a.example/x?client.secret=1', 'https://a.example/x?client.secret=…'],
    ['nothing to hide here', 'nothing to hide here'],
  ])('%s is %s', (text, masked) => {
    expect(maskText(text)).toBe(masked);
  });

  it('shows no more than eight characters of anything that looks like a token', () => {
    const token = fc.string({
      unit: fc.constantFrom(...'abcXYZ019_-'),
      minLength: 20,
      maxLength: 90,
    });
    fc.assert(
      fc.property(fc.string(), token, fc.string(), (before, secret, after) => {
        const masked = maskText(`${before} ${secret} ${after}`);
        for (let at = 0; at + 9 <= secret.length; at++) {
          const part = secret.slice(at, at + 9);
          if (!before.includes(part) && !after.includes(part)) expect(masked).not.toContain(part);
        }
      }),
    );
  });

  it('is cut after it was masked, so that no beginning of a token is left', () => {
    const masked = maskText(`${'word '.repeat(30)}${KEY}`);
    expect(masked).not.toContain(KEY.slice(0, 9));
    expect([...maskText('word '.repeat(100))].length).toBe(161);
  });

  it('has, of an error, the first line alone', () => {
    expect(maskError(new Error(`no\r\nstack ${KEY}`))).toBe('no');
    expect(maskError('plain\u2028more')).toBe('plain');
  });
});

describe('a value in a log of the program', () => {
  it('is masked at every place, before it is text', () => {
    const masked = maskValue({ url: `https://a.example/?key=${KEY}`, list: [{ deep: KEY }], [KEY]: 1 });
    expect(JSON.stringify(masked)).not.toContain(KEY.slice(3, 15));
  });

  it.each(['password', 'apiKey', 'api_key', 'x-auth-token', 'Authorization', 'client.secret', 'secrets'])(
    'has no text of a field called %s',
    (name) => expect(maskValue({ [name]: 'hunter2' })).toEqual({ [name]: '[hidden]' }),
  );

  it('keeps fields that only sound alike, and numbers', () => {
    const value: Json = { monkey: 'a', keyboard: 'b', tokens: 7 };
    expect(maskValue(value)).toEqual(value);
  });

  it('is bounded', () => {
    let deep: Json = 'x';
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(JSON.stringify(maskValue(deep)).length).toBeLessThan(100);
    const wide = Array.from({ length: 1000 }, (_, n) => n);
    expect(maskValue(wide)).toHaveLength(51);
  });
});
