import http from 'node:http';
import { Pool } from 'undici';
import { createNetwork } from '../app/main/host/net/safe-fetch.ts';
import { listen, openScope } from '../app/main/host/testing/local-internet.ts';
import { type BenchRow, timeRow } from './bench-row.ts';

const ROUNDS = 60;
const REQUESTS_PER_ROUND = 40;
const WARM_ROUNDS = 5;

/**
 * A request of 4 KiB of JSON to a server on loopback: through the guard, by the grant that names its port, and by undici
 * bare. Both keep their connection; figures are for one request.
 */
export async function benchGuardedRequest(): Promise<BenchRow[]> {
  const page = JSON.stringify({ text: 'x'.repeat(4096) });
  const server = http.createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(page);
  });
  const port = await listen(server);
  const url = `http://127.0.0.1:${port}/page`;
  const network = createNetwork({ now: Date.now });
  const scope = openScope({ privateRanges: () => ['127.0.0.1/32'] });
  const bare = new Pool(`http://127.0.0.1:${port}`);

  const guarded = async (): Promise<void> => {
    const reply = await network.fetch({ url }, scope);
    if (reply.type !== 'ok' || reply.bytes.length !== page.length) throw new Error('the guarded request failed');
  };
  const plain = async (): Promise<void> => {
    const { body } = await bare.request({ path: '/page', method: 'GET' });
    if ((await body.arrayBuffer()).byteLength !== page.length) throw new Error('the plain request failed');
  };
  const timed = async (ask: () => Promise<void>): Promise<number> => {
    const from = performance.now();
    for (let at = 0; at < REQUESTS_PER_ROUND; at++) await ask();
    return (performance.now() - from) / REQUESTS_PER_ROUND;
  };

  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < WARM_ROUNDS + ROUNDS; round++) {
    const [one, other] = [await timed(guarded), await timed(plain)];
    if (round < WARM_ROUNDS) continue;
    ours.push(one);
    theirs.push(other);
  }
  await Promise.all([network.close(), bare.close()]);
  server.close();
  return [timeRow('guarded-request', ours, 'undici on the same server', theirs, 2)];
}
