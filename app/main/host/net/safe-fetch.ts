import type { Dispatcher } from 'undici';
import { WarrantError } from '#contract/errors';
import { type CheckedAddress, checkAddress } from './check-address.ts';
import { faultWords } from './fault-words.ts';
import { followRedirect, type Hop, isRedirect } from './follow-redirect.ts';
import { GuardFault } from './guard-fault.ts';
import type { ConnectSocket, GuardedConnections } from './guarded-connector.ts';
import type { NetReply, NetRequest, NetScope, Network } from './network.ts';
import { ACCEPT_ENCODING, readBody } from './read-body.ts';
import { headersFault } from './request-headers.ts';
import { type Resolve, resolveHost, systemResolve } from './resolve-host.ts';

/** Redirects that are followed: the next one is an error (decision D2, row A6.9). */
const MOST_REDIRECTS = 3;
const MAX_BYTES = 1_048_576;
const TIMEOUT_MS = 30_000;

type Failed = Extract<NetReply, { type: 'failed' }>;

const refused = (reason: string, why?: 'lookup'): NetReply => ({ type: 'refused', reason, ...(why && { why }) });
const failed = (code: Failed['code'], message: string, status?: number): NetReply => ({
  type: 'failed',
  code,
  message,
  ...(status === undefined ? {} : { status }),
});

/** What the network is made from; tests replace its parts. */
export interface NetworkParts {
  resolve?: Resolve | undefined;
  connect?: ConnectSocket | undefined;
  ca?: string | undefined;
  now(): number;
}

type Answer = Dispatcher.ResponseData;

/** One value of a header, as the transport gave it; undefined where it is not there. */
function headerOf({ headers }: Answer, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Drops what is left of an answer, and its connection with it. */
function drop({ body }: Answer): void {
  // It is dropped on purpose, so how it ends is of no interest.
  body.on('error', () => undefined);
  body.destroy();
}

/** The one way out: every hop of every request is read, judged, looked up, checked and pinned before a byte leaves. */
class GuardedNetwork implements Network {
  readonly #resolve: Resolve;
  readonly #now: () => number;
  readonly #open: () => Promise<GuardedConnections>;
  #connections: Promise<GuardedConnections> | undefined;

  constructor({ resolve, connect, ca, now }: NetworkParts) {
    this.#resolve = resolve ?? systemResolve;
    this.#now = now;
    // The transport is loaded when something first goes out, not with each start.
    this.#open = async () => {
      const { GuardedConnections } = await import('./guarded-connector.ts');
      return new GuardedConnections(connect, ca);
    };
  }

  async fetch(request: NetRequest, scope: NetScope): Promise<NetReply> {
    const limit = request.timeoutMs ?? TIMEOUT_MS;
    const ended = new AbortController();
    const end = (): void => ended.abort();
    const timer = setTimeout(end, limit);
    scope.signal.addEventListener('abort', end, { once: true });
    if (scope.signal.aborted) end();
    try {
      return await this.#follow(request, scope, ended.signal);
    } catch (error) {
      if (scope.signal.aborted) return failed('cancelled', 'Stopped.');
      if (ended.signal.aborted) return failed('timed-out', `There was no whole answer within ${limit / 1000} seconds.`);
      if (error instanceof GuardFault) return refused(error.message);
      if (error instanceof WarrantError) return refused(error.message);
      const host = URL.parse(request.url)?.host ?? 'the host';
      return failed('network', `${host} can’t be read: ${faultWords(error)}.`);
    } finally {
      clearTimeout(timer);
      scope.signal.removeEventListener('abort', end);
    }
  }

  async refusesToShow(url: string, signal: AbortSignal): Promise<string | undefined> {
    const address = checkAddress(url);
    if ('refused' in address) return address.refused;
    const resolved = await resolveHost(address.host, [], this.#resolve, signal);
    return 'refused' in resolved ? resolved.refused : undefined;
  }

  async close(): Promise<void> {
    await (await this.#connections)?.close();
  }

  async #follow(request: NetRequest, scope: NetScope, signal: AbortSignal): Promise<NetReply> {
    const method = (request.method ?? 'GET').toUpperCase();
    if (!/^[A-Z]{1,20}$/.test(method) || method === 'CONNECT' || method === 'TRACE')
      return refused(`${method.slice(0, 20)} is no method that may be used`);
    const headers = request.headers ?? {};
    const fault = headersFault(headers);
    if (fault !== undefined) return refused(fault);
    let hop: Hop = { url: request.url, method, headers, body: request.body };
    for (let redirects = 0; ; redirects++) {
      signal.throwIfAborted();
      const sent = await this.#send(hop, scope, signal);
      if ('refused' in sent) return refused(sent.refused, sent.why);
      const { address, answer } = sent;
      const status = answer.statusCode;
      if (isRedirect(status)) {
        const location = headerOf(answer, 'location')?.trim() ?? '';
        drop(answer);
        if (location === '')
          return failed(
            'status',
            `${address.url.host} answered with ${status}, but names no address to go on to.`,
            status,
          );
        if (redirects === MOST_REDIRECTS)
          return failed('redirects', `Stopped after ${MOST_REDIRECTS} redirects: there are more.`, status);
        const next = followRedirect(hop, address.url, status, location);
        if ('refused' in next) return refused(next.refused);
        hop = next;
        continue;
      }
      if (status < 200 || status > 299) {
        drop(answer);
        return failed('status', `${address.url.host} answered with ${status}.`, status);
      }
      const codings = hop.method === 'HEAD' || status === 204 ? '' : (headerOf(answer, 'content-encoding') ?? '');
      const most = request.maxBytes ?? MAX_BYTES;
      // What says that it is short, and comes as it is, can be taken whole: the transport holds it to its word.
      const short = codings === '' && Number(headerOf(answer, 'content-length') ?? Number.NaN) <= most;
      const read = short
        ? { bytes: await answer.body.bytes(), truncated: false }
        : await readBody(answer.body, codings, most);
      const given = Object.keys(answer.headers).map((name): [string, string] => [name, headerOf(answer, name) ?? '']);
      return {
        type: 'ok',
        status,
        headers: new Map(given),
        url: address.url.href,
        ...read,
        collectedAt: this.#now(),
      };
    }
  }

  /** Judges one hop and, if nothing speaks against it, sends it to the addresses that were checked. */
  async #send(
    hop: Hop,
    scope: NetScope,
    signal: AbortSignal,
  ): Promise<{ address: CheckedAddress; answer: Answer } | { refused: string; why?: 'lookup' }> {
    const address = checkAddress(hop.url);
    if ('refused' in address) return address;
    const { url, host, port } = address;
    const asked = { url: url.href, host, port, method: hop.method };
    const against = scope.refuses(asked);
    if (against !== undefined) return { refused: against };
    const resolved = await resolveHost(host, scope.privateRanges(asked), this.#resolve, signal);
    signal.throwIfAborted();
    if ('refused' in resolved) return resolved;
    this.#connections ??= this.#open();
    const connections = await this.#connections;
    const secrets = await scope.secretHeaders(url.href);
    signal.throwIfAborted();
    const own = new Set(secrets.map(({ name }) => name.toLowerCase()));
    const plain = Object.entries(hop.headers).filter(([name]) => !own.has(name.toLowerCase()));
    const encoding = plain.some(([name]) => name.toLowerCase() === 'accept-encoding')
      ? {}
      : { 'accept-encoding': ACCEPT_ENCODING };
    const answer = await connections.poolFor(address, resolved.addresses).request({
      path: `${url.pathname}${url.search}`,
      method: hop.method as Dispatcher.HttpMethod,
      headers: {
        ...encoding,
        ...Object.fromEntries(plain),
        ...Object.fromEntries(secrets.map(({ name, value }) => [name, value])),
      },
      ...(hop.body === undefined ? {} : { body: Buffer.from(hop.body) }),
      signal,
    });
    return { address, answer };
  }
}

/** Opens the network of a host. Whoever opened it closes it. */
export function createNetwork(parts: NetworkParts): Network & { close(): Promise<void> } {
  return new GuardedNetwork(parts);
}
