import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import * as z from 'zod';
import type { Cipher } from '../ports.ts';

/** What a sealed value is bound to: it opens for this name and origin only. */
interface SealedFor {
  name: string;
  origin: string | undefined;
}

/** A value, and whether it is to be sealed anew because the key has been replaced. */
export interface Opened {
  value: string;
  aged: boolean;
}

/** Seals values for the vault file. `open` rejects for a wrong key, and for a text that was changed or moved. */
export interface Sealer {
  seal(what: SealedFor, value: string): Promise<string>;
  open(what: SealedFor, sealed: string): Promise<Opened>;
}

/** 128 MiB and about half a second for each guess of the passphrase. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 } as const;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealer under a passphrase: scrypt for the key, AES-256-GCM for each value, name and origin authenticated with it. */
export async function passphraseSealer(passphrase: string, salt: Uint8Array): Promise<Sealer> {
  const key = await new Promise<Buffer>((resolve, reject) =>
    scrypt(passphrase.normalize('NFKC'), salt, 32, SCRYPT, (error, derived) =>
      error ? reject(error) : resolve(derived),
    ),
  );
  const bound = (what: SealedFor) => Buffer.from(JSON.stringify(['warrant vault 1', what.name, what.origin ?? null]));
  return {
    async seal(what, value) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound(what));
      const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    async open(what, sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
        .setAAD(bound(what))
        .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return { value: Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8'), aged: false };
    },
  };
}

const Packed = z.strictObject({ name: z.string(), origin: z.string().nullable(), value: z.string() });

/** A sealer over the system's key store. Name and origin are sealed with the value, and compared when it is opened. */
export function systemSealer(cipher: Cipher): Sealer {
  return {
    async seal({ name, origin }, value) {
      const packed = JSON.stringify({ name, origin: origin ?? null, value });
      return Buffer.from(await cipher.encrypt(packed)).toString('base64');
    },
    async open({ name, origin }, sealed) {
      const { text, aged } = await cipher.decrypt(Buffer.from(sealed, 'base64'));
      const packed = Packed.parse(JSON.parse(text));
      if (packed.name !== name || packed.origin !== (origin ?? null))
        throw new Error(`what is kept as secret ${name} was sealed as another one`);
      return { value: packed.value, aged };
    },
  };
}
