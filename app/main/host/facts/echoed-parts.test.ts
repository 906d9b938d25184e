import { expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { RequestParts, withoutEchoes } from './echoed-parts.ts';

// What of a value stood in the request that it answers (rule A11).

function sent(input: Json, numbers = true): RequestParts {
  const parts = new RequestParts();
  parts.add(input, numbers);
  return parts;
}
const url = (text: string): Json => ({ url: `https://a.example.org${text}` });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

it.each<[string, Json, string]>([
  ['a number of the address', url('/?n=999'), '999'],
  ['it in another spelling', url('/?n=1680'), '1,680'],
  ['it with its unit', url('/?n=999'), '999 %'],
  ['a number with a minus', url('/?n=999'), '-999'],
  ['a text of the address', url('/?q=the%20whole%20town'), 'The  whole town'],
  ['a step of its path', url('/wiki/%C3%81lafoss'), 'Álafoss'],
  ['what stands after #', url('/#hidden'), 'hidden'],
  ['the name of its host', { url: 'https://n999.example.org/' }, 'n999.example.org'],
  ['what is in base64', url(`/${base64('999 people in all')}`), '999 people in all'],
  ['what is in JSON in a field', { body: '{"a":{"b":["the value"]}}' }, 'the value'],
  ['a number in JSON in a field', { body: '{"a":999}' }, '999'],
  ['what a form holds', { body: 'a=1&b=the+value' }, 'the value'],
  ['a part of a text', { body: 'It is said that 999,123 people live there today.' }, '999,123 people live there'],
  ['a header', { headers: { 'x-value': 'the value' } }, 'the value'],
  ['a key', { headers: { 'the value': 'x' } }, 'the value'],
  ['a bare number', { n: 999 }, '999'],
])('finds the whole value in %s', (_, input, value) => {
  expect(sent(input).echoedIn(value)).toBe('whole');
});

it.each<[string, Json, string]>([
  ['another number', url('/?n=999'), '998'],
  ['a number in a name', url('/v1/rest_v2/Q42?x=a7'), '1'],
  ['a part of a date', url('/?from=2024-01-15'), '15'],
  ['a longer number', url('/?n=99'), '999'],
  ['a text that only begins the same', url('/?q=the'), 'the town of Avon has 12 bridges'],
  ['nothing', {}, '999'],
])('finds nothing in %s', (_, input, value) => {
  expect(sent(input).echoedIn(value)).toEqual([]);
});

it('names the parts of a value that were sent, as they stand in it', () => {
  expect(sent(url('/?q=1680')).echoedIn('1680.00')).toBe('whole');
  expect(sent(url('/?q=1680.0')).echoedIn('a fare of 1,680')).toEqual(['1,680']);
  expect(sent(url('/?q=1')).echoedIn('1,000')).toEqual([]);
  expect(sent(url('/?q=999123')).echoedIn('You looked for 999,123; there are 12 pages.')).toEqual(['999,123']);
  expect(sent({ body: 'The moon is of cheese' }).echoedIn('They say: the moon is of cheese. We do not.')).toEqual([
    'the moon is of cheese',
  ]);
});

it('takes numbers that only say how much is wanted for none that were sent', () => {
  expect(sent({ query: 'rivers of Avon', count: 5 }, false).echoedIn('5')).toEqual([]);
  expect(sent({ query: '5 rivers', count: 9 }, false).echoedIn('5')).toBe('whole');
});

it('is done with a hostile request soon', () => {
  const parts = sent({ body: `${'%25'.repeat(20_000)}${'a=1&'.repeat(20_000)}${'['.repeat(20_000)}` });
  expect(parts.echoedIn('x'.repeat(100_000))).toEqual([]);
});

it('takes a page for its own word on what it is called by, and not for what it is asked', () => {
  const page = 'The 2024 Summer Olympics had 10,714 athletes.';
  expect(sent(url('/wiki/2024_Summer_Olympics')).echoedIn(page)).toEqual([]);
  expect(sent(url('/search?q=10714')).echoedIn(page)).toEqual(['10,714']);
  expect(sent(url('/anything/10714')).echoedIn(page)).toEqual(['10,714']);
});

it('takes a value that is made of what was sent for an echo as a whole', () => {
  const numbers = Array.from({ length: 300 }, (_, n) => String(1000 + n)).join('; ');
  expect(sent({ body: numbers }).echoedIn(`${numbers.replaceAll(';', ' and')} are numbers`)).toBe('whole');
});

it('blanks what was sent, whole figures only, and leaves the rest where it is', () => {
  const text = 'For 12: 3,128 people, 12.5 km², 12 bridges; The Whole\nTown';
  expect(withoutEchoes(text, ['12', 'the whole town'])).toBe(
    'For   : 3,128 people, 12.5 km²,    bridges;               ',
  );
  expect(withoutEchoes(text, undefined)).toBe(text);
  expect(withoutEchoes('a.b (c) [d] a+b', ['a.b', '(c)', '[d]', 'a+b'])).toBe(' '.repeat(15));
});
