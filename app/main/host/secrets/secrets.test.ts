import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SecretUse } from '#contract/permission';
import { Journal } from '../store/journal.ts';
import { SecretVault } from '../store/secret-vault.ts';
import { countingClock, type OpenedLog, openLog, temporaryFolder } from '../store/testing.ts';
import { secretOrigin } from './secret-origin.ts';
import { Secrets } from './secrets.ts';
import { weakness } from './weak-value.ts';

const ORIGIN = 'https://api.example.com';
const VALUE = 'tracker-value-1';

let place: ReturnType<typeof temporaryFolder>;
let log: OpenedLog;
let vault: SecretVault;
let journal: Journal;
let secrets: Secrets;

beforeEach(async () => {
  place = temporaryFolder();
  log = openLog(place.folder);
  journal = new Journal(log.log, (fault) => {
    throw fault;
  });
  vault = await SecretVault.open({
    dataFolder: place.folder,
    cipher: undefined,
    passphrase: undefined,
    now: countingClock(),
  });
  secrets = await Secrets.open(vault, journal);
});

afterEach(() => {
  log.close();
  place.remove();
});

describe('names and values', () => {
  it('shows name, origin in its one spelling, date and who asks for it, and no value', async () => {
    const row = await secrets.set({ name: 'tracker.key', origin: 'HTTPS://API.example.com:443/', value: VALUE });
    expect(row).toEqual({
      name: 'tracker.key',
      origin: ORIGIN,
      createdAt: 1_700_000_001_000,
      agents: [],
      kept: true,
    });
    expect(secrets.list()).toEqual([row]);
    expect(JSON.stringify(log.log.read('catalog'))).not.toContain(VALUE);
  });

  it.each(['', '.', '..', 'a b', 'model-key:openai', 'a/b', 'ä', 'x'.repeat(65)])(
    'refuses the name %j',
    async (name) => {
      await expect(secrets.set({ name, value: VALUE })).rejects.toMatchObject({ code: 'bad-input' });
      expect(vault.list()).toEqual([]);
    },
  );

  it('refuses a value that can’t be told from other text, saying why and not the value', async () => {
    for (const value of ['short', '      ', 'aaaaaaaa', 'tool-call-ended', 'callId', 'secret']) {
      const fault = await secrets.set({ name: 'weak', value }).catch((error: unknown) => error);
      expect(fault).toMatchObject({
        code: 'bad-input',
        message: expect.stringMatching(/^The value of weak can’t be kept: /),
      });
    }
    expect(weakness('short')).toContain('fewer than 6 characters');
    expect(weakness(VALUE)).toBeUndefined();
  });

  it('does not list the keys of model providers, and removes none of them', async () => {
    await vault.set({ name: 'model-key:openai' }, 'sk-provider-key');
    secrets = await Secrets.open(vault, journal);
    expect(secrets.list()).toEqual([]);
    await expect(secrets.remove('model-key:openai')).rejects.toMatchObject({ code: 'not-found' });
    expect(await vault.reveal('model-key:openai')).toBe('sk-provider-key');
  });

  it('removes value and name', async () => {
    await secrets.set({ name: 'tracker', value: VALUE });
    await secrets.remove('tracker');
    expect([secrets.list(), await vault.reveal('tracker')]).toEqual([[], undefined]);
    await expect(secrets.remove('tracker')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a crash between value and name', () => {
  it('while it was set: the value is there, so it gets its name', async () => {
    const secret = await vault.set({ name: 'tracker', origin: ORIGIN }, VALUE);
    secrets = await Secrets.open(vault, journal);
    expect(secrets.list()).toEqual([{ ...secret, agents: [], kept: true }]);
  });

  it('while it was replaced: the name says the date and the origin of the value that is there', async () => {
    await secrets.set({ name: 'tracker', origin: ORIGIN, value: VALUE });
    const secret = await vault.set({ name: 'tracker' }, 'tracker-value-2');
    secrets = await Secrets.open(vault, journal);
    expect(secrets.list()).toEqual([{ ...secret, agents: [], kept: true }]);
  });

  it('while it was removed: the value is gone, so the name goes too', async () => {
    await secrets.set({ name: 'tracker', value: VALUE });
    await vault.remove('tracker');
    secrets = await Secrets.open(vault, journal);
    expect([secrets.list(), journal.catalog.secrets.size]).toEqual([[], 0]);
  });
});

describe('versions (A18.5)', () => {
  it('give a retry the value it was given first, also after it was replaced, and a new use the new one', async () => {
    await secrets.set({ name: 'tracker', value: VALUE });
    const first = await secrets.reveal('tracker');
    await secrets.set({ name: 'tracker', value: 'tracker-value-2' });
    expect(await secrets.reveal('tracker', first.version)).toEqual(first);
    expect((await secrets.reveal('tracker')).value).toBe('tracker-value-2');
  });

  it('that are gone are said to be gone, after a restart and after a removal', async () => {
    await secrets.set({ name: 'tracker', value: VALUE });
    const { version } = await secrets.reveal('tracker');
    await secrets.set({ name: 'tracker', value: 'tracker-value-2' });
    const restarted = await Secrets.open(vault, journal);
    await expect(restarted.reveal('tracker', version)).rejects.toMatchObject({ code: 'conflict' });
    await secrets.remove('tracker');
    await expect(secrets.reveal('tracker', version)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('differ however fast a value is replaced', async () => {
    const still = await SecretVault.open({
      dataFolder: place.folder,
      cipher: undefined,
      passphrase: undefined,
      now: () => 7,
    });
    const dates = [await still.set({ name: 'a' }, 'one-value'), await still.set({ name: 'a' }, 'two-value')];
    expect(dates.map(({ createdAt }) => createdAt)).toEqual([7, 8]);
  });
});

describe('a header (A18.4, K4)', () => {
  const use: SecretUse = { secret: 'tracker', as: 'header', header: 'Authorization', origin: ORIGIN };
  beforeEach(() => secrets.set({ name: 'tracker', origin: ORIGIN, value: VALUE }));

  it.each([`${ORIGIN}/`, `${ORIGIN}/v1?a=b#c`, `${ORIGIN}:443/v1`, 'https://API.EXAMPLE.COM/v1'])(
    'goes to %s',
    async (url) => {
      expect(await secrets.headerFor(use, url)).toEqual({ header: 'Authorization', value: VALUE });
    },
  );

  it.each([
    'http://api.example.com/',
    'https://api.example.com:8443/',
    'https://api.example.com.evil.net/',
    'https://evil.net/?https://api.example.com',
    'https://sub.api.example.com/',
    'https://api.example.com@evil.net/',
    'https://evil.net\\@api.example.com/',
    'https://user:name@api.example.com/',
    'https://api.example.com./',
    'wss://api.example.com/',
    'data:text/plain,https://api.example.com/',
    'not an address',
    '',
  ])('does not go to %s', async (url) => {
    const answer = await secrets.headerFor(use, url);
    expect(answer).toMatchObject({ refused: expect.any(String) });
    expect(JSON.stringify(answer)).not.toContain(VALUE);
  });

  it('does not go where the agent asks for it, if the secret is bound to another origin', async () => {
    const elsewhere = { ...use, origin: 'https://evil.net' };
    for (const url of ['https://evil.net/', `${ORIGIN}/`])
      expect(await secrets.headerFor(elsewhere, url)).toMatchObject({ refused: expect.any(String) });
  });

  it('of a secret without an origin goes to the one its binding names', async () => {
    await secrets.set({ name: 'free', value: 'free-value-1' });
    const free = { ...use, secret: 'free' };
    expect(await secrets.headerFor(free, `${ORIGIN}/x`)).toMatchObject({ value: 'free-value-1' });
    expect(await secrets.headerFor(free, 'https://evil.net/')).toMatchObject({ refused: expect.any(String) });
  });

  it('carries no value that would add lines, has no name that would, and none that is not kept', async () => {
    await secrets.set({ name: 'lines', origin: ORIGIN, value: 'value\r\nX-Other: 1' });
    for (const wrong of [
      { ...use, secret: 'lines' },
      { ...use, header: 'A: b\r\nC' },
      { ...use, secret: 'nothing' },
      { secret: 'tracker', as: 'value' as const },
    ])
      expect(await secrets.headerFor(wrong, `${ORIGIN}/`)).toMatchObject({ refused: expect.any(String) });
  });
});

it('takes an origin and nothing more or less', () => {
  expect(secretOrigin('http://127.0.0.1:8080')).toBe('http://127.0.0.1:8080');
  for (const text of [
    'api.example.com',
    'http://api.example.com',
    'https://api.example.com/v1',
    'https://api.example.com/?',
    'https://api.example.com/#',
    'https://me@api.example.com',
    'https://*.example.com',
    'file:///etc/passwd',
    'https://',
    '',
  ])
    expect(() => secretOrigin(text), text).toThrow(expect.objectContaining({ code: 'bad-input' }));
});
