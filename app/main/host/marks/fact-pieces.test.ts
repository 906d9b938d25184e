import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FactPlace } from '#contract/fact';
import { sourcesOf } from '../testing/mark-fixture.ts';
import type { FactSource } from './fact-pieces.ts';
import { markText } from './mark-text.ts';

// What of a payload is ground of an answer: what a reader of it gets, to the last digit (rules A11, A12).

function factOf(payload: string, mediaType: string, at?: FactPlace, claim = 'The harbour'): FactSource {
  const bytes = Buffer.from(payload);
  const payloadHash = createHash('sha256').update(bytes).digest('hex');
  const source = { organization: 'example.org', url: 'https://example.org/dir/page', collectedAt: 1, callId: 'c' };
  const fact = { id: 'F1', claim, payloadHash, at: at ?? { from: 0, to: bytes.length }, mediaType, sources: [source] };
  return { fact, bytes };
}

const kindsOf = (answer: string, fact: FactSource): string[] =>
  markText({ text: answer, citations: [] }, sourcesOf({ facts: [fact] })).marks.map(({ kind }) => kind);

const page = (body: string): FactSource => factOf(`<!doctype html><head><title>x</title></head>${body}`, 'text/html');
const json = (text: string, pointer?: string): FactSource =>
  factOf(text, 'application/json', pointer === undefined ? undefined : { pointer });

describe('a page', () => {
  it.each([
    '<i hidden>The harbour took 4,711 ships</i>',
    '<script>const harbour = "took 4,711 ships"</script>',
    '<!-- The harbour took 4,711 ships -->',
    '<p style="display:none">The harbour took 4,711 ships</p>',
    '<p data-harbour="took 4,711 ships">the harbour</p>',
    '<img alt="" src="/harbour-ships-4,711.png">',
  ])('is no ground by %s', (hidden) => {
    expect(kindsOf('The harbour took 4,711 ships', page(`<p>The harbour</p>${hidden}`))).toEqual(['unsourced']);
    expect(kindsOf('It says “The harbour took 4,711 ships”', page(`<p>x</p>${hidden}`))).not.toContain('fact');
  });

  it('is ground by what is seen, at its own bytes', () => {
    const html = '<p hidden>ü €</p><p>The <b>harbour</b> took 4&nbsp;711 ships and 1&#8239;680 boats</p>';
    const found = page(html);
    const { marks } = markText(
      { text: 'The harbour took 4,711 ships and 1,680 boats', citations: [] },
      sourcesOf({ facts: [found] }),
    );
    const places = marks.map(({ at }) => at && 'from' in at && found.bytes?.subarray(at.from, at.to).toString());
    expect(places).toEqual(['4&nbsp;711', '1&#8239;680']);
    expect(kindsOf('It says “The harbour took”', found)).toEqual(['fact']);
  });

  it('is ground for the address of a link that is seen', () => {
    expect(kindsOf('See https://example.org/a', page('<a href="../a">a</a>'))).toEqual(['fact']);
    expect(kindsOf('See https://example.org/a', page('<a href="../a" hidden>a</a>'))).toEqual(['unsourced']);
  });
});

describe('XML', () => {
  it('is ground by its text, not by its attributes and comments', () => {
    const feed = '<rss n="4,711"><!-- harbour 4,711 ships --><item>The harbour took 1,680 ships</item></rss>';
    expect(kindsOf('The harbour took 4,711 ships', factOf(feed, 'application/rss+xml'))).toEqual(['unsourced']);
    expect(kindsOf('The harbour took 1,680 ships', factOf(feed, 'application/rss+xml'))).toEqual(['fact']);
  });
});

describe('JSON', () => {
  it.each([undefined, '', '/harbour'])('has no value in a key (%s)', (pointer) => {
    const fact = json('{"harbour":{"ships 4711":"took many","boats":1680}}', pointer);
    expect(kindsOf('The harbour took 4711 ships', fact)).toEqual(['unsourced']);
    expect(kindsOf('The harbour took 1680 boats', fact)).toEqual(['fact']);
  });

  it.each([
    ['9007199254740993', '9007199254740993', '9007199254740992'],
    ['1680.05', '1680.05', '1680.051'],
    ['123456789012345678901234567890', '123456789012345678901234567890', '123456789012345678901234567891'],
  ])('counts %s to its last digit', (literal, told, other) => {
    const fact = json(`{"ships":${literal}}`, '/ships');
    expect(kindsOf(`${told} ships`, fact)).toEqual(['fact']);
    expect(kindsOf(`${other} ships`, fact)).toEqual(['unsourced']);
  });

  it.each([undefined, '', '/a', '/b/a'])('gives no value of a key that stands twice (%s)', (pointer) => {
    const fact = json('{"a":4711,"\\u0061":1680,"b":{"a":4711,"a":1680},"ships":1204}', pointer);
    for (const value of ['4711', '1680']) expect(kindsOf(`${value} ships`, fact)).toEqual(['unsourced']);
  });

  it.each(['1e400', '-1e-400', '1e999999999999', '1680.00'])('reads %s without harm', (literal) => {
    expect(kindsOf('Infinity of 4711 ships', json(`{"ships":${literal}}`, '/ships'))).toEqual(['unsourced']);
  });
});
