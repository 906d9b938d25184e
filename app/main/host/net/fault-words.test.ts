import net from 'node:net';
import { Readable } from 'node:stream';
import tls from 'node:tls';
import zlib from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { faultWords } from './fault-words.ts';
import { readBody } from './read-body.ts';

const plainWords = /^[a-z][\p{L} ’,;:]*(?: \(\w+\))?$/u;

async function faultOf(doing: Promise<unknown>): Promise<unknown> {
  return doing.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a packed answer that is broken', () => {
  const cut = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - 6);
  it.each([
    ['gzip', Buffer.from('this is no gzip')],
    ['deflate', Buffer.from('this is no deflate')],
    ['br', Buffer.from('this is no brotli at all, is it')],
    ['zstd', Buffer.from('this is no zstd')],
    ['gzip', cut(zlib.gzipSync('a text that is long enough'))],
    ['zstd', cut(zlib.zstdCompressSync('a text that is long enough'))],
    ['br', cut(zlib.brotliCompressSync('a text that is long enough'))],
    ['gzip', Buffer.concat([zlib.gzipSync('x').subarray(0, 12), Buffer.alloc(9)])],
  ])('%s %# is told in plain words', async (coding, bytes) => {
    const error = await faultOf(readBody(Readable.from([bytes]), coding, 1000));
    expect(error).toBeInstanceOf(Error);
    expect(faultWords(error)).toMatch(/^its answer is packed, and (?:ends too early|what is packed is broken)$/);
  });

  it('says of an unknown or piled packing that it is one', async () => {
    expect(faultWords(await faultOf(readBody(Readable.from([]), 'lzma', 10)))).toMatch(plainWords);
    expect(faultWords(await faultOf(readBody(Readable.from([]), 'gzip,gzip,gzip,gzip', 10)))).toMatch(plainWords);
  });
});

describe('a secure connection that can’t be made', () => {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  });
  afterAll(() => void server.close());

  it('is told in plain words where the port speaks without TLS', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as net.AddressInfo;
    const error = await new Promise((resolve) => {
      tls.connect({ port, host: '127.0.0.1' }).on('error', resolve);
    });
    expect(faultWords(error)).toBe('what answers at that port does not speak https; it may be an http: address');
  });
});

describe('any fault', () => {
  it.each([
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'no secure connection with it could be made'],
    ['EPROTO', 'no secure connection with it could be made'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is not one that is trusted here'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is not one that is trusted here'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'its certificate is not one that is trusted here'],
    ['HPE_INVALID_CONSTANT', 'its answer is not HTTP'],
    ['constructor', 'the connection failed (constructor)'],
    ['E_NEW\n40:error', 'the connection failed (E_NEW40error)'],
  ])('%j is told in plain words, on one line', (code, words) => {
    const fault = Object.assign(new Error('C0:error:0A00010B:SSL routines\n:../deps/openssl'), { code });
    expect(faultWords(fault)).toBe(words);
    expect(faultWords(new Error('outer', { cause: fault }))).toBe(words);
  });

  it('has one line where it has no code', () => {
    expect(faultWords(new Error('one\ntwo\u2028three'))).toBe('one two three');
    expect(faultWords('said')).toBe('said');
  });
});
