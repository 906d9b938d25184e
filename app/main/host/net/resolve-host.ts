import dns from 'node:dns/promises';
import { judgeAddress, parseAddress, rangesHold } from './address-policy.ts';
import { bareHost } from './check-address.ts';

/** Gives every address of a name, IPv4 and IPv6. Rejects where there is none. */
export type Resolve = (name: string) => Promise<string[]>;

/** Longer, and the name server is taken to have no answer (rule S17). */
const LOOKUP_MS = 10_000;

/** How the system looks names up: all addresses, in its own order. */
export const systemResolve: Resolve = async (name) =>
  (await dns.lookup(name, { all: true, order: 'verbatim' })).map(({ address }) => address);

/** The addresses that a host may be reached at, all of them checked; or why it may not. */
export type ResolvedHost = { addresses: string[] } | { refused: string; why?: 'lookup' };

function lookUp(name: string, resolve: Resolve, signal: AbortSignal): Promise<string[] | { fault: string }> {
  return new Promise((settle) => {
    const end = (found: string[] | { fault: string }): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      settle(found);
    };
    const giveUp = (): void => end({ fault: 'no answer in time' });
    const timer = setTimeout(giveUp, LOOKUP_MS);
    if (signal.aborted) return giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    resolve(name).then(end, (error: NodeJS.ErrnoException) => end({ fault: error.code ?? 'an error' }));
  });
}

/**
 * Looks a host up once and checks every address it has; an address as host is checked the same way, though nothing is
 * looked up (finding F1, rules S13, S15, S17). One that is neither public nor in `ranges` refuses the whole host, and so
 * does an error, no answer and an empty answer.
 * @param host as `URL` gives it
 * @param ranges CIDR ranges that a person allowed for this host and port; they make no `never` address reachable
 */
export async function resolveHost(
  host: string,
  ranges: readonly string[],
  resolve: Resolve,
  signal: AbortSignal,
): Promise<ResolvedHost> {
  const name = bareHost(host);
  const literal = parseAddress(name);
  const found = literal ? [name] : await lookUp(name, resolve, signal);
  if ('fault' in found)
    return { refused: `${name} can’t be looked up (${found.fault}); is this computer online?`, why: 'lookup' };
  if (found.length === 0) return { refused: `${name} has no address`, why: 'lookup' };
  for (const address of found) {
    const verdict = judgeAddress(address);
    if (verdict.kind === 'public' || (verdict.kind === 'private' && rangesHold(ranges, address))) continue;
    const where = literal ? name : `${name} leads to ${address}, which`;
    const how =
      verdict.kind === 'private' ? 'is reached only by a rule that names it and its port' : 'no rule can allow it';
    return { refused: `${where} is not public: ${verdict.why}; ${how}` };
  }
  return { addresses: [...new Set(found)] };
}
