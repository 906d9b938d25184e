import { createPublicKey, hash, verify } from 'node:crypto';
import type { Hash } from '#contract/ids';
import { signedBytes } from './bundle-format.ts';
import { field } from './sealed-line.ts';

/** The fingerprint of a public key: SHA-256 of its SPKI form, lower-case hex. */
export function fingerprintOf(spki: Uint8Array): string {
  return hash('sha256', spki, 'hex');
}

/** The fingerprint that a person gives: hex in any case, with or without colons and spaces. */
export function readFingerprint(text: string): string {
  return text
    .replace(/^sha256:/i, '')
    .replaceAll(/[:\s]/g, '')
    .toLowerCase();
}

/**
 * Checks the signature of a seal.
 * @param body what the hash of the seal's line covers
 * @param previous hashes that the line before may have
 */
export function checkSignature(
  body: Buffer,
  seal: unknown,
  previous: readonly Hash[],
): { signature: 'none' | 'good' | 'bad'; signedBy?: string } {
  const signature = field(seal, 'signature');
  if (signature === undefined) return { signature: 'none' };
  const [key, value] = [field(signature, 'key'), field(signature, 'value')];
  if (typeof key !== 'string' || typeof value !== 'string') return { signature: 'bad' };
  const spki = Buffer.from(key, 'base64');
  const signedBy = fingerprintOf(spki);
  const text = body.toString('utf8', 0, Math.max(0, body.indexOf(',"signature":')));
  try {
    const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    const good =
      publicKey.asymmetricKeyType === 'ed25519' &&
      previous.some((hash) => verify(null, signedBytes(hash, text), publicKey, Buffer.from(value, 'base64')));
    return { signature: good ? 'good' : 'bad', signedBy };
  } catch {
    // No key at all: whoever wrote it, it proves nothing.
    return { signature: 'bad', signedBy };
  }
}
