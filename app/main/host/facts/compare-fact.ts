import type { Fact } from '#contract/fact';
import type { FactComparison } from '#contract/views';
import type { NetReply, Network } from '../net/network.ts';
import { hashOf } from '../store/blob-store.ts';
import { PayloadPlaces } from './payload-places.ts';

/** So much is fetched at least, and at most. */
const LEAST_BYTES = 1 << 20;
const MOST_BYTES = 16 << 20;
const LONGEST_VALUE = 2000;

const shown = (value: string): string => [...value.slice(0, 2 * LONGEST_VALUE)].slice(0, LONGEST_VALUE).join('');

/**
 * Asks the source of a fact again, on a person's word: a GET to its own host and no other, without secrets, to public
 * addresses only. Nothing of the answer is kept.
 * @param kept the bytes that the fact stands in, where they are what they were
 */
export async function compareFact(
  fact: Fact,
  kept: Uint8Array | undefined,
  parts: { network: Network; now(): number },
  signal: AbortSignal,
): Promise<FactComparison> {
  const failed = (reason: string): FactComparison => ({ state: 'failed', reason, fetchedAt: parts.now() });
  const [source] = fact.sources;
  if (!source || !URL.canParse(source.url)) return failed('its source has no address that could be asked');
  const before = kept && new PayloadPlaces(kept).find(fact.at)?.value;
  if (before === undefined) return failed('the stored payload is not what it was, so there is nothing to compare with');
  const own = new URL(source.url);
  const reply = await parts.network.fetch(
    { url: source.url, maxBytes: Math.min(MOST_BYTES, Math.max(LEAST_BYTES, 2 * (fact.bytes ?? 0))) },
    {
      refuses: ({ url }) => {
        const hop = new URL(url);
        const upgraded = own.protocol === 'http:' && hop.protocol === 'https:' && hop.port === '';
        const same =
          hop.hostname === own.hostname && ((hop.protocol === own.protocol && hop.port === own.port) || upgraded);
        return same ? undefined : 'it is not the place that the fact’s source names';
      },
      privateRanges: () => [],
      secretHeaders: async () => [],
      signal,
    },
  );
  if (reply.type !== 'ok') return failed(reasonOf(reply));
  return compared(fact, before, reply.bytes, reply.collectedAt);
}

function reasonOf(reply: Exclude<NetReply, { type: 'ok' }>): string {
  return reply.type === 'refused' ? reply.reason : reply.message;
}

/** What the bytes of now say at the place of the fact. */
function compared(fact: Fact, before: string, bytes: Uint8Array, fetchedAt: number): FactComparison {
  const payloadHash = hashOf(bytes);
  const base = { payloadHash, before: shown(before), fetchedAt };
  if (payloadHash === fact.payloadHash) return { state: 'same', ...base, now: shown(before) };
  const now = new PayloadPlaces(bytes).find(fact.at)?.value;
  if (now === before) return { state: 'value-same', ...base, now: shown(now) };
  // A place that is counted in bytes moves with every byte before it: then the text itself is looked for.
  const moved = 'from' in fact.at && new TextDecoder().decode(bytes).includes(before);
  if (moved) return { state: 'value-same', reason: 'it stands at another place now', ...base, now: shown(before) };
  if ('from' in fact.at) return { state: 'gone', reason: 'its text does not stand there any more', ...base };
  if (now === undefined) return { state: 'gone', reason: 'the answer has no such place', ...base };
  return { state: 'value-changed', ...base, now: shown(now) };
}
