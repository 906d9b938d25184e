import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Cipher } from '../ports.ts';
import { SecretVault } from './secret-vault.ts';
import { countingClock, temporaryFolder } from './testing.ts';

let place: ReturnType<typeof temporaryFolder>;
let file: string;

beforeEach(() => {
  place = temporaryFolder();
  file = path.join(place.folder, 'vault.json');
});

afterEach(() => place.remove());

/** Stands for a key store of the system: masks with a key that only it knows, and knows what it made. */
function keyStore(kind: Cipher['kind'] = 'os'): Cipher {
  const mask = randomBytes(4096);
  const masked = (bytes: Uint8Array) => bytes.map((byte, at) => byte ^ (mask[at] ?? 0));
  return {
    kind,
    encrypt: async (text) => masked(Buffer.from(text)),
    decrypt: async (bytes) => ({ text: Buffer.from(masked(bytes)).toString('utf8'), aged: false }),
  };
}

const open = (cipher?: Cipher, passphrase?: string) =>
  SecretVault.open({ dataFolder: place.folder, cipher, passphrase, now: countingClock() });

it('keeps values under a passphrase, with names, origins and dates readable and values not', async () => {
  const first = await open(undefined, 'correct horse');
  expect([first.state, first.detail]).toEqual(['passphrase', '']);
  await first.set({ name: 'openai', origin: 'https://api.openai.com' }, 'sk-canary-1');
  await first.set({ name: 'other' }, 'sk-canary-2');
  expect(fs.readFileSync(file, 'utf8')).not.toContain('canary');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);

  const second = await open(keyStore(), 'correct horse');
  expect(second.state).toBe('passphrase');
  expect(second.list()).toEqual([
    { name: 'openai', origin: 'https://api.openai.com', createdAt: 1_700_000_001_000 },
    { name: 'other', createdAt: 1_700_000_002_000 },
  ]);
  expect(await second.reveal('openai')).toBe('sk-canary-1');
  expect(await second.reveal('other')).toBe('sk-canary-2');
  expect(await second.reveal('nothing')).toBeUndefined();
});

it('keeps values in the key store of the system', async () => {
  const system = keyStore();
  const first = await open(system);
  expect(first.state).toBe('os');
  await first.set({ name: 'a', origin: 'https://a.example' }, 'value ä');
  const second = await open(system);
  expect(await second.reveal('a')).toBe('value ä');
});

it('writes nothing where there is neither a key store nor a passphrase, and says so (K1)', async () => {
  for (const vault of [await open(), await open(keyStore('basic'))]) {
    expect(vault.state).toBe('session');
    expect(vault.detail).toContain('only until Warrant ends');
    await vault.set({ name: 'a' }, 'value');
    expect(await vault.reveal('a')).toBe('value');
    expect(fs.existsSync(file)).toBe(false);
  }
  expect((await open()).list()).toEqual([]);
});

it('seals everything anew once the key of the system has been replaced, and keeps names and dates', async () => {
  const system = keyStore();
  const first = await open(system);
  const secret = await first.set({ name: 'a' }, 'first-value');
  const before = fs.readFileSync(file, 'utf8');
  const next = keyStore();
  const replaced: Cipher = {
    ...next,
    decrypt: async (bytes) => {
      const { text } = await next.decrypt(bytes);
      return text.startsWith('{') ? { text, aged: false } : { ...(await system.decrypt(bytes)), aged: true };
    },
  };
  const told: string[] = [];
  const second = await open(replaced);
  expect(await second.watch((name, value) => told.push(`${name} ${value}`))).toEqual([]);
  expect([second.list(), told]).toEqual([[secret], ['a first-value']]);
  expect(fs.readFileSync(file, 'utf8')).not.toContain(JSON.parse(before).secrets[0].sealed);
  expect(await (await open(next)).reveal('a')).toBe('first-value');
});

it('tells of every value before it can be used, and of those that can’t be opened', async () => {
  const system = keyStore();
  const vault = await open(system);
  const told: string[] = [];
  await vault.set({ name: 'a' }, 'first-value');
  await vault.watch((name, value) => told.push(`${name} ${value}`));
  await vault.set({ name: 'b' }, 'second-value');
  expect(told).toEqual(['a first-value', 'b second-value']);
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('"name": "b"', '"name": "c"'));
  expect(await (await open(system)).watch(() => {})).toEqual(['c']);
});

it('refuses every use of a vault it can’t open, and leaves the file as it is', async () => {
  const system = keyStore();
  await (await open(system)).set({ name: 'a' }, 'value');
  const ofSystem = fs.readFileSync(file, 'utf8');
  fs.rmSync(file);
  await (await open(undefined, 'right')).set({ name: 'a' }, 'value');
  const ofPassphrase = fs.readFileSync(file, 'utf8');
  const cases: [string, Cipher | undefined, string | undefined, string][] = [
    [ofPassphrase, undefined, 'wrong', 'passphrase does not open'],
    [ofPassphrase, system, undefined, 'Give it in WARRANT_PASSPHRASE'],
    [ofSystem, undefined, 'right', 'can’t be reached here'],
    [ofSystem, keyStore('basic'), undefined, 'can’t be reached here'],
    [ofSystem, keyStore(), undefined, 'does not open the vault'],
    [ofPassphrase.slice(0, -20), undefined, 'right', 'damaged'],
    ['', undefined, 'right', 'damaged'],
    ['{"format":2}', undefined, 'right', 'damaged'],
  ];
  for (const [text, cipher, passphrase, detail] of cases) {
    fs.writeFileSync(file, text);
    const vault = await open(cipher, passphrase);
    expect([vault.state, vault.detail]).toEqual(['unreadable', expect.stringContaining(detail)]);
    await expect(vault.set({ name: 'b' }, 'new')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(vault.remove('a')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(vault.reveal('a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
  }
});

it('does not open a value under another name or origin', async () => {
  for (const [cipher, passphrase] of [
    [keyStore(), undefined],
    [undefined, 'right'],
  ] as const) {
    const vault = await open(cipher, passphrase);
    await vault.set({ name: 'bank', origin: 'https://bank.example' }, 'value');
    const stored = fs.readFileSync(file, 'utf8');
    for (const [from, to] of [
      ['https://bank.example', 'https://attacker.example'],
      ['"bank"', '"news"'],
    ] as const) {
      fs.writeFileSync(file, stored.replace(from, to));
      const moved = await open(cipher, passphrase);
      const [secret] = moved.list();
      await expect(moved.reveal(secret?.name ?? '')).rejects.toMatchObject({ code: 'unavailable' });
    }
    fs.rmSync(file);
  }
});

it('overwrites what was sealed when a secret is removed or replaced (K9)', async () => {
  const vault = await open(keyStore());
  await vault.set({ name: 'a' }, 'first');
  const sealed = JSON.parse(fs.readFileSync(file, 'utf8')).secrets[0].sealed as string;
  const old = fs.openSync(file, 'r');
  await vault.set({ name: 'a' }, 'second');
  expect(fs.readFileSync(old).includes(sealed)).toBe(false);
  fs.closeSync(old);
  expect(await vault.remove('a')).toBe(true);
  expect(await vault.remove('a')).toBe(false);
  expect(await vault.reveal('a')).toBeUndefined();
  expect(JSON.parse(fs.readFileSync(file, 'utf8')).secrets).toEqual([]);
  expect(fs.readdirSync(place.folder)).toEqual(['vault.json']);
});

it('keeps every one of many secrets set at the same time', async () => {
  const system = keyStore();
  const vault = await open(system);
  const names = Array.from({ length: 20 }, (_, n) => `secret-${n}`);
  await Promise.all(names.map((name) => vault.set({ name }, `value of ${name}`)));
  const again = await open(system);
  expect(again.list().map((secret) => secret.name)).toEqual(names);
  expect(await again.reveal('secret-13')).toBe('value of secret-13');
});

it('takes neither an empty name nor an empty value', async () => {
  const vault = await open(keyStore());
  await expect(vault.set({ name: '' }, 'x')).rejects.toMatchObject({ code: 'bad-input' });
  await expect(vault.set({ name: 'x' }, '')).rejects.toMatchObject({ code: 'bad-input' });
});
