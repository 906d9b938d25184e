import { describe, expect, it } from 'vitest';
import { type Fetch, guardedFetch, retryAfter } from './guarded-fetch.ts';

describe('retryAfter', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each<[Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0' }, 0],
    [{ 'retry-after': '-5' }, 0],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }, 20_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after-ms': '250', 'retry-after': '9' }, 250],
  ])('reads %j as %s', (headers, ms) => {
    expect(retryAfter(new Headers(headers), now)).toBe(ms);
  });
});

describe('guardedFetch', () => {
  it('asks not to be redirected, whatever the caller says', async () => {
    let redirect: string | undefined;
    const base: Fetch = async (_, init) => {
      redirect = init?.redirect;
      return new Response('ok');
    };
    await guardedFetch(base, 'X')('http://x.test/', { redirect: 'follow' });
    expect(redirect).toBe('manual');
  });
  it('keeps the words of a refusal to itself', async () => {
    const base: Fetch = async () => new Response('{"error":"key sk-canary is wrong"}', { status: 403 });
    await expect(guardedFetch(base, 'X')('http://x.test/')).rejects.toMatchObject({
      detail: { kind: 'auth', status: 403, message: expect.not.stringContaining('canary') },
    });
  });
  it('lets an abort through as it is', async () => {
    const base: Fetch = async (_, init) => {
      throw init?.signal?.reason;
    };
    const signal = AbortSignal.abort();
    await expect(guardedFetch(base, 'X')('http://x.test/', { signal })).rejects.toBe(signal.reason);
  });
});
