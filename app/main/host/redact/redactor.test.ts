import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Redactor } from './redactor.ts';

const VALUE = 'Tr4cker+Key/with "quotes" & ü';

function knowing(...values: string[]): Redactor {
  const redactor = new Redactor();
  values.forEach((value, at) => {
    redactor.know(`secret-${at}`, value);
  });
  return redactor;
}

const reversed = (text: string): string => [...text].reverse().join('');
const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');

/** How code writes a value that must not be seen. */
const FORMS: [string, (value: string) => string][] = [
  ['as it is', (value) => value],
  ['backwards', reversed],
  ['in base64', (value) => bytes(value).toString('base64')],
  ['in base64 after one byte', (value) => bytes(`x${value}`).toString('base64')],
  ['in base64 after two bytes', (value) => bytes(`xy${value}`).toString('base64')],
  ['in base64 between texts', (value) => bytes(`user:${value}:more`).toString('base64')],
  ['in base64 for URLs', (value) => bytes(value).toString('base64url')],
  ['in base64 of many lines', (value) => bytes(`${value}${value}`).toString('base64').replace(/.{20}/g, '$&\n')],
  ['in hex', (value) => bytes(value).toString('hex')],
  ['in capital hex', (value) => bytes(value).toString('hex').toUpperCase()],
  ['as a part of a URL', encodeURIComponent],
  ['as a form', (value) => new URLSearchParams({ value }).toString()],
  [
    'as a URL, every byte',
    (value) => [...bytes(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  ],
  ['in JSON', (value) => JSON.stringify({ value })],
  ['in JSON in JSON', (value) => JSON.stringify({ text: JSON.stringify({ value }) })],
  [
    'in JSON of numbers for letters',
    (value) => [...value].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ],
  ['in base64 in a URL', (value) => encodeURIComponent(bytes(value).toString('base64'))],
  ['in pieces', (value) => [...value.replaceAll(' ', '')].join(' \n')],
];

describe('a value', () => {
  it.each(FORMS)('%s is taken out', (_, form) => {
    const value = form(VALUE) === form(VALUE.replaceAll(' ', '')) ? VALUE.replaceAll(' ', '') : VALUE;
    const redactor = knowing(value);
    const text = `before ${form(value)} after`;
    const clean = redactor.text(text);
    expect(clean).toMatch(/^before .*\[secret:secret-0\].* after$/s);
    expect(clean).not.toContain(form(value));
    expect(redactor.mayTouch(JSON.stringify({ text }))).toBe(true);
    expect(redactor.namesIn(text)).toEqual(['secret-0']);
  });

  it('of any letters is taken out in every form, wherever it stands', () => {
    const letters = fc
      .string({ minLength: 8, maxLength: 60, unit: 'grapheme-ascii' })
      .filter((text) => !/\s/.test(text));
    fc.assert(
      fc.property(letters, fc.string(), fc.string(), fc.constantFrom(...FORMS), (value, before, after, [, form]) => {
        const clean = knowing(value).text(`${before} ${form(value)} ${after}`);
        expect(clean).not.toContain(value);
        expect(clean).toContain('[secret:secret-0]');
      }),
      { numRuns: 300 },
    );
  });

  it('has the same placeholder everywhere, also a newer one of the same name (K3)', () => {
    const redactor = new Redactor();
    redactor.know('tracker', 'first-value');
    redactor.know('tracker', 'second-value');
    expect(redactor.text('first-value and second-value, first-value')).toBe(
      '[secret:tracker] and [secret:tracker], [secret:tracker]',
    );
  });

  it('that holds another one is taken out as a whole', () => {
    expect(knowing('inner-value', 'outer/inner-value/outer').text('a outer/inner-value/outer b inner-value')).toBe(
      'a [secret:secret-1] b [secret:secret-0]',
    );
  });

  it('that is too short to be told from other text is not looked for', () => {
    expect(knowing('short').text('a short text')).toBe('a short text');
  });
});

describe('a structured value', () => {
  const redactor = knowing('the-secret-value');

  it('loses a secret in strings and keys, however deep, and is the very same one where it holds none', () => {
    const clean = { type: 'x', list: [1, true, null, { deep: 'text' }] };
    expect(redactor.value(clean)).toBe(clean);
    expect(redactor.value({ ...clean, list: [{ 'the-secret-value': ['a the-secret-value'] }] })).toEqual({
      type: 'x',
      list: [{ '[secret:secret-0]': ['a [secret:secret-0]'] }],
    });
  });

  it('keeps its hashes where a few letters of a value stand in one by chance', () => {
    const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    expect(knowing(hash.slice(10, 18)).value({ hash })).toEqual({ hash });
    expect(knowing(hash).value({ hash })).toEqual({ hash: '[secret:secret-0]' });
  });
});

it('finds in a content the placeholder too: what was read without its secret must not be written back', () => {
  const redactor = knowing('the-secret-value');
  expect(redactor.namesIn('KEY=[secret:secret-0]')).toEqual(['secret-0']);
  expect(redactor.namesIn(Buffer.from([0xff, 0, ...bytes('the-secret-value')]))).toEqual(['secret-0']);
  expect(redactor.namesIn('KEY=[secret:other]')).toEqual([]);
});

it('leaves text without secrets as it is', () => {
  const redactor = knowing(VALUE, 'a-longer value with spaces');
  fc.assert(fc.property(fc.string(), (text) => redactor.text(text) === text));
});
