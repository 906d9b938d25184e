import { afterEach, expect, test } from 'vitest';
import { openSafeStorageCipher } from './safe-storage-cipher.ts';
import { answers, safeStorage } from './testing.ts';

const modern = { ...safeStorage };
afterEach(() => {
  answers.keyStore = { available: true, backend: 'gnome_libsecret' };
  Object.assign(safeStorage, modern);
});

test.each([true, false])(
  'a text comes back as it was, and is kept in other bytes (async calls: %s)',
  async (present) => {
    if (!present) Object.assign(safeStorage, { encryptStringAsync: undefined });
    const cipher = await openSafeStorageCipher('linux');
    const kept = await cipher?.encrypt('sk-secret-ü');
    expect(cipher?.kind).toBe('os');
    expect(Buffer.from(kept ?? []).toString()).not.toContain('sk-secret');
    expect(await cipher?.decrypt(kept ?? new Uint8Array())).toEqual({ text: 'sk-secret-ü', aged: false });
  },
);

test('a text that the system wants encrypted anew is said to be aged', async () => {
  Object.assign(safeStorage, { decryptStringAsync: async () => ({ result: 'sk-secret', shouldReEncrypt: true }) });
  const cipher = await openSafeStorageCipher('linux');
  expect(await cipher?.decrypt(new Uint8Array())).toEqual({ text: 'sk-secret', aged: true });
});

test.each(['basic_text', 'unknown'])(
  'the backend %s counts as basic on Linux: its password is the same everywhere (K1)',
  async (backend) => {
    answers.keyStore.backend = backend;
    expect((await openSafeStorageCipher('linux'))?.kind).toBe('basic');
    expect((await openSafeStorageCipher('darwin'))?.kind).toBe('os');
  },
);

test('no key store is no cipher', async () => {
  answers.keyStore.available = false;
  expect(await openSafeStorageCipher('linux')).toBeUndefined();
});
