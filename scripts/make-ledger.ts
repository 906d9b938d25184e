import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseFaultKinds } from './ledger/fault-kinds.ts';
import { defaultChoice, type Ledger, type LedgerChoice, makeLedger, statementPath } from './ledger/ledger.ts';

const usage = `usage: node scripts/make-ledger.ts [--seed N] [--rows N] [--faults LIST|all|none] [--out FOLDER]
Makes a ledger folder and prints the planted faults as JSON. Without options: the sample of the repository.
example: node scripts/make-ledger.ts --seed 7 --faults missing,digits --out /tmp/ledger`;

interface Order {
  readonly choice: LedgerChoice;
  readonly out: string;
}

/** Reads the command line; gives the error text, as a value, where it makes no sense. */
function parseOrder(argv: string[]): Order | { error: string } {
  const text = { type: 'string' } as const;
  const options = { seed: text, rows: text, faults: text, out: text };
  let values: { seed?: string; rows?: string; faults?: string; out?: string };
  try {
    ({ values } = parseArgs({ args: argv, options, strict: true }));
  } catch (error) {
    if (error instanceof TypeError) return { error: error.message };
    throw error;
  }
  const seed = Number(values.seed ?? defaultChoice.seed);
  const rows = Number(values.rows ?? defaultChoice.rows);
  if (!Number.isSafeInteger(seed)) return { error: `--seed must be a whole number, not "${values.seed}"` };
  if (!Number.isSafeInteger(rows) || rows < 500 || rows > 100_000) {
    return { error: `--rows must be a whole number from 500 to 100000, not "${values.rows}"` };
  }
  const faults = parseFaultKinds(values.faults ?? 'all');
  if ('error' in faults) return faults;
  const sample = path.join(import.meta.dirname, '../resources/samples/ledger');
  return { choice: { seed, rows, faults: faults.kinds }, out: path.resolve(values.out ?? sample) };
}

/**
 * Writes the files. A folder that holds something else is left alone; an earlier ledger is replaced, what a person
 * added beside its invoices is kept. Gives the error text as a value.
 */
function writeLedger({ files }: Ledger, out: string): { error: string } | undefined {
  const invoices = path.join(out, 'invoices');
  const isLedger = existsSync(path.join(out, statementPath)) && existsSync(invoices);
  if (existsSync(out) && readdirSync(out).length > 0 && !isLedger) {
    return { error: `${out} holds other files; name an empty or a new folder with --out` };
  }
  if (isLedger) rmSync(invoices, { recursive: true });
  mkdirSync(invoices, { recursive: true });
  for (const [name, text] of files) writeFileSync(path.join(out, name), text);
  return undefined;
}

/** Runs the command; gives the exit code. */
function main(argv: string[]): number {
  const order = parseOrder(argv);
  const ledger = 'error' in order ? order : makeLedger(order.choice);
  const failure = 'error' in order ? order : 'error' in ledger ? ledger : writeLedger(ledger, order.out);
  if (failure !== undefined || 'error' in ledger) {
    process.stderr.write(`make-ledger: ${failure?.error}\n${usage}\n`);
    return 2;
  }
  process.stdout.write(`${JSON.stringify(ledger.planted, null, 2)}\n`);
  return 0;
}

process.exitCode = main(process.argv.slice(2));
