import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { loadPyodide, type PyodideAPI } from 'pyodide';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { faultKinds } from './ledger/fault-kinds.ts';
import { defaultChoice, type LedgerChoice, makeLedger, statementPath } from './ledger/ledger.ts';

const program = readFileSync(path.join(import.meta.dirname, '../resources/samples/ledger-check/check.py'), 'utf8');
const folder = '/folders/ledger';

const Report = z.object({
  invoices: z.int(),
  in_order: z.int(),
  rows: z.int(),
  open: z.array(z.string()),
  faults: z.array(z.object({ kind: z.string(), invoice: z.string(), file: z.string(), rows: z.array(z.int()) })),
  unreadable: z.array(z.object({ file: z.string(), why: z.string() })),
  notes: z.array(z.string()),
});
type Report = z.infer<typeof Report>;

let python: PyodideAPI;

beforeAll(async () => {
  python = await loadPyodide();
}, 120_000);

/** Runs the checking program over the files, mounted where an agent sees its folder; gives all it printed. */
function runCheck(files: Map<string, string>): string {
  python.runPython(`import shutil; shutil.rmtree('/folders', ignore_errors=True)`);
  for (const [name, text] of files) {
    python.FS.mkdirTree(path.posix.dirname(path.posix.join(folder, name)));
    python.FS.writeFile(path.posix.join(folder, name), text);
  }
  const printed: string[] = [];
  python.setStdout({ batched: (line) => printed.push(line) });
  const globals = python.toPy({ __name__: '__main__' });
  python.runPython(program, { globals });
  globals.destroy();
  return printed.join('\n');
}

function check(files: Map<string, string>): Report {
  return Report.parse(JSON.parse(runCheck(files).trimEnd().split('\n').at(-1) ?? ''));
}

interface NamedFault {
  readonly kind: string;
  readonly invoice: string;
  readonly file: string;
  readonly rows: readonly number[];
}

function essence({ kind, invoice, file, rows }: NamedFault): string {
  return `${kind}: ${invoice} in ${file}, rows ${rows.join(' ')}`;
}

/** The report must name each planted fault by kind, invoice, file and rows, and nothing else. */
function expectExact(choice: LedgerChoice): void {
  const { files, planted } = makeLedger(choice);
  const { faults, ...rest } = check(files);
  expect(faults.map(essence).sort()).toEqual(planted.map(essence).sort());
  expect(rest).toEqual({
    invoices: 40,
    in_order: 40 - choice.faults.length,
    rows: choice.rows,
    open: [],
    unreadable: [],
    notes: [],
  });
}

describe('the checking program', () => {
  it('finds eight of eight in the sample', () => {
    expectExact(defaultChoice);
  });

  it('finds eight of eight and no false one for 20 other seeds', () => {
    for (let seed = 1; seed <= 20; seed += 1) expectExact({ ...defaultChoice, seed });
  }, 180_000);

  it.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('finds exactly the rest with %i faults left out', (left) => {
    expectExact({ ...defaultChoice, seed: 100 + left, faults: faultKinds.slice(left) });
    expectExact({ ...defaultChoice, seed: 200 + left, faults: faultKinds.slice(0, faultKinds.length - left) });
  });

  it('finds exactly what was planted, for any seed and any choice of faults', () => {
    fc.assert(
      fc.property(fc.integer(), fc.subarray([...faultKinds]), (seed, faults) => {
        expectExact({ seed, faults, rows: 900 });
      }),
      { numRuns: 25 },
    );
  }, 180_000);

  it('finds a fault that no generator made', () => {
    const { files } = makeLedger({ ...defaultChoice, faults: [] });
    const statement = files.get(statementPath) ?? '';
    const movements = statement.split('\n');
    const firstPart = movements.findIndex((movement) => movement.includes('part 1 of 2'));
    expect(firstPart).toBeGreaterThan(0);
    files.set(statementPath, movements.toSpliced(firstPart, 1).join('\n'));
    expect(check(files).faults.map(({ kind }) => kind)).toEqual(['amount']);
  });

  it('names an invoice that it cannot read and checks the others', () => {
    const { files } = makeLedger({ ...defaultChoice, faults: ['digits'] });
    files.set('invoices/broken.json', '{"invoice_number": ');
    files.set('invoices/list.json', '[1, 2]');
    files.set('invoices/letter.txt', 'Dear all,\n\nplease find attached.\n');
    const report = check(files);
    expect(report.faults.map(({ kind }) => kind)).toEqual(['digits']);
    expect(report.invoices).toBe(40);
    expect(report.unreadable.map(({ file }) => file)).toEqual([
      'invoices/broken.json',
      'invoices/letter.txt',
      'invoices/list.json',
    ]);
  });

  it('counts an unpaid invoice that is not due yet as open, not as missing', () => {
    const { files } = makeLedger({ ...defaultChoice, faults: [] });
    const later = '"invoice_number": "AH-2026-11111", "supplier": "Asterholm Hosting B.V.", "currency": "EUR"';
    const dates = '"invoice_date": "2026-09-28", "due_date": "2026-10-12"';
    files.set('invoices/later.json', `{${later}, ${dates}, "net": 10.00, "vat": 2.10, "total": 12.10}`);
    const report = check(files);
    expect(report.faults).toEqual([]);
    expect(report.open).toEqual(['AH-2026-11111']);
  });

  it('says in its last line what is wrong when there is no statement', () => {
    const last =
      runCheck(new Map([['notes.txt', 'nothing here']]))
        .split('\n')
        .at(-1) ?? '';
    expect(JSON.parse(last)).toEqual({
      check: 'ledger',
      error: 'no folder under /folders holds a bank statement as CSV',
    });
  });
});
