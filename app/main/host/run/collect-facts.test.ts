import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FactPlace } from '#contract/fact';
import { foldRun, type RunState, reduceRun } from '#contract/projections/run-state';
import type { Command, Tool } from '#contract/tool';
import { Redactor } from '../redact/redactor.ts';
import { BlobStore, hashOf } from '../store/blob-store.ts';
import { temporaryFolder } from '../store/testing.ts';
import { policyInput } from '../testing/policy-fixture.ts';
import type { Payload } from '../tools/define-tool.ts';
import { type Collected, collectFacts, type FactOrigin, MOST_FACTS } from './collect-facts.ts';

// Raw payloads become facts, and nothing else does (rows A9.1 to A9.6, cases F3 to F10, F27, F28, decision D3).

const AT = 1_800_000_000_000;
const bytesOf = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const CITY = { name: 'Avon', population: 315_732, area: 401.6, regions: ['east', 'west'] };

function payloadOf(value: unknown, more: Partial<Payload> = {}): Payload {
  return {
    bytes: bytesOf(value),
    mediaType: 'application/json',
    organization: 'Statistics Office',
    url: 'https://stats.example/city',
    collectedAt: AT,
    claims: [{ claim: 'population', at: { pointer: '/population' } }],
    ...more,
  };
}

/** A run with one call of a tool that can give facts; each `give` is a call of its own, folded like the log's. */
function openRun(command: Partial<Command> = {}, input: { [key: string]: string | number } = { place: 'Avon' }) {
  const place = temporaryFolder();
  onTestFinished(() => place.remove());
  const blobs = new BlobStore(path.join(place.folder, 'data'));
  const redactor = new Redactor();
  const base = policyInput({ tool: 'lookup', input: { place: 'Avon' } });
  const tool: Tool = {
    name: 'lookup',
    version: '1',
    description: '',
    runtime: { type: 'host' },
    commands: [
      {
        path: [],
        description: '',
        input: {},
        output: {},
        effect: { change: 'read', where: 'remote', repeat: 'safe' },
        files: [],
        factSource: { organization: 'any' },
        runsCode: false,
        outside: true,
        ...command,
      },
    ],
  };
  const run = { ...base.run.run, tools: [tool], goal: { type: 'invoke' as const, call: callOf('c-0', input) } };
  let state = foldRun([{ stream: 'run:1', seq: 1, at: AT, hash: '', event: { type: 'run-started', run } }]) as RunState;
  let made = 0;
  const give = async (payloads: Payload[], more: Partial<FactOrigin> = {}): Promise<Collected> => {
    const call = state.calls.get('c-0');
    if (!call) throw new Error('the run begins with its call');
    const own = { ...call, call: { ...call.call, id: `c-${made}` } };
    const collected = await collectFacts(payloads, { state, call: own, tool, ...more }, { blobs, redactor });
    made++;
    const { notes: _notes, ...facts } = collected;
    const outcome = { type: 'ok' as const, output: { text: '' }, truncated: false, ...facts };
    const event = { type: 'tool-call-ended' as const, callId: 'c-0', outcome, labels: [], ms: 1 };
    state = reduceRun(state, { stream: 'run:1', seq: state.seq + 1, at: AT, hash: '', event });
    return collected;
  };
  return { give, blobs, redactor, facts: () => [...state.facts.values()] };
}

function callOf(id: string, input: { [key: string]: string | number }) {
  return { id, tool: 'lookup', command: [], input };
}

describe('the facts of a call', () => {
  it('names claim, source, time, the hash of the raw bytes and the place, and keeps the bytes', async () => {
    const { give, blobs } = openRun();
    const { facts, unproven, notes } = await give([payloadOf(CITY)]);
    const { bytes } = payloadOf(CITY);
    expect({ facts, unproven, notes }).toEqual({
      facts: [
        {
          id: 'F1',
          claim: 'population',
          payloadHash: hashOf(bytes),
          at: { pointer: '/population' },
          sources: [
            { organization: 'Statistics Office', url: 'https://stats.example/city', collectedAt: AT, callId: 'c-0' },
          ],
          mediaType: 'application/json',
          bytes: bytes.length,
        },
      ],
      unproven: undefined,
      notes: [],
    });
    expect(blobs.get(hashOf(bytes))).toEqual(bytes);
  });

  it('makes nothing of payloads of a command that declares no source, and keeps no bytes of them', async () => {
    const { give, blobs } = openRun({ factSource: undefined });
    expect(await give([payloadOf(CITY)])).toEqual({ facts: [], notes: [] });
    expect(blobs.has(hashOf(payloadOf(CITY).bytes))).toBe(false);
  });

  it('numbers facts over the whole run, and gives what is known its first id and claim', async () => {
    const { give, facts } = openRun();
    await give([payloadOf(CITY)]);
    const again = payloadOf(CITY, {
      url: 'https://mirror.example/city',
      claims: [
        { claim: 'people', at: { pointer: '/population' } },
        { claim: 'area', at: { pointer: '/area' } },
      ],
    });
    const second = await give([again]);
    expect(second.facts.map(({ id, claim }) => [id, claim])).toEqual([
      ['F1', 'population'],
      ['F2', 'area'],
    ]);
    expect(facts().map(({ id, sources }) => [id, sources.map(({ url }) => url)])).toEqual([
      ['F1', ['https://stats.example/city', 'https://mirror.example/city']],
      ['F2', ['https://mirror.example/city']],
    ]);
  });

  it('adds another organisation of the same address, too, and no source twice', async () => {
    const { give, facts } = openRun();
    await give([payloadOf(CITY), payloadOf(CITY), payloadOf(CITY, { organization: 'The City' })]);
    await give([payloadOf(CITY)]);
    expect(facts().map(({ sources }) => sources.map(({ organization }) => organization))).toEqual([
      ['Statistics Office', 'The City'],
    ]);
  });

  it('knows what was sent in a page whatever references and tags it comes back in', async () => {
    const run = openRun({}, { place: 'fares of 1680 in Avon' });
    const html = '<p>You asked for 1&nbsp;680.</p><p>No <b>fares of</b> 1&#54;80 in&#32;Avon, 1204 ships.</p>';
    const at = { from: 0, to: Buffer.byteLength(html) };
    const { facts } = await run.give([payloadOf(html, { mediaType: 'text/html', claims: [{ claim: 'page', at }] })]);
    expect(facts[0]?.echoed).toEqual(['1\u00a0680', '1680', 'fares of 1680 in avon']);
  });

  it('keeps two facts of payloads that differ by a space', async () => {
    const { give } = openRun();
    const { facts } = await give([payloadOf('{"population":1}'), payloadOf('{"population": 1}')]);
    expect(new Set(facts.map(({ payloadHash }) => payloadHash)).size).toBe(2);
  });

  it.each([
    ['source_org', { organization: ' ' }],
    ['source_url', { url: '' }],
    ['source_url', { url: `https://a.example/${'x'.repeat(9000)}` }],
    ['collected_at', { collectedAt: Number.NaN }],
    ['collected_at', { collectedAt: 0 }],
    ['payload_hash', { bytes: new Uint8Array() }],
  ] as const)('records a claim without %s as unproven, says so, and keeps nothing', async (missing, more) => {
    const { give, blobs } = openRun();
    const { facts, unproven, notes } = await give([payloadOf(CITY, more)]);
    expect({ facts, unproven }).toEqual({ facts: [], unproven: [{ claim: 'population', missing }] });
    expect(notes).toEqual([expect.stringMatching(/^No facts from .+ is missing\.$/)]);
    expect(blobs.has(hashOf(payloadOf(CITY).bytes))).toBe(false);
  });

  it.each<[FactPlace]>([
    [{ pointer: '/populatio' }],
    [{ pointer: 'population' }],
    [{ pointer: '/regions/2' }],
    [{ pointer: '/regions/01' }],
    [{ pointer: '/regions/-' }],
    [{ pointer: '/name/0' }],
    [{ pointer: '/__proto__' }],
    [{ pointer: '/a~2' }],
    [{ from: 0, to: 1_000 }],
    [{ from: 5, to: 5 }],
    [{ from: -1, to: 5 }],
    [{ from: 9, to: 3 }],
  ])('takes no place that the payload does not have: %j', async (at) => {
    const { give } = openRun();
    const { facts, unproven } = await give([payloadOf(CITY, { claims: [{ claim: 'x', at }] })]);
    expect({ facts, unproven }).toEqual({ facts: [], unproven: [{ claim: 'x', missing: 'place' }] });
  });

  it('cuts a claim of 10 MB between two characters and keeps the whole bytes', async () => {
    const { give } = openRun();
    const claim = '🏙'.repeat(2_500_000);
    const { facts } = await give([payloadOf(CITY, { claims: [{ claim, at: { pointer: '/regions/0' } }] })]);
    const [fact] = facts;
    expect([...(fact?.claim ?? '')]).toEqual(Array.from({ length: 500 }, () => '🏙'));
    expect(fact?.bytes).toBe(payloadOf(CITY).bytes.length);
  });

  it(`keeps ${MOST_FACTS} facts of a call and says how many it left out`, async () => {
    const { give } = openRun();
    const values = Array.from({ length: MOST_FACTS + 3 }, (_, n) => `v${n}`);
    const claims = values.map((claim, n) => ({ claim, at: { pointer: `/${n}` } }));
    const { facts, notes } = await give([payloadOf(values, { claims })]);
    expect(facts).toHaveLength(MOST_FACTS);
    expect(notes).toEqual(['1,003 claims in all, 3 are left out: one call gives at most 1,000 facts.']);
  });
});

describe('what may not be kept', () => {
  const SECRET = 'correct-horse-battery-staple';

  it('keeps no bytes that hold a secret, in any form, and names the secret', async () => {
    const { give, blobs, redactor } = openRun();
    redactor.know('BANK', SECRET);
    for (const held of [SECRET, Buffer.from(SECRET).toString('base64'), encodeURIComponent(SECRET)]) {
      const { facts, unproven, notes } = await give([payloadOf({ ...CITY, held })]);
      const reason = 'its bytes hold the value of the secret BANK and were not kept';
      expect(facts).toEqual([]);
      expect(unproven).toEqual([{ claim: 'population', missing: 'payload_hash', reason }]);
      expect(notes).toEqual([`No facts from https://stats.example/city: ${reason}.`]);
      expect(blobs.has(hashOf(bytesOf({ ...CITY, held })))).toBe(false);
    }
  });

  it('takes secrets out of a claim before it is cut', async () => {
    const { give, redactor } = openRun();
    redactor.know('BANK', SECRET);
    const claim = `${'x'.repeat(490)}${SECRET}`;
    const { facts } = await give([payloadOf(CITY, { claims: [{ claim, at: { pointer: '/regions/0' } }] })]);
    expect(facts[0]?.claim).not.toContain(SECRET.slice(0, 8));
  });

  it('keeps no bytes of which a middleware masks something', async () => {
    const { give, blobs } = openRun();
    const { facts, notes } = await give([payloadOf(CITY)], { masks: (text) => text.includes('Avon') });
    expect(facts).toEqual([]);
    expect(notes).toEqual([expect.stringContaining('a middleware masks')]);
    expect(blobs.has(hashOf(bytesOf(CITY)))).toBe(false);
  });
});

describe('facts of payloads in any order', () => {
  const place = fc.constantFrom<FactPlace>({ pointer: '/a' }, { pointer: '/b' }, { from: 1, to: 4 });
  const payload = fc.record({
    body: fc.constantFrom('{"a":"one","b":"two"}', '{"a":"one","b":"three"}'),
    url: fc.constantFrom('https://one.example/', 'https://two.example/'),
    places: fc.array(place, { maxLength: 4 }),
  });

  it('are one for each hash and place, numbered without a gap, with every source once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(payload, { maxLength: 3 }), { maxLength: 4 }), async (given) => {
        const { give, facts } = openRun();
        const expected = new Map<string, Set<string>>();
        for (const call of given) {
          const collected = await give(
            call.map(({ body, url, places }) =>
              payloadOf(body, { url, claims: places.map((at, n) => ({ claim: `claim ${n}`, at })) }),
            ),
          );
          const keys = call.flatMap(({ body, places }) => places.map((at) => `${body} ${JSON.stringify(at)}`));
          expect(collected.facts).toHaveLength(new Set(keys).size);
          for (const { body, url, places } of call)
            for (const at of places) {
              const key = `${hashOf(bytesOf(body))} ${JSON.stringify(at)}`;
              expected.set(key, (expected.get(key) ?? new Set()).add(url));
            }
        }
        const found = facts();
        expect(found.map(({ id }) => id)).toEqual(found.map((_, n) => `F${n + 1}`));
        const sources = found.map((fact): [string, string[]] => [
          `${fact.payloadHash} ${JSON.stringify(fact.at)}`,
          fact.sources.map(({ url }) => url),
        ]);
        expect(new Map(sources)).toEqual(new Map([...expected].map(([key, urls]) => [key, [...urls]])));
      }),
      { numRuns: 40 },
    );
  });
});
