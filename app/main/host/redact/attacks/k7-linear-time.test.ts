import { describe, expect, it } from 'vitest';
import { Redactor } from '../redactor.ts';

// Text made to keep the redactor busy (K7). Eight times the text may take eight times as long, not sixty-four.

const redactor = new Redactor();
redactor.know('plain', 'S3cret-Value/with+more=characters');
redactor.know('hostile', `${'a'.repeat(40)}b`);
redactor.know('spaced', 'correct horse battery staple');

const SMALL = 1 << 18;
const LARGE = SMALL * 8;

const UNITS: readonly string[] = [
  'a',
  '"',
  '\\',
  '\\"',
  '\\\\\\"',
  '%61',
  '%25',
  ' ',
  'a ',
  'sk-',
  'sk-ant-api03-',
  'eyJ1',
  'eyJ1eyJ1eyJ1.',
  'eyJhbGciOiJIUzI1.eyJ',
  'ops_eyJ1.',
  '://',
  '://a:b',
  'x://@:',
  '-----BEGIN PRIVATE KEY-----',
  '-----END PRIVATE KEY-----',
  'ECRET_KEY=',
  'key=',
  '?key=',
  'Bearer ',
  'AKIA',
  'gsk_1',
  '0\x82ab\x02\x01\x030\x82',
  '{"type":"service_account"}',
];

/** Milliseconds of this process alone: what else the machine is busy with does not count. */
const timeOf = (text: string): number => {
  const began = process.cpuUsage();
  redactor.text(text);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
};

describe('takes linear time on', () => {
  it.each(UNITS.map((unit) => [JSON.stringify(unit), unit] as const))('%s, again and again', (_, unit) => {
    const of = (length: number) => unit.repeat(Math.ceil(length / unit.length));
    timeOf(of(SMALL));
    const small = Math.max(4, Math.min(timeOf(of(SMALL)), timeOf(of(SMALL))));
    expect(Math.min(timeOf(of(LARGE)), timeOf(of(LARGE)))).toBeLessThan(small * 32);
  });
});
