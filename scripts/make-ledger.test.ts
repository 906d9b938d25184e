import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { faultKinds } from './ledger/fault-kinds.ts';
import { defaultChoice, makeLedger, statementPath } from './ledger/ledger.ts';

const sample = path.join(import.meta.dirname, '../resources/samples/ledger');
const script = path.join(import.meta.dirname, 'make-ledger.ts');
const scratch: string[] = [];

afterEach(() => {
  for (const folder of scratch.splice(0)) rmSync(folder, { recursive: true });
});

function scratchFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'make-ledger-'));
  scratch.push(folder);
  return folder;
}

/** The files of a ledger folder; a report that an agent wrote beside them is no part of it. */
function readLedger(folder: string): Map<string, string> {
  const names = [
    statementPath,
    'suppliers.csv',
    ...readdirSync(path.join(folder, 'invoices')).map((n) => `invoices/${n}`),
  ];
  return new Map(names.sort().map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

function sorted(files: Map<string, string>): Map<string, string> {
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function runScript(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

describe('makeLedger', () => {
  it('makes the folder that the repository carries', () => {
    expect(readLedger(sample)).toEqual(sorted(makeLedger(defaultChoice).files));
  });

  it('gives 2,184 movements, 40 invoices in three formats, and one fault of each kind', () => {
    const { files, planted } = makeLedger(defaultChoice);
    const invoices = [...files.keys()].filter((name) => name.startsWith('invoices/'));
    const endings = new Set(invoices.map((name) => path.extname(name)));
    expect(files.get(statementPath)?.trimEnd().split('\n')).toHaveLength(1 + 2184);
    expect(invoices).toHaveLength(40);
    expect(endings).toEqual(new Set(['.csv', '.json', '.txt']));
    expect(planted.map(({ kind }) => kind)).toEqual([...faultKinds]);
  });

  it('chooses other invoices for another seed', () => {
    const one = makeLedger({ ...defaultChoice, seed: 1 }).planted.map(({ invoice }) => invoice);
    const two = makeLedger({ ...defaultChoice, seed: 2 }).planted.map(({ invoice }) => invoice);
    expect(one).not.toEqual(two);
  });

  it('plants exactly the chosen faults, each on an invoice of its own, and marks none of them in an invoice', () => {
    fc.assert(
      fc.property(fc.integer(), fc.subarray([...faultKinds]), (seed, faults) => {
        const clean = makeLedger({ seed, faults: [], rows: 700 });
        const { files, planted } = makeLedger({ seed, faults, rows: 700 });
        expect(clean.planted).toEqual([]);
        expect(planted.map(({ kind }) => kind)).toEqual(faults);
        expect(new Set(planted.map(({ invoice }) => invoice)).size).toBe(faults.length);
        expect(files.get(statementPath)?.trimEnd().split('\n')).toHaveLength(701);
        expect([...files].filter(([name]) => name !== statementPath)).toEqual(
          [...clean.files].filter(([name]) => name !== statementPath),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('changes only the movements of its invoice when a fault is left out', () => {
    const movements = (faults: typeof defaultChoice.faults): Set<string> => {
      const statement = makeLedger({ ...defaultChoice, faults }).files.get(statementPath) ?? '';
      return new Set(statement.split('\n').map((line) => line.split(',').slice(0, -1).join(',')));
    };
    const none = movements([]);
    const one = movements(['digits']);
    expect([...one].filter((line) => !none.has(line))).toHaveLength(1);
    expect([...none].filter((line) => !one.has(line))).toHaveLength(1);
  });
});

describe('make-ledger.ts', () => {
  it('writes the folder and prints what it planted', async () => {
    const out = path.join(scratchFolder(), 'ledger');
    const run = await runScript('--seed', '7', '--faults', 'missing,digits', '--rows', '600', '--out', out);
    const ledger = makeLedger({ seed: 7, faults: ['missing', 'digits'], rows: 600 });
    expect(run).toEqual({ code: 0, stdout: `${JSON.stringify(ledger.planted, null, 2)}\n`, stderr: '' });
    expect(readLedger(out)).toEqual(sorted(ledger.files));
  });

  it('replaces an earlier ledger and keeps what stands beside it', async () => {
    const out = path.join(scratchFolder(), 'ledger');
    await runScript('--seed', '7', '--rows', '600', '--out', out);
    writeFileSync(path.join(out, 'report.md'), 'mine');
    await runScript('--seed', '8', '--rows', '600', '--faults', 'none', '--out', out);
    expect(readLedger(out)).toEqual(sorted(makeLedger({ seed: 8, faults: [], rows: 600 }).files));
    expect(readFileSync(path.join(out, 'report.md'), 'utf8')).toBe('mine');
  });

  it('leaves a folder alone that holds other files', async () => {
    const out = scratchFolder();
    writeFileSync(path.join(out, 'letter.txt'), 'keep');
    const run = await runScript('--out', out);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('holds other files');
    expect(readdirSync(out)).toEqual(['letter.txt']);
  });

  it.each([
    [['--faults', 'misssing'], '"misssing" is no kind of fault'],
    [['--seed', 'x'], '--seed must be a whole number, not "x"'],
    [['--rows', '12'], '--rows must be a whole number from 500 to 100000, not "12"'],
    [['--sed', '1'], "Unknown option '--sed'"],
  ])('refuses %j and says why', async (args, why) => {
    const run = await runScript(...args);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(why);
  });
});
