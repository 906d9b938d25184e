import { type Fact, type FactPlace, LONGEST_CLAIM, type Provenance, type UnprovenFact } from '#contract/fact';
import type { Hash } from '#contract/ids';
import { mergeFact } from '#contract/projections/facts';
import { effectiveCall, type RunState, type ToolCallState } from '#contract/projections/run-state';
import { commandOf, type Tool, type ToolCall } from '#contract/tool';
import { RequestParts } from '../facts/echoed-parts.ts';
import { PayloadPlaces } from '../facts/payload-places.ts';
import { placedWithin } from '../facts/placed-text.ts';
import { readableText } from '../facts/readable-text.ts';
import type { Payload } from '../tools/define-tool.ts';
import type { RunParts } from './run-parts.ts';

/** So many facts one call may give, and so many claims without ground are recorded of it. */
export const MOST_FACTS = 1000;

/** A longer address is no source that a person could look at. */
const LONGEST_URL = 8192;
const LONGEST_NAME = 200;

/** The call that a payload came with. */
export interface FactOrigin {
  state: RunState;
  call: ToolCallState;
  tool: Tool;
  /** Whether a middleware keeps something of a text from being kept (row A17.12). */
  masks?: (text: string) => boolean;
}

/** The facts of one call. `notes`: lines for its text, on what was given as a fact and is none. */
export interface Collected {
  facts: Fact[];
  unproven?: UnprovenFact[];
  notes: string[];
}

/** What the facts of one payload share. */
interface Ground {
  hash: Hash;
  source: Provenance;
  mediaType: string;
  bytes: number;
}

/** A beginning of a text that ends between two characters. */
function beginOf(text: string, length: number): string {
  return [...text.slice(0, 2 * length)].slice(0, length).join('');
}

function placeKey(hash: Hash, at: FactPlace): string {
  return 'pointer' in at ? `${hash} ${at.pointer}` : `${hash} ${at.from}-${at.to}`;
}

const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;

/** The field of a call that says its method, in capitals; GET where there is none. */
function methodOf(call: ToolCall, tool: Tool): string {
  const { input } = call;
  const fields = input !== null && typeof input === 'object' && !Array.isArray(input) ? input : {};
  const uses = commandOf(tool, call.command)?.hosts ?? [];
  const methods = uses.flatMap(({ method }) => {
    const value = method === undefined ? undefined : fields[method];
    return typeof value === 'string' ? [value.trim().toUpperCase()] : [];
  });
  return methods.find((method) => !isReading(method)) ?? 'GET';
}

const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === '';

/**
 * What the agent has sent to the source: the arguments of this call, and of earlier ones of the run that wrote to
 * somewhere. A page that an agent wrote itself a moment ago is no source for what it wrote.
 */
function sentParts({ state, call, tool }: FactOrigin): RequestParts {
  const sent = new RequestParts();
  const own = call.executed ?? effectiveCall(call);
  sent.add(own.input, commandOf(tool, own.command)?.hosts !== undefined);
  for (const other of state.calls.values()) {
    if (other === call || !other.executed) continue;
    const definition = state.run.tools.find(({ name }) => name === other.executed?.tool);
    if (!definition || commandOf(definition, other.executed.command)?.hosts === undefined) continue;
    if (!isReading(methodOf(other.executed, definition))) sent.add(other.executed.input, true);
  }
  return sent;
}

/** Collects the facts of one call, payload by payload. */
class Collector {
  readonly #parts: Pick<RunParts, 'blobs' | 'redactor'>;
  readonly #from: FactOrigin;
  readonly #sent: RequestParts;
  /** The facts of the run by payload and place. */
  readonly #known = new Map<string, Fact>();
  readonly #facts = new Map<string, Fact>();
  readonly #unproven: UnprovenFact[] = [];
  readonly #notes = new Set<string>();
  #next: number;
  #claims = 0;
  #over = 0;
  #echoed = 0;

  constructor(from: FactOrigin, parts: Pick<RunParts, 'blobs' | 'redactor'>) {
    this.#parts = parts;
    this.#from = from;
    this.#sent = sentParts(from);
    this.#next = from.state.facts.size + 1;
    for (const fact of from.state.facts.values()) this.#known.set(placeKey(fact.payloadHash, fact.at), fact);
  }

  async add(payload: Payload): Promise<void> {
    this.#claims += payload.claims.length;
    const missing = missingOf(payload);
    const withheld = missing ? undefined : this.#withheld(payload);
    if (missing || withheld !== undefined) {
      const reason = withheld === undefined ? {} : { reason: withheld };
      for (const { claim } of payload.claims) this.#refuse({ claim, missing: missing ?? 'payload_hash', ...reason });
      const what = withheld ?? `${FIELD[missing ?? 'payload_hash']} is missing`;
      this.#notes.add(`No facts from ${this.#clean(payload.url, LONGEST_NAME) || 'this answer'}: ${what}.`);
      return;
    }
    const places = new PayloadPlaces(payload.bytes);
    const readable = readableRanges(payload);
    let ground: Ground | undefined;
    for (const { claim, at } of payload.claims) {
      if (this.#facts.size >= MOST_FACTS) {
        this.#over++;
        continue;
      }
      const found = places.find(at);
      const echoed = found && this.#sent.echoedIn(readable?.(at) ?? found.value);
      if (!echoed) this.#refuse({ claim, missing: 'place' });
      else if (echoed === 'whole') this.#echoed++;
      else {
        ground ??= await this.#keep(payload);
        this.#mint(claim, at, echoed, ground);
      }
    }
  }

  /** Why the bytes may not be kept; they would hold what is nowhere kept (rules K2, K3, row A17.12). */
  #withheld(payload: Payload): string | undefined {
    const names = this.#parts.redactor.namesIn(payload.bytes);
    if (names.length > 0) return `its bytes hold the value of the secret ${names.join(', ')} and were not kept`;
    const text = this.#from.masks && new TextDecoder().decode(payload.bytes);
    return text !== undefined && this.#from.masks?.(text) ? 'a middleware masks what its bytes hold' : undefined;
  }

  /** Bytes first: the entry that names them comes when they are on disk (rule D17). */
  async #keep(payload: Payload): Promise<Ground> {
    return {
      hash: await this.#parts.blobs.put(payload.bytes),
      source: {
        organization: this.#clean(payload.organization, LONGEST_NAME),
        url: this.#parts.redactor.text(payload.url.trim()),
        collectedAt: payload.collectedAt,
        callId: this.#from.call.call.id,
      },
      mediaType: this.#clean(payload.mediaType, LONGEST_NAME),
      bytes: payload.bytes.length,
    };
  }

  #mint(claim: string, at: FactPlace, echoed: string[], ground: Ground): void {
    const key = placeKey(ground.hash, at);
    const known = this.#known.get(key);
    const made: Fact = {
      id: known?.id ?? `F${this.#next++}`,
      claim: known?.claim ?? this.#clean(claim, LONGEST_CLAIM),
      payloadHash: ground.hash,
      at,
      sources: [ground.source],
      mediaType: ground.mediaType,
      bytes: ground.bytes,
      ...(echoed.length > 0 && { echoed: echoed.map((part) => this.#clean(part, LONGEST_CLAIM)) }),
    };
    this.#known.set(key, mergeFact(known, made));
    this.#facts.set(made.id, mergeFact(this.#facts.get(made.id), made));
  }

  #refuse(unproven: UnprovenFact): void {
    if (this.#unproven.length >= MOST_FACTS) this.#over++;
    else this.#unproven.push({ ...unproven, claim: this.#clean(unproven.claim, LONGEST_CLAIM) });
  }

  /** Without secrets first: half a secret would not be found. */
  #clean(text: string, length: number): string {
    return beginOf(this.#parts.redactor.text(text).trim(), length);
  }

  end(): Collected {
    const misplaced = this.#unproven.filter(({ missing }) => missing === 'place').length;
    const notes = [...this.#notes];
    if (misplaced > 0)
      notes.push(`${plural(misplaced, 'claim names', 'claims name')} a place that the payload does not have: no fact.`);
    if (this.#echoed > 0)
      notes.push(`${plural(this.#echoed, 'value', 'values')} stood in the request itself: no fact.`);
    if (this.#over > 0)
      notes.push(
        `${plural(this.#claims, 'claim', 'claims')} in all, ${plural(this.#over, 'is', 'are')} left out: one call gives at most ${MOST_FACTS.toLocaleString('en')} facts.`,
      );
    return {
      facts: [...this.#facts.values()],
      ...(this.#unproven.length > 0 && { unproven: this.#unproven }),
      notes,
    };
  }
}

const FIELD: Record<UnprovenFact['missing'], string> = {
  source_org: 'the organisation',
  source_url: 'the address',
  collected_at: 'the time',
  payload_hash: 'the payload',
  place: 'the place',
};

/**
 * What a reader gets of each range of a payload, where that is not the range as it stands: what was sent and came back is
 * looked for in that, as what an answer rests on is. Undefined for places in JSON, and for a payload that is a plain text.
 */
function readableRanges({
  bytes,
  mediaType,
  url,
  claims,
}: Payload): ((at: FactPlace) => string | undefined) | undefined {
  if (!claims.some(({ at }) => 'from' in at)) return undefined;
  const whole = readableText(bytes, mediaType, url);
  return (at) => (whole && 'from' in at ? placedWithin(whole, at.from, at.to, bytes.length).text : undefined);
}

/** The ground that a payload lacks (decision D3); no bytes are no payload (case F4). */
function missingOf(payload: Payload): UnprovenFact['missing'] | undefined {
  if (payload.organization.trim() === '') return 'source_org';
  if (payload.url.trim() === '' || payload.url.length > LONGEST_URL) return 'source_url';
  if (!Number.isSafeInteger(payload.collectedAt) || payload.collectedAt <= 0) return 'collected_at';
  return payload.bytes.length === 0 ? 'payload_hash' : undefined;
}

/** For how a request was made that sends more than it asks. */
function refusedMethod({ call, tool }: FactOrigin): string | undefined {
  const method = methodOf(call.executed ?? effectiveCall(call), tool);
  return isReading(method) ? undefined : method;
}

/**
 * Makes facts of the raw payloads of one successful call: the only constructor of `Fact` (rows A9.1 to A9.5, rule A11).
 * Payloads are kept by their hash before the entry that names them. Nothing comes of payloads of a command that declares
 * no fact source, nor of an answer to a request that itself sends something (a method other than GET): what such an
 * answer says may be what the agent said. The same holds for a value that stood in the request; where a part of a value
 * did, the fact names it (`echoed`).
 */
export async function collectFacts(
  payloads: readonly Payload[],
  from: FactOrigin,
  parts: Pick<RunParts, 'blobs' | 'redactor'>,
): Promise<Collected> {
  const command = commandOf(from.tool, from.call.call.command);
  if (payloads.length === 0 || command?.factSource === undefined) return { facts: [], notes: [] };
  const method = refusedMethod(from);
  if (method !== undefined) return { facts: [], notes: [`No facts: this answers what the call sent (${method}).`] };
  const collector = new Collector(from, parts);
  for (const payload of payloads) await collector.add(payload);
  return collector.end();
}

/** A result with what is to be said of its facts after it. */
export function withNotes(text: string, notes: readonly string[]): string {
  if (notes.length === 0) return text;
  const lines = notes.map((note) => `[${note}]`).join('\n');
  return text === '' ? lines : `${text.replace(/\n*$/, '\n')}${lines}`;
}
