import { pipeline, type Readable } from 'node:stream';
import zlib from 'node:zlib';

/** What the guard asks for. `deflate` is read too where it comes unasked. */
export const ACCEPT_ENCODING = 'gzip, br, zstd';

/** More codings on top of each other are no honest answer. */
const MOST_CODINGS = 3;

const DECODERS: Readonly<
  Record<string, () => zlib.Gunzip | zlib.BrotliDecompress | zlib.Inflate | zlib.ZstdDecompress>
> = {
  gzip: () => zlib.createGunzip(),
  'x-gzip': () => zlib.createGunzip(),
  deflate: () => zlib.createInflate(),
  br: () => zlib.createBrotliDecompress(),
  zstd: () => zlib.createZstdDecompress(),
};

function joined(pieces: readonly Buffer[]): Uint8Array {
  const { buffer, byteOffset, length } = Buffer.concat(pieces);
  return new Uint8Array(buffer, byteOffset, length);
}

/**
 * Reads a body, decoded, up to a number of decoded bytes: what comes after is cut and said to be, and no more of it is
 * unpacked than the cap and one piece (rules S24, rows A6.6, U60). Rejects for a coding that is not known or a body that
 * is broken.
 * @param codings the `Content-Encoding` of the answer
 */
export async function readBody(
  body: Readable,
  codings: string,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; truncated: boolean }> {
  const names = codings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (names.length > MOST_CODINGS) throw new Error('the answer is packed too many times over');
  let stream = body;
  for (const name of names.toReversed()) {
    const decoder = Object.hasOwn(DECODERS, name) ? DECODERS[name]?.() : undefined;
    if (!decoder) throw new Error('the answer is packed in a way that is not known');
    // A fault ends the reading below, with the same error.
    pipeline(stream, decoder, () => undefined);
    stream = decoder;
  }
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    const room = maxBytes - length;
    if (piece.length > room) {
      pieces.push(piece.subarray(0, room));
      return { bytes: joined(pieces), truncated: true };
    }
    pieces.push(piece);
    length += piece.length;
  }
  return { bytes: joined(pieces), truncated: false };
}
