import { describe, expect, it } from 'vitest';
import { RedactedStream } from './redacted-stream.ts';
import { Redactor } from './redactor.ts';

const redactor = new Redactor();
redactor.know('word', 'S3cret-Value/with+more');
redactor.know('spaced', 'correct horse battery staple');

const TOKEN = `ghp_${'a1B2'.repeat(9)}`;
const KEY = `-----BEGIN PRIVATE KEY-----\n${'QUJDREVG'.repeat(12)}\n-----END PRIVATE KEY-----`;

/** What is given on of pieces, piece by piece. */
function emitted(pieces: readonly string[], by = redactor): string[] {
  const given: string[] = [];
  const stream = new RedactedStream(by, (text) => given.push(text));
  for (const piece of pieces) stream.write(piece);
  stream.end();
  return given;
}

describe('what arrives in pieces (K5)', () => {
  it.each([
    ['a value', 'use S3cret-Value/with+more here, please'],
    ['a value with spaces', 'use correct horse battery staple here, please, and no other one of them'],
    ['a token', `use ${TOKEN} here`],
    ['a private key', `a key:\n${KEY}\nand more text`],
    ['a value in hex', `use ${Buffer.from('S3cret-Value/with+more').toString('hex')} here`],
    ['text without one', 'nothing to see here, and nothing there'],
  ])('%s is the same as in one, wherever it is split', (_, text) => {
    const whole = redactor.text(text);
    for (let at = 0; at <= text.length; at++) expect(emitted([text.slice(0, at), text.slice(at)]).join('')).toBe(whole);
    expect(emitted([...text]).join('')).toBe(whole);
  });

  it('is given on at the end of each word, not held until the end', () => {
    expect(emitted(['one ', 'two th', 'ree ', 'four'], new Redactor())).toEqual(['one ', 'two ', 'three ', 'four']);
  });

  it('is let go of where a word does not end, but never with a value split', () => {
    const flood = 'x'.repeat(40_000);
    const given = emitted([flood, 'S3cret-Va', 'lue/with+more', flood]);
    expect(given.join('')).toBe(`${flood}[secret:word]${flood}`);
    expect(given.length).toBeGreaterThan(2);
  });
});
