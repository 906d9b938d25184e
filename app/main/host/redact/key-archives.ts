import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** What a PKCS#12 archive begins with after its length, in a text that has a character for each byte: version 3, data. */
export const KEY_ARCHIVE = Buffer.from('0201033082', 'hex').toString('latin1');
/** What comes before that, and the length of it all. */
const FRAME = 4;
/** Passwords that everybody knows: none, and the one that a cloud gives all its archives. */
const KNOWN_PASSWORDS = ['notasecret', ''];
const MOST_ARCHIVES = 4;
const MOST_ROUNDS = 10_000;

const DIGESTS = new Map([
  ['2b0e03021a', { name: 'sha1', block: 64 }],
  ['608648016503040201', { name: 'sha256', block: 64 }],
  ['608648016503040202', { name: 'sha384', block: 128 }],
  ['608648016503040203', { name: 'sha512', block: 128 }],
]);

interface Part {
  content: Buffer;
  end: number;
}

/** One element of DER at `at`: its content and where the next begins. Undefined where the bytes are not there. */
function partAt(bytes: Buffer, at: number): Part | undefined {
  const first = bytes[at + 1];
  if (first === undefined) return undefined;
  const more = first < 0x80 ? 0 : first & 0x7f;
  if (more > 4 || at + 2 + more > bytes.length) return undefined;
  const length = more === 0 ? first : bytes.readUIntBE(at + 2, more);
  const start = at + 2 + more;
  return start + length > bytes.length
    ? undefined
    : { content: bytes.subarray(start, start + length), end: start + length };
}

/** The elements inside one. */
function partsOf(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const part = partAt(bytes, at);
    if (!part) break;
    parts.push(part.content);
    at = part.end;
  }
  return parts;
}

const filled = (bytes: Buffer, block: number): Buffer =>
  Buffer.alloc(Math.ceil(bytes.length / block) * block, bytes.length === 0 ? undefined : bytes);

/** The key of an archive's seal (RFC 7292, appendix B, purpose 3), of the digest's own length. */
function sealKey(password: string, salt: Buffer, rounds: number, digest: { name: string; block: number }): Buffer {
  const letters = Buffer.from(`${password}\0`, 'utf16le').swap16();
  let key: Buffer = Buffer.concat([
    Buffer.alloc(digest.block, 3),
    filled(salt, digest.block),
    filled(letters, digest.block),
  ]);
  for (let round = 0; round < rounds; round++) key = createHash(digest.name).update(key).digest();
  return key;
}

/** Whether the seal of an archive's bytes was made with a password that everybody knows. */
function opensForEverybody(archive: Buffer): boolean {
  const [, safe = Buffer.alloc(0), seal = Buffer.alloc(0)] = partsOf(archive);
  const data = partAt(partsOf(safe)[1] ?? Buffer.alloc(0), 0)?.content;
  const [info = Buffer.alloc(0), salt, rounds] = partsOf(seal);
  const [algorithm = Buffer.alloc(0), value] = partsOf(info);
  const digest = DIGESTS.get(partsOf(algorithm)[0]?.toString('hex') ?? '');
  const count =
    rounds && rounds.length <= 4 ? Number.parseInt(rounds.toString('hex') || '1', 16) : rounds ? Infinity : 1;
  if (!data || !value || !salt || !digest || count > MOST_ROUNDS) return false;
  return KNOWN_PASSWORDS.some((password) => {
    const made = createHmac(digest.name, sealKey(password, salt, count, digest))
      .update(data)
      .digest();
    return made.length === value.length && timingSafeEqual(made, value);
  });
}

/**
 * Archives of keys in a text that has a character for each byte, where the password is one that everybody knows: such a
 * key is as open as one without armour. One behind a password of its own is left alone.
 */
export function findKeyArchives(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let at = text.indexOf(KEY_ARCHIVE);
  for (let tries = 0; at >= 0 && tries < MOST_ARCHIVES; tries++) {
    const start = at - FRAME;
    const archive = partAt(Buffer.from(text.slice(Math.max(0, start), start + 0xffff + FRAME), 'latin1'), 0);
    if (start >= 0 && archive && opensForEverybody(archive.content)) found.push({ start, end: start + archive.end });
    at = text.indexOf(KEY_ARCHIVE, at + 1);
  }
  return found;
}
