import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultKinds } from '../../../scripts/ledger/fault-kinds.ts';
import { defaultChoice, type Ledger, makeLedger } from '../../../scripts/ledger/ledger.ts';
import type { Host } from './host.ts';
import { type CommandResult, commandOn } from './testing/command-on.ts';
import { makeTestHome, openTestHost, removeTestHome, type TestClient } from './testing/test-home.ts';

// The sample job through the product as it ships: demo model, policy, sandbox, files. The program knows no row, so it
// must find the planted faults of any ledger, all of them and no other.

const ROOT = path.resolve(import.meta.dirname, '../../..');
const SAMPLES = path.join(ROOT, 'resources/samples');
const sample = JSON.parse(fs.readFileSync(path.join(SAMPLES, 'ledger-check.agent.json'), 'utf8')) as object;
const places = makeTestHome({}, 'beside');
let host: Host;
let client: TestClient;

async function open(): Promise<void> {
  ({ host, client } = await openTestHost(places, { resources: path.join(ROOT, 'resources') }));
}
beforeAll(open, 60_000);
afterAll(async () => {
  await host.close();
  removeTestHome(places);
});

/** Puts a ledger on disk and checks it with an agent file that points there. Gives what was found, as kind and invoice. */
async function check({ files, planted }: Ledger, name: string): Promise<{ found: string[]; planted: string[] }> {
  const folder = path.join(places.home, name);
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
  const file = { ...sample, folders: [{ path: folder, name: 'ledger', access: 'write', trust: 'own' }] } as never;
  const agent = { file, base: places.home, path: path.join(places.home, `${name}.agent.json`) };
  const flags = { accept: true, approve: 'all' as const };
  const { run } = await client.run.start({ agent, text: 'check the ledger', flags });
  expect((await client.run.settled({ run })).status).toBe('completed');
  const lines = (await client.run.export({ run, format: 'jsonl' })).text.trimEnd().split('\n');
  const result = lines
    .map((line) => JSON.parse(line))
    .find((line) => line.type === 'tool_result' && line.name === 'run_python');
  const { faults } = JSON.parse(String(result.result).trimEnd().split('\n').at(-1) ?? '') as {
    faults: { kind: string; invoice: string }[];
  };
  const report = fs.readFileSync(path.join(folder, 'report.md'), 'utf8');
  for (const { invoice } of planted) expect(report, name).toContain(invoice);
  fs.rmSync(folder, { recursive: true });
  const key = ({ kind, invoice }: { kind: string; invoice: string }): string => `${kind} ${invoice}`;
  return { found: faults.map(key).sort(), planted: planted.map(key).sort() };
}

/** Two at a time: as many as the smallest machine has cores. */
async function checkAll(ledgers: [string, Ledger][]): Promise<void> {
  const left = [...ledgers];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { found, planted } = await check(next[1], next[0]);
      expect(found, next[0]).toEqual(planted);
    }
  };
  await Promise.all([worker(), worker()]);
}

describe('ledger-check', () => {
  it('finds eight of eight and no false one for twenty other seeds', { timeout: 300_000 }, async () => {
    const seeds = Array.from({ length: 20 }, (_, n) => 1000 + n * 37);
    await checkAll(seeds.map((seed) => [`seed-${seed}`, makeLedger({ ...defaultChoice, seed })]));
  });

  it('finds exactly those that are left where some were not planted', { timeout: 300_000 }, async () => {
    const ledgers = faultKinds.map((_, left): [string, Ledger] => {
      const kinds = faultKinds.filter((_kind, n) => (n * 3) % faultKinds.length > left);
      const ledger = makeLedger({ ...defaultChoice, seed: 500 + left, faults: kinds });
      expect(ledger.planted).toHaveLength(faultKinds.length - left - 1);
      return [`left-out-${left + 1}`, ledger];
    });
    await checkAll(ledgers);
  });
});

/** A command of the command line, on the host of this test. */
const command = (...words: string[]): Promise<CommandResult> => commandOn(host, places.home, words);

describe('the shipped sample on the command line', () => {
  const report = path.join(`${places.dataFolder}-samples`, 'ledger/report.md');

  it('finds eight of eight with --approve all, exits 0, and the log verifies', { timeout: 120_000 }, async () => {
    const { code, out } = await command('run', '--agent', 'ledger-check', '--approve', 'all', 'check the ledger');
    expect(code).toBe(0);
    const { planted } = makeLedger(defaultChoice);
    for (const { invoice, kind } of planted) expect(out).toContain(`- ${invoice}: ${kind}.`);
    expect(out.match(/^- /gm)).toHaveLength(8);
    expect(fs.readFileSync(report, 'utf8')).toContain('8 do not.');
    expect((await command('log', 'verify')).code).toBe(0);
  });

  it('exits 4 with --approve never; approved, then resumed by another host, it is completed', {
    timeout: 120_000,
  }, async () => {
    fs.rmSync(report);
    const words = ['run', '--agent', 'ledger-check', '--approve', 'never', '--output', 'json', 'check the ledger'];
    const { code, out } = await command(...words);
    expect(code).toBe(4);
    const { run } = JSON.parse(out) as { run: string };
    const items = JSON.parse((await command('approvals', '--output', 'json')).out) as { approval: { id: string } }[];
    expect((await command('approve', items[0]?.approval.id ?? '', '--once')).code).toBe(0);
    expect(fs.existsSync(report)).toBe(false);
    await host.close();
    await open();
    const resumed = await command('resume', run);
    expect(resumed.code).toBe(0);
    expect(resumed.out).toContain('The report is in /folders/ledger/report.md.');
    expect(fs.existsSync(report)).toBe(true);
  });
});
