import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Host } from '../host/host.ts';
import { openStore } from '../host/store/store.ts';
import { countingClock } from '../host/store/testing.ts';
import { appendSealedRun, SEALED_RUN } from '../host/testing/bundle-fixture.ts';
import { type CommandResult, commandOn } from '../host/testing/command-on.ts';
import { makeTestHome, openTestHost, removeTestHome, type TestClient } from '../host/testing/test-home.ts';
import { errorLine } from './error-text.ts';
import { UsageError } from './exit-codes.ts';

const places = makeTestHome();
let host: Host;
let client: TestClient;
let payloads: string[];
beforeAll(async () => {
  const store = openStore(places.dataFolder, countingClock());
  payloads = await appendSealedRun(store.log, store.blobs, 3);
  store.close();
  const sandbox = { node: process.execPath, script: '', modules: '' };
  ({ host, client } = await openTestHost(places, { passphrase: 'four words of passphrase', sandbox }));
});
afterAll(async () => {
  await host.close();
  removeTestHome(places);
});

const command = (...words: string[]): Promise<CommandResult> => commandOn(host, places.home, words);
const refusal = (...words: string[]) => command(...words).then(String, (error: unknown) => error);
const at = (name: string) => path.join(places.home, name);

it('exports a bundle that is whole, private, and named by length and head', async () => {
  const { code, out, err } = await command('export', SEALED_RUN, '--bundle', 'a.warrant');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(
    /^sealed 15 entries, 9 facts, 4 payloads in .*a\.warrant\nlength {2}15\nhead {4}[0-9a-f]{64}\nseal /,
  );
  expect(out).toContain('Note length and head elsewhere');
  expect(fs.statSync(at('a.warrant')).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(places.home).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  const { head } = JSON.parse((await command('verify', 'a.warrant', '--output', 'json')).out);
  expect(out).toContain(`head    ${head}`);
  const checked = await command('verify', 'a.warrant', '--head', head, '--length', '15');
  expect(checked.code).toBe(0);
  expect(checked.out).toContain('whole: 15 entries');
  expect(checked.out).not.toContain('Cut tail');
  expect((await command('verify', 'a.warrant', '--length', '16')).code).toBe(1);
});

it('replaces no file unless it is told to', async () => {
  fs.writeFileSync(at('mine.txt'), 'mine');
  expect(errorLine(await refusal('export', SEALED_RUN, '--bundle', 'mine.txt'))).toMatch(/mine\.txt is there already/);
  expect(fs.readFileSync(at('mine.txt'), 'utf8')).toBe('mine');
  expect((await command('export', SEALED_RUN, '--bundle', 'mine.txt', '--force')).code).toBe(0);
  expect((await command('verify', 'mine.txt')).code).toBe(0);
});

it('leaves nothing where a run is not there or the place can’t be written to', async () => {
  expect(errorLine(await refusal('export', 'nothing', '--bundle', 'b.warrant'))).toMatch(/There is no run nothing/);
  expect(errorLine(await refusal('export', SEALED_RUN, '--bundle', 'no/such/b.warrant'))).toMatch(/does not exist/);
  expect(fs.existsSync(at('b.warrant'))).toBe(false);
});

it('writes nothing into the data folder, by whatever path (P18)', async () => {
  fs.mkdirSync(at('data/logs'), { recursive: true });
  fs.symlinkSync(at('data/logs'), at('link'));
  for (const name of ['data/b.warrant', 'data/logs/b.warrant', 'link/b.warrant', 'x/../data/b.warrant']) {
    const refused = await refusal('export', SEALED_RUN, '--bundle', name, '--force');
    expect(refused, name).toBeInstanceOf(UsageError);
    expect(errorLine(refused)).toMatch(/The bundle can’t be written .* it lies in the data folder/);
  }
  expect(fs.readdirSync(at('data/logs'))).toEqual([]);
  expect(fs.readdirSync(at('data'))).toEqual(['logs']);
});

it('signs with a key that stays the same, and verify can demand it', async () => {
  const first = await command('export', SEALED_RUN, '--bundle', 'signed.warrant', '--sign', '--output', 'json');
  const again = await command('export', SEALED_RUN, '--bundle', 'again.warrant', '--sign', '--output', 'json');
  const { signedBy, signature } = JSON.parse(first.out);
  expect(signature).toBe('good');
  expect(JSON.parse(again.out).signedBy).toBe(signedBy);
  const spelled = signedBy.toUpperCase().replace(/..(?=.)/g, '$&:');
  const demanded = await command('verify', 'signed.warrant', '--key', spelled);
  expect(demanded).toMatchObject({ code: 0, out: expect.stringContaining('the signature holds') });
  expect(demanded.out).not.toContain('note:');
  expect((await command('verify', 'signed.warrant', '--key', 'a'.repeat(64))).code).toBe(1);
  expect((await command('verify', 'a.warrant', '--key', signedBy)).out).toContain('It is not signed.');
  expect(await client.secret.list()).toEqual([]);
});

it('says where the fault is, in words and as JSON, and ends with 1', async () => {
  const text = fs.readFileSync(at('a.warrant'), 'utf8');
  fs.writeFileSync(at('altered.warrant'), text.replace('"ms":12', '"ms":21'));
  const { code, out } = await command('verify', 'altered.warrant');
  expect(code).toBe(1);
  expect(out).toMatch(
    /NOT WHOLE.*\n[\s\S]*line \d+: entry 5 \(tool-call-ended\): It is not as it was sealed\. Hash on record/,
  );
  const report = JSON.parse((await command('verify', 'altered.warrant', '--output', 'json')).out);
  expect(report).toMatchObject({ whole: false, faults: [{ kind: 'entry', seq: 5 }] });
});

it('prints nothing that a bundle puts in its words to steer a terminal', async () => {
  const text = fs.readFileSync(at('a.warrant'), 'utf8');
  fs.writeFileSync(at('steer.warrant'), text.replaceAll('Cities by the sea', 'Cities\u009b2J by the sea'));
  const { out } = await command('verify', 'steer.warrant');
  expect(/\p{Cc}/u.test(out.replaceAll('\n', ''))).toBe(false);
});

it.each([
  [['verify', 'nothing.warrant'], 'nothing.warrant can’t be read: it does not exist'],
  [['verify', 'a.warrant', '--head', 'abc'], 'a head is 64 hex digits'],
  [['verify', 'a.warrant', '--key', 'nothing.pem'], 'is no fingerprint of 64 hex digits and no file'],
  [['verify', 'a.warrant', '--key', 'a.warrant'], 'holds no public key in PEM'],
])('%j is a wrong command line', async (words, why) => {
  const fault = await refusal(...words);
  expect(fault).toBeInstanceOf(UsageError);
  expect(errorLine(fault)).toContain(why);
});

it('ends with 2 for a file that is no bundle, and says what it is', async () => {
  fs.writeFileSync(at('x.zip'), Buffer.from('PK\u0003\u0004rest'));
  expect(await command('verify', 'x.zip')).toMatchObject({ code: 2, out: expect.stringContaining('a ZIP archive') });
});

it('checks a bundle that a page sends in pieces, and forgets it', async () => {
  const text = fs.readFileSync(at('a.warrant'), 'utf8');
  const { id } = await client.bundle.begin();
  for (let from = 0; from < text.length; from += 5000)
    await client.bundle.add({ id, text: text.slice(from, from + 5000) });
  expect(await client.bundle.end({ id, length: 15 })).toMatchObject({ whole: true, compared: { length: 'same' } });
  await expect(client.bundle.end({ id })).rejects.toMatchObject({ data: { code: 'not-found' } });
  const open = await Promise.all([1, 2, 3, 4].map(() => client.bundle.begin()));
  await expect(client.bundle.begin()).rejects.toMatchObject({ data: { code: 'conflict' } });
  for (const each of open) await client.bundle.end(each);
});

it('exports what is there where a payload was altered in the store, says so, and ends with 1', async () => {
  const name = payloads[1] ?? '';
  const file = path.join(places.dataFolder, 'blobs', name.slice(0, 2), name);
  const bytes = fs.readFileSync(file);
  fs.chmodSync(file, 0o600);
  bytes[40] = (bytes[40] ?? 0) ^ 1;
  fs.writeFileSync(file, bytes);
  const { code, err } = await command('export', SEALED_RUN, '--bundle', 'broken.warrant');
  expect(code).toBe(1);
  expect(err).toContain(`in the store already: line`);
  expect(err).toContain(name);
  const checked = await command('verify', 'broken.warrant');
  expect(checked.code).toBe(1);
  expect(checked.out).toContain(
    `payload ${name}: Its bytes are not those of its name: they were altered. F4, F5, F6 rest on it.`,
  );
});
