import { describe, expect, it } from 'vitest';
import type { Fact, FactPlace } from '#contract/fact';
import type { NetReply, NetRequest, NetScope } from '../net/network.ts';
import { hashOf } from '../store/blob-store.ts';
import { compareFact } from './compare-fact.ts';

// The source of a fact, asked again by a person: its own place only, without secrets, and nothing is kept.

const KEPT = '{"population":315732,"name":"Avon"}';
const URL_OF_FACT = 'https://stats.example.org/city?x=1';

/** What comes of comparing against a source that answers this, and how it was asked. */
async function compare(
  answer: string | NetReply,
  at: FactPlace = { pointer: '/population' },
  kept: string | undefined = KEPT,
) {
  const asked: { request: NetRequest; scope: NetScope }[] = [];
  const fact: Fact = {
    id: 'F1',
    claim: 'population',
    payloadHash: hashOf(Buffer.from(KEPT)),
    at,
    sources: [{ organization: 'Office', url: URL_OF_FACT, collectedAt: 1, callId: 'c' }],
    bytes: KEPT.length,
  };
  const reply: NetReply =
    typeof answer === 'string'
      ? {
          type: 'ok',
          status: 200,
          headers: new Map(),
          url: URL_OF_FACT,
          bytes: Buffer.from(answer),
          truncated: false,
          collectedAt: 7,
        }
      : answer;
  const network = {
    fetch: async (request: NetRequest, scope: NetScope) => {
      asked.push({ request, scope });
      return reply;
    },
    refusesToShow: async () => undefined,
  };
  const bytes = kept === undefined ? undefined : Buffer.from(kept);
  const { signal } = new AbortController();
  return { asked, result: await compareFact(fact, bytes, { network, now: () => 9 }, signal) };
}

describe('what the source says now', () => {
  it.each<[string, string, FactPlace, object]>([
    ['the same bytes', KEPT, { pointer: '/population' }, { state: 'same', before: '315732', now: '315732' }],
    ['the same value', `${KEPT} `, { pointer: '/population' }, { state: 'value-same', now: '315732' }],
    ['another value', '{"population":316000}', { pointer: '/population' }, { state: 'value-changed', now: '316000' }],
    ['no such place', '{"people":316000}', { pointer: '/population' }, { state: 'gone' }],
    ['no JSON any more', '<p>moved</p>', { pointer: '/population' }, { state: 'gone' }],
    ['the same text elsewhere', `\n${KEPT}`, { from: 14, to: 20 }, { state: 'value-same', now: '315732' }],
    ['no such text', 'nothing', { from: 14, to: 20 }, { state: 'gone' }],
  ])('is told for %s', async (_, answer, at, expected) => {
    const { result } = await compare(answer, at);
    expect(result).toMatchObject({ ...expected, payloadHash: hashOf(Buffer.from(answer)), fetchedAt: 7 });
  });

  it.each<[NetReply, string]>([
    [{ type: 'refused', reason: 'it is inside this network' }, 'it is inside this network'],
    [{ type: 'failed', code: 'status', status: 404, message: 'it answered 404' }, 'it answered 404'],
  ])('is a reason for %j', async (reply, reason) => {
    expect((await compare(reply)).result).toEqual({ state: 'failed', reason, fetchedAt: 9 });
  });

  it('is not asked for where the stored payload is not what it was', async () => {
    const fact = await compare(KEPT, { pointer: '/gone' });
    expect(fact.result.state).toBe('failed');
    expect(fact.asked).toEqual([]);
  });
});

it('asks the place of the source alone, with a plain GET, no secrets and no private addresses', async () => {
  const [asked] = (await compare(KEPT)).asked;
  expect(asked?.request).toEqual({ url: URL_OF_FACT, maxBytes: 1 << 20 });
  const hop = (url: string) => ({ url, host: new URL(url).hostname, port: 443, method: 'GET' });
  const { scope } = asked as { scope: NetScope };
  expect(scope.refuses(hop('https://stats.example.org/moved'))).toBeUndefined();
  for (const url of [
    'https://evil.example.org/',
    'https://example.org/',
    'https://stats.example.org.evil.com/',
    'http://stats.example.org/',
    'https://stats.example.org:8443/',
  ])
    expect(scope.refuses(hop(url)), url).toEqual(expect.any(String));
  expect(scope.privateRanges(hop(URL_OF_FACT))).toEqual([]);
  expect(await scope.secretHeaders(URL_OF_FACT)).toEqual([]);
});
