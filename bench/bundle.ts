import { hash } from 'node:crypto';
import { BundleVerifier } from '../app/main/host/bundle/bundle-verifier.ts';
import { makeSealedRun } from '../app/main/host/testing/bundle-fixture.ts';
import { type BenchRow, timeRow } from './bench-row.ts';

const CALLS = 1000;
/** As a file is read. */
const PIECE = 1024 * 1024;

/**
 * Measures the check of a bundle of a run of 1,000 calls, made through the store, against hashing its bytes and parsing its
 * lines and no more.
 * @param rounds how many times each is measured, taking turns
 */
export async function benchBundle(rounds = 15): Promise<BenchRow[]> {
  const run = await makeSealedRun(CALLS);
  const bytes = Buffer.from(run.seal());
  run.close();
  const ours: number[] = [];
  const bare: number[] = [];
  // The first round warms both up.
  for (let round = 0; round <= rounds; round += 1) {
    const bareStart = performance.now();
    let fields = hash('sha256', bytes, 'hex').length;
    for (const line of bytes.toString('utf8').split('\n'))
      if (line !== '') fields += Object.keys(JSON.parse(line) as object).length;
    const oursStart = performance.now();
    const verifier = new BundleVerifier();
    for (let from = 0; from < bytes.length; from += PIECE) verifier.write(bytes.subarray(from, from + PIECE));
    const report = verifier.end();
    const end = performance.now();
    if (!report.whole || report.facts !== CALLS * 3 || fields === 0) throw new Error('the bundle is not whole');
    if (round === 0) continue;
    bare.push(oursStart - bareStart);
    ours.push(end - oursStart);
  }
  return [timeRow('bundle-verify', ours, 'sha256 + JSON.parse of its bytes', bare, 3)];
}
