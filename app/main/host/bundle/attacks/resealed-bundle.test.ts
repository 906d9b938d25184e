import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Hash } from '#contract/ids';
import { FIRST_HASH, rowHash } from '../../store/chain.ts';
import { makeSealedRun, SEALED_RUN, type SealedRun } from '../../testing/bundle-fixture.ts';
import { BundleVerifier, type Noted } from '../bundle-verifier.ts';
import { fingerprintOf } from '../check-signature.ts';
import type { Signer } from '../signing-key.ts';
import { resealed } from './anew.ts';

let run: SealedRun;
let signer: Signer;
let bundle: string;
beforeAll(async () => {
  run = await makeSealedRun(4);
  signer = newSigner();
  bundle = run.seal({ signer });
});
afterAll(() => run.close());

function newSigner(): Signer {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' });
  return { key, fingerprint: fingerprintOf(key), sign: (bytes) => sign(null, bytes, privateKey) };
}

function verify(text: string, noted?: Noted) {
  const verifier = new BundleVerifier();
  verifier.write(text);
  return verifier.end(noted);
}

type Line = Record<string, unknown>;
type Event = { type: string; ms?: number; outcome?: { facts?: { payloadHash: Hash }[] } };

/** Changes an event, and makes the chain of the log anew from there, as it would stand in a log. */
function withLogAnew(change: (event: Event) => Event): (line: Line) => Line {
  let previous = FIRST_HASH;
  let length = 0;
  return (line) => {
    if (line.type === 'seal') return { ...without(line, 'signature'), head: previous, length };
    if (line.type !== 'entry') return line;
    const event = change(structuredClone(line.event) as Event);
    previous = rowHash(previous, `run:${SEALED_RUN}`, Number(line.seq), Number(line.at), JSON.stringify(event));
    length = Number(line.seq);
    return { ...line, rowHash: previous, event };
  };
}

function without(line: Line, field: string): Line {
  return Object.fromEntries(Object.entries(line).filter(([name]) => name !== field));
}

const slower = (event: Event): Event => (event.type === 'tool-call-ended' ? { ...event, ms: 99 } : event);

it('is whole when it is made anew without a change, so what the other tests find is the change', () => {
  expect(verify(resealed(bundle, (line) => without(line, 'signature'))).faults).toEqual([]);
  expect(verify(bundle)).toMatchObject({ whole: true, signature: 'good', signedBy: signer.fingerprint });
});

it('line hashes made anew over a changed entry do not mend the chain of the log', () => {
  const forged = resealed(bundle, (line) =>
    line.type === 'entry' && line.seq === 5
      ? { ...line, event: slower(line.event as Event) }
      : without(line, 'signature'),
  );
  expect(verify(forged).faults).toEqual([expect.objectContaining({ kind: 'entry', seq: 5, about: 'tool-call-ended' })]);
});

it('an entry that was taken out with its line is missed in the chain of the log', () => {
  const forged = resealed(bundle, (line) =>
    line.type === 'entry' && line.seq === 9 ? undefined : without(line, 'signature'),
  );
  expect(verify(forged).faults[0]).toMatchObject({ kind: 'entry', what: '9' });
});

it('entries cut off the end, with a seal made anew, are missed by what the seal takes over from the log', () => {
  const forged = resealed(bundle, (line) =>
    line.type === 'entry' && Number(line.seq) > 15 ? undefined : without(line, 'signature'),
  );
  expect(verify(forged).faults[0]).toMatchObject({ kind: 'entry', what: '16' });
});

it('both chains made anew hold in themselves: the report says that, and the old signature, head and key tell', () => {
  const forged = resealed(bundle, withLogAnew(slower));
  const alone = verify(forged);
  expect(alone).toMatchObject({ whole: true, signature: 'none' });
  expect(alone.notes.join(' ')).toContain('made anew can’t be excluded');
  const { head, seal, length } = verify(bundle);
  for (const noted of [{ head }, { head: seal }, { key: signer.fingerprint }])
    expect(verify(forged, noted).whole, JSON.stringify(noted)).toBe(false);
  expect(verify(forged, { length }).whole).toBe(true);
});

it('a signature that is carried over to a changed bundle does not hold', () => {
  let signature: unknown;
  resealed(bundle, (line) => {
    if (line.type === 'seal') signature = line.signature;
    return line;
  });
  const change = withLogAnew(slower);
  const forged = resealed(bundle, (line) => {
    const changed = change(line);
    return line.type === 'seal' ? { ...changed, signature } : changed;
  });
  expect(verify(forged)).toMatchObject({
    whole: false,
    signature: 'bad',
    faults: [{ kind: 'signature', what: signer.fingerprint }],
  });
});

it('a signature by another key holds, is named as another, and is refused where the key is demanded', () => {
  const other = newSigner();
  const forged = resealed(bundle, withLogAnew(slower), other);
  const alone = verify(forged);
  expect(alone).toMatchObject({ whole: true, signature: 'good', signedBy: other.fingerprint });
  expect(alone.notes.join(' ')).toContain(`Whose key ${other.fingerprint} is, the file can’t tell`);
  expect(verify(forged, { key: signer.fingerprint }).faults).toEqual([
    expect.objectContaining({ kind: 'signature', what: 'key' }),
  ]);
});

it('a payload that was replaced, its name with it everywhere, is told only by head and signature', () => {
  const old = run.payloads[2] ?? '';
  const bytes = Buffer.from('{"inhabitants":7}');
  const fresh = createHash('sha256').update(bytes).digest('hex');
  const change = withLogAnew((event) => JSON.parse(JSON.stringify(event).replaceAll(old, fresh)) as Event);
  const forged = resealed(bundle, (line) => {
    if (line.type === 'payload' && line.name === old)
      return { ...line, name: fresh, bytes: bytes.length, base64: bytes.toString('base64') };
    return change(line);
  });
  const alone = verify(forged);
  expect(alone.faults).toEqual([]);
  expect(alone.notes.join(' ')).toContain('only a head noted elsewhere or a signature tells');
  expect(verify(forged, { head: verify(bundle).head }).whole).toBe(false);
  expect(verify(forged, { key: signer.fingerprint }).whole).toBe(false);
});

it('a payload that was replaced under its old name is named, with the facts that rest on it', () => {
  const old = run.payloads[2] ?? '';
  const forged = resealed(bundle, (line) =>
    line.type === 'payload' && line.name === old
      ? { ...line, base64: Buffer.from('{"inhabitants":7}').toString('base64') }
      : without(line, 'signature'),
  );
  expect(verify(forged).faults).toEqual([
    expect.objectContaining({ kind: 'payload', what: old, reason: expect.stringContaining('F7, F8, F9 rest on it') }),
  ]);
});

it('a payload that was taken out is missed by the facts that rest on it', () => {
  const forged = resealed(bundle, (line) =>
    line.type === 'payload' && line.name === run.payloads[1] ? undefined : without(line, 'signature'),
  );
  expect(verify(forged).faults).toContainEqual(
    expect.objectContaining({
      kind: 'payload',
      what: run.payloads[1],
      reason: 'The payload of F4, F5, F6 is not there.',
    }),
  );
});

it.each<[string, (line: Line) => Line, object]>([
  [
    'an agent with other instructions',
    (line) =>
      line.type === 'agent' ? { ...line, agent: { ...(line.agent as object), instructions: 'Be kind.' } } : line,
    { kind: 'agent' },
  ],
  [
    'a tool with another effect',
    (line) => (line.type === 'tool' ? { ...line, tool: { ...(line.tool as object), description: 'Harmless.' } } : line),
    { kind: 'tool', what: 'read_file' },
  ],
  [
    'another run',
    (line) => (line.type === 'header' ? { ...line, run: 'run-2' } : line),
    { kind: 'header', what: 'run' },
  ],
])('%s than the first entry pins is named', (_name, change, fault) => {
  const forged = resealed(bundle, (line) => change(without(line, 'signature')));
  expect(verify(forged).faults).toContainEqual(expect.objectContaining(fault));
});

it('a rule that was changed beside the entries is covered by the seal: the note says so, and the seal tells', () => {
  const forged = resealed(bundle, (line) =>
    line.type === 'policy'
      ? { ...line, grant: { id: 'all', sentence: 'Everything is allowed.' } }
      : without(line, 'signature'),
  );
  const { head, seal } = verify(bundle);
  expect(verify(forged, { head }).notes.join(' ')).toContain('rules beside them are covered by the seal alone');
  expect(verify(forged, { head: seal }).whole).toBe(false);
});
