import { safeStorage } from 'electron';
import type { Cipher } from '../host/ports.ts';

/**
 * The system's key store as the host's cipher: the newer calls that do not block where this Electron has them, else the
 * older ones. Resolves to undefined where there is no key store.
 * On Linux without a secret service Electron encrypts with a password that is the same everywhere and calls it
 * `basic_text`; that is said, because it protects nothing (K1). Call when Electron is ready.
 */
export async function openSafeStorageCipher(platform: NodeJS.Platform): Promise<Cipher | undefined> {
  const calls = typeof safeStorage.encryptStringAsync === 'function' ? asyncCalls() : blockingCalls();
  if (!(await calls.isAvailable())) return undefined;
  return { kind: isBasic(platform) ? 'basic' : 'os', encrypt: calls.encrypt, decrypt: calls.decrypt };
}

function isBasic(platform: NodeJS.Platform): boolean {
  if (platform !== 'linux') return false;
  const backend = safeStorage.getSelectedStorageBackend();
  return backend === 'basic_text' || backend === 'unknown';
}

function asyncCalls() {
  return {
    isAvailable: () => safeStorage.isAsyncEncryptionAvailable(),
    encrypt: (text: string): Promise<Uint8Array> => safeStorage.encryptStringAsync(text),
    decrypt: async (bytes: Uint8Array): Promise<{ text: string; aged: boolean }> => {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(Buffer.from(bytes));
      return { text: result, aged: shouldReEncrypt };
    },
  };
}

function blockingCalls() {
  return {
    isAvailable: async (): Promise<boolean> => safeStorage.isEncryptionAvailable(),
    encrypt: async (text: string): Promise<Uint8Array> => safeStorage.encryptString(text),
    decrypt: async (bytes: Uint8Array): Promise<{ text: string; aged: boolean }> => ({
      text: safeStorage.decryptString(Buffer.from(bytes)),
      aged: false,
    }),
  };
}
