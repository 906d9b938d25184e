import net, { type Socket } from 'node:net';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, localInternet, openScope } from '../../testing/local-internet.ts';
import type { NetRequest, NetScope } from '../network.ts';
import { createNetwork } from '../safe-fetch.ts';

// Rule S24, rows A6.5 to A6.7, case U60: bodies and headers that are too much, too slow, packed or broken. The server
// writes bytes as it likes, so that it can say what no HTTP server would.

type Write = (socket: Socket) => void;
let answer: Write = () => undefined;
const sockets = new Set<Socket>();
const server = net.createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  socket.once('data', () => answer(socket));
});
let port = 0;

beforeAll(async () => {
  port = await listen(server);
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const head = (headers: string, status = '200 OK'): string => `HTTP/1.1 ${status}\r\n${headers}\r\n`;
const whole = (body: Uint8Array, headers = ''): Write => {
  return (socket) => {
    socket.write(head(`${headers}Content-Length: ${body.length}\r\n`));
    socket.write(body);
  };
};
/** Goes on writing as long as it is read. */
const endless =
  (first: string, piece: Uint8Array | string): Write =>
  (socket) => {
    socket.write(first);
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more);
    more();
  };

async function ask(given: Write, request: Partial<NetRequest> = {}, scope: Partial<NetScope> = {}) {
  answer = given;
  const { ports } = localInternet({ 'a.test': ['93.184.216.34'] }, { '*': port });
  const network = createNetwork({ ...ports, now: Date.now });
  try {
    return await network.fetch({ url: 'http://a.test/', ...request }, openScope(scope));
  } finally {
    await network.close();
  }
}

const TEXT = new TextEncoder().encode('0123456789abcdef'.repeat(4));

describe('the cap counts decoded bytes, and a cut is said', () => {
  it('64 bytes at a cap of 8 give 8 (A6.6)', async () => {
    const reply = await ask(whole(TEXT), { maxBytes: 8 });
    expect(reply).toMatchObject({ type: 'ok', truncated: true });
    expect(reply.type === 'ok' && new TextDecoder().decode(reply.bytes)).toBe('01234567');
  });

  it('a body of just the cap is whole', async () => {
    expect(await ask(whole(TEXT), { maxBytes: 64 })).toMatchObject({ type: 'ok', truncated: false });
    expect(await ask(whole(TEXT), { maxBytes: 63 })).toMatchObject({ type: 'ok', truncated: true });
  });

  it('without a cap of its own a request gives 1 MiB', async () => {
    const reply = await ask(whole(new Uint8Array(1_048_577)));
    expect(reply.type === 'ok' && [reply.bytes.length, reply.truncated]).toEqual([1_048_576, true]);
  });

  it.each<[string, Uint8Array]>([
    ['gzip', zlib.gzipSync(TEXT)],
    ['x-gzip', zlib.gzipSync(TEXT)],
    ['deflate', zlib.deflateSync(TEXT)],
    ['br', zlib.brotliCompressSync(TEXT)],
    ['zstd', zlib.zstdCompressSync(TEXT)],
    ['gzip, br', zlib.brotliCompressSync(zlib.gzipSync(TEXT))],
    ['identity', TEXT],
  ])('%s is unpacked before it is counted', async (coding, packed) => {
    const headers = `Content-Encoding: ${coding}\r\n`;
    const reply = await ask(whole(packed, headers));
    expect(reply.type === 'ok' && new TextDecoder().decode(reply.bytes)).toBe(new TextDecoder().decode(TEXT));
    const cut = await ask(whole(packed, headers), { maxBytes: 10 });
    expect(cut.type === 'ok' && [cut.bytes.length, cut.truncated]).toEqual([10, true]);
  });
});

describe('a body without end', () => {
  it('stops at the cap', async () => {
    const reply = await ask(endless(head(''), new Uint8Array(65_536)), { maxBytes: 100_000 });
    expect(reply).toMatchObject({ type: 'ok', truncated: true });
  });

  it('stops at the cap where it is packed: 10 KiB that would be 2 GiB (U60)', async () => {
    const member = zlib.gzipSync(new Uint8Array(1_048_576));
    const bomb = zlib.gzipSync(Buffer.concat(Array.from({ length: 2048 }, () => member)));
    expect(bomb.length).toBeLessThan(16_384);
    const reply = await ask(whole(bomb, 'Content-Encoding: gzip, gzip\r\n'), { maxBytes: 100_000, timeoutMs: 20_000 });
    expect(reply.type === 'ok' && [reply.bytes.length, reply.truncated]).toEqual([100_000, true]);
  });

  it.each(['gzip', 'zstd'])('stops at the cap where %s pieces follow each other for ever', async (coding) => {
    const zeros = new Uint8Array(1_048_576);
    const piece = coding === 'gzip' ? zlib.gzipSync(zeros) : zlib.zstdCompressSync(zeros);
    const reply = await ask(endless(head(`Content-Encoding: ${coding}\r\n`), piece), { maxBytes: 100_000 });
    expect(reply).toMatchObject({ type: 'ok', truncated: true });
  });
});

describe('the deadline is for the whole of it', () => {
  it.each<[string, Write]>([
    ['no answer', () => undefined],
    ['half a head', (socket) => void socket.write('HTTP/1.1 200 OK\r\nX-A: ')],
    ['one byte of a body', (socket) => void socket.write(`${head('Content-Length: 100\r\n')}x`)],
    ['half a piece', (socket) => void socket.write(`${head('Transfer-Encoding: chunked\r\n')}ff\r\nx`)],
  ])('%s', async (_, given) => {
    expect(await ask(given, { timeoutMs: 150 })).toMatchObject({ type: 'failed', code: 'timed-out' });
  });

  it('a drip does not begin it anew', async () => {
    const timers: NodeJS.Timeout[] = [];
    const drip: Write = (socket) => {
      socket.write(head('Content-Length: 1000\r\n'));
      timers.push(setInterval(() => socket.write('x'), 20));
    };
    expect(await ask(drip, { timeoutMs: 200 })).toMatchObject({ type: 'failed', code: 'timed-out' });
    for (const timer of timers) clearInterval(timer);
  });

  it('a name server that does not answer is bound by it too', async () => {
    const network = createNetwork({ resolve: () => new Promise(() => undefined), now: Date.now });
    const reply = await network.fetch({ url: 'http://a.test/', timeoutMs: 100 }, openScope());
    expect(reply).toMatchObject({ type: 'failed', code: 'timed-out' });
    await network.close();
  });

  it('a stopped call ends at once, and says so', async () => {
    const stop = new AbortController();
    const reply = await ask(() => stop.abort(), {}, { signal: stop.signal });
    expect(reply).toMatchObject({ type: 'failed', code: 'cancelled' });
  });
});

describe('headers', () => {
  it('without end are an error', async () => {
    const reply = await ask(endless('HTTP/1.1 200 OK\r\n', `X-A: ${'a'.repeat(1000)}\r\n`));
    expect(reply).toMatchObject({ type: 'failed', code: 'network', message: expect.stringContaining('no end') });
  });
});

describe('what is broken is an error with words', () => {
  it.each<[string, Write]>([
    ['no HTTP', (socket) => void socket.end('SSH-2.0-OpenSSH_9.0\r\n')],
    ['a body that ends early', (socket) => void socket.end(`${head('Content-Length: 100\r\n')}x`)],
    ['gzip that is none', whole(TEXT, 'Content-Encoding: gzip\r\n')],
    ['gzip that ends early', whole(zlib.gzipSync(TEXT).subarray(0, 20), 'Content-Encoding: gzip\r\n')],
    ['a packing that is not known', whole(TEXT, 'Content-Encoding: rot13\r\n')],
    ['a packing by the name of a method', whole(TEXT, 'Content-Encoding: constructor\r\n')],
    ['four packings', whole(TEXT, 'Content-Encoding: gzip, gzip, gzip, gzip\r\n')],
    ['a connection that is broken off', (socket) => void socket.resetAndDestroy()],
  ])('%s', async (_, given) => {
    expect(await ask(given, { timeoutMs: 5000 })).toMatchObject({ type: 'failed', code: 'network' });
  });

  it('a write is sent once, whatever becomes of it', async () => {
    let received = 0;
    const reply = await ask(
      (socket) => {
        received++;
        socket.resetAndDestroy();
      },
      { method: 'POST', body: TEXT },
    );
    expect(reply).toMatchObject({ type: 'failed', code: 'network' });
    expect(received).toBe(1);
  });
});

it.each([400, 404, 418, 429, 500, 503])(
  '%i is an error with its number, and its body is dropped (A6.7)',
  async (status) => {
    const reply = await ask((socket) => {
      socket.write(head('Content-Length: 64\r\n', `${status} no`));
      socket.write(TEXT);
    });
    expect(reply).toMatchObject({ type: 'failed', code: 'status', status });
    expect(JSON.stringify(reply)).not.toContain('0123456789');
  },
);

it('an answer without a body has none', async () => {
  for (const given of [whole(new Uint8Array(0)), (socket: Socket) => void socket.write(head('', '204 No Content'))])
    expect(await ask(given)).toMatchObject({ type: 'ok', bytes: new Uint8Array(0), truncated: false });
  const packed: Write = (socket) => void socket.write(head('Content-Encoding: gzip\r\nContent-Length: 40\r\n'));
  expect(await ask(packed, { method: 'HEAD' })).toMatchObject({ type: 'ok', bytes: new Uint8Array(0) });
});
