import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { RunId } from '#contract/ids';
import { Warrant } from '../../../cli/testing/warrant.ts';
import { hashOf } from '../../store/blob-store.ts';
import { cityPayload, lookupTool } from '../../testing/fact-tools.ts';
import { calls, type LoopFixture, openLoop } from '../../testing/loop-fixture.ts';

// Stored bytes are not what they were: each way of looking names the fact, the hash and the entry (rule A12).

const AVON = cityPayload({ population: 315_732, area: 401.6 });
const WELLS = cityPayload({ population: 11_145 }, { url: 'https://stats.example.org/wells' });
const HASH = hashOf(AVON.bytes);

/** A run with three facts in two payloads; its answer is not looked at. */
async function collected(): Promise<{ loop: LoopFixture; run: RunId; file: string }> {
  const loop = await openLoop({
    script: [calls(['lookup', { topic: 'avon' }], ['lookup', { topic: 'wells' }]), 'done'],
    tools: [{ tool: 'lookup', ask: 'never' }],
    ports: { moreTools: [lookupTool({ avon: [AVON], wells: [WELLS] })] },
  });
  const run = await loop.start('look', { approve: 'all' });
  return { loop, run, file: path.join(loop.dataFolder, 'blobs', HASH.slice(0, 2), HASH) };
}

/** The command line on the data of a host that has ended. */
async function commandLine(loop: LoopFixture): Promise<Warrant> {
  await loop.host?.close();
  loop.host = undefined;
  return new Warrant(loop.dataFolder, loop.home);
}

function changeByte(file: string): string {
  const bytes = fs.readFileSync(file);
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
  fs.writeFileSync(file, bytes);
  return hashOf(bytes);
}

it('names fact, hash and entry after a restart, in every place, and nothing else', async () => {
  const { loop, run, file } = await collected();
  expect((await loop.client.fact.verify({ run })).map(({ id, state }) => [id, state])).toEqual([
    ['F1', 'same'],
    ['F2', 'same'],
    ['F3', 'same'],
  ]);
  const found = changeByte(file);
  await loop.reopen();
  const { client } = loop;
  const [entry] = (await loop.entries(run)).filter(({ event }) => event.type === 'tool-call-ended');
  const broken = { run, payloadHash: HASH, state: 'changed', found, seq: entry?.seq, ms: expect.any(Number) };
  const whole = { id: 'F3', state: 'same', payloadHash: hashOf(WELLS.bytes) };
  expect(await client.fact.verify({})).toEqual([
    { id: 'F1', ...broken },
    { id: 'F2', ...broken },
    expect.objectContaining(whole),
  ]);
  expect(await client.fact.verify({ run, id: 'F2' })).toEqual([{ id: 'F2', ...broken }]);
  expect((await client.fact.show({ run, id: 'F2' })).check).toEqual({ id: 'F2', ...broken });
  await expect(client.blob.read({ hash: HASH })).rejects.toThrow('does not hold the bytes it is named after');
  const shown = await client.blob.read({ hash: HASH, unchecked: true });
  expect(shown).toMatchObject({ hashNow: found, text: fs.readFileSync(file, 'utf8') });

  const warrant = await commandLine(loop);
  const { code, out, err } = await warrant.run(['fact', 'verify', '--run', run]);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  const now = `payload ${HASH} hashes to ${found} now`;
  expect(err.split('\n').filter((line) => line.startsWith('payload'))).toEqual([
    `${now}; it is the ground of F1, F2 of run ${run} (entry ${entry?.seq})`,
  ]);
  const each = await warrant.run(['fact', 'verify', '--run', run, '--output', 'json']);
  expect((JSON.parse(each.out) as { state: string }[]).map(({ state }) => state)).toEqual([
    'changed',
    'changed',
    'same',
  ]);

  const fact = await warrant.run(['fact', 'show', `${run}/F2`]);
  expect(fact.code).toBe(1);
  expect(fact.out.split('\n')[0]).toMatch(new RegExp(`^This fact has no ground any more: ${now}`));
  expect(fact.out).toContain('value    not shown: its payload was changed');
  expect(fact.out).not.toMatch(/the same as when|value {4}\d/);
  const sound = await warrant.run(['fact', 'show', `${run}/F3`]);
  expect(sound).toMatchObject({ code: 0, out: expect.stringContaining('value    11145') });
});

it('names a payload that is gone', async () => {
  const { loop, run, file } = await collected();
  fs.rmSync(file);
  await loop.reopen();
  const states = (await loop.client.fact.verify({ run })).map(({ state, found }) => [state, found]);
  expect(states).toEqual([
    ['missing', undefined],
    ['missing', undefined],
    ['same', expect.any(String)],
  ]);
  const detail = await loop.client.fact.show({ run, id: 'F1' });
  expect(detail).toMatchObject({ check: { state: 'missing' } });
  expect(detail.value).toBeUndefined();
});

it('keeps payloads as long as an entry names them, and deletes them with their run', async () => {
  const { loop, run, file } = await collected();
  await loop.reopen();
  expect(fs.existsSync(file)).toBe(true);
  await loop.client.fact.list({});
  await loop.client.run.remove({ run });
  expect(await loop.client.fact.list({})).toEqual({ rows: [], total: 0 });
  await expect(loop.client.fact.show({ run, id: 'F1' })).rejects.toThrow('There is no run');
  // Bytes of the last minute are looked at again at the next start.
  await loop.reopen();
  expect(fs.existsSync(file)).toBe(false);
});
