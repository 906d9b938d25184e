import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { WarrantError } from '#contract/errors';
import type { SecretVault } from '../store/secret-vault.ts';
import { fingerprintOf } from './check-signature.ts';

/** Its name in the vault. A name with a colon is none of a person's secrets and is not listed among them. */
const NAME = 'bundle-key:ed25519';

/** Signs with this installation's key. `key`: the public key in its SPKI form. */
export interface Signer {
  key: Uint8Array;
  fingerprint: string;
  sign(bytes: Uint8Array): Uint8Array;
}

/**
 * The key that this installation signs bundles with, made on first use and kept in the vault. Throws `unavailable` where
 * the vault can't keep it or can't be opened: a key that ends with the program would prove nothing later.
 */
export async function openSigner(vault: SecretVault): Promise<Signer> {
  if (vault.state === 'session' || vault.state === 'unreadable')
    throw new WarrantError('unavailable', `The bundle can’t be signed: the key could not be kept. ${vault.detail}`);
  const kept = await vault.reveal(NAME);
  const value =
    kept ?? generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  if (kept === undefined) await vault.set({ name: NAME }, value);
  const privateKey: KeyObject = createPrivateKey({ key: Buffer.from(value, 'base64'), format: 'der', type: 'pkcs8' });
  const key = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { key, fingerprint: fingerprintOf(key), sign: (bytes) => sign(null, bytes, privateKey) };
}
