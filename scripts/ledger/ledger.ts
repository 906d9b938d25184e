import { writeDay } from './calendar.ts';
import { csvText } from './csv-text.ts';
import { makeDailyBusiness } from './daily-business.ts';
import { type FaultKind, faultKinds } from './fault-kinds.ts';
import { invoiceFileName, writeInvoice } from './invoice-layouts.ts';
import { type Invoice, makeInvoices } from './invoices.ts';
import { writeMoney } from './money.ts';
import { seededRandom } from './seeded-random.ts';
import { chooseSettlements, type Settlement, settle } from './settlements.ts';
import { type StatementRow, sortRows, writeStatement } from './statement-row.ts';
import { invoicingSuppliers, otherSuppliers } from './suppliers.ts';

/** What a ledger is made from: the same choice gives the same bytes on every machine. */
export interface LedgerChoice {
  readonly seed: number;
  /** The kinds of fault to plant, each once. */
  readonly faults: readonly FaultKind[];
  /** Movements on the statement, without the header. */
  readonly rows: number;
}

/** A fault that was planted; `rows` are line numbers of the statement, its header being 1. */
interface PlantedFault {
  readonly kind: FaultKind;
  readonly invoice: string;
  readonly file: string;
  readonly supplier: string;
  readonly due: string;
  readonly found: readonly string[];
  readonly rows: readonly number[];
}

/** A ledger folder: the text of each file by its path, and what is wrong with it. */
export interface Ledger {
  readonly files: Map<string, string>;
  readonly planted: readonly PlantedFault[];
}

/** The ledger that the repository carries. */
export const defaultChoice: LedgerChoice = { seed: 2026, faults: faultKinds, rows: 2184 };

/** The path of the statement in the folder. */
export const statementPath = 'statement-2026-q3.csv';

/**
 * Makes a ledger: a bank statement of one quarter, forty invoices in mixed formats and a list of suppliers. The
 * planted faults are told to the caller and to nobody else: nothing in the folder marks them.
 * Throws when `rows` is too small to hold the regular payments.
 */
export function makeLedger({ seed, faults, rows }: LedgerChoice): Ledger {
  const cores = uniqueCores(seed);
  const invoices = makeInvoices(seed, cores);
  const settlements = chooseSettlements(seed, invoices);
  const settled = invoices.map((invoice) => {
    const settlement = plantedOnly(settlements.get(invoice) ?? 'once', faults);
    return { invoice, settlement, movements: settle(seed, invoice, settlement) };
  });
  const payments = settled.flatMap(({ movements }) => movements);
  const amounts = new Set([...invoices.map(({ total }) => total), ...payments.map(({ cents }) => Math.abs(cents))]);
  const rest = makeDailyBusiness(seed, rows - payments.length, cores, (cents) => amounts.has(cents));
  const sorted = sortRows([...payments, ...rest]);

  const files = new Map([
    [statementPath, writeStatement(sorted)],
    ['suppliers.csv', writeSuppliers(seed)],
  ]);
  for (const invoice of invoices) files.set(`invoices/${invoiceFileName(invoice)}`, writeInvoice(invoice));

  const planted = faultKinds.flatMap((kind) =>
    settled
      .filter(({ settlement }) => settlement === kind)
      .map(({ invoice, movements }) => plantedFault(kind, invoice, movements, sorted)),
  );
  return { files, planted };
}

/** A fault that is not to be planted leaves its invoice paid as it should be. */
function plantedOnly(settlement: Settlement, faults: readonly FaultKind[]): Settlement {
  const fault = faultKinds.find((kind) => kind === settlement);
  return fault !== undefined && !faults.includes(fault) ? 'once' : settlement;
}

function plantedFault(
  kind: FaultKind,
  invoice: Invoice,
  movements: readonly StatementRow[],
  sorted: readonly StatementRow[],
): PlantedFault {
  return {
    kind,
    invoice: invoice.number,
    file: `invoices/${invoiceFileName(invoice)}`,
    supplier: invoice.supplier.name,
    due: `${writeMoney(invoice.total, 'plain')} ${invoice.supplier.currency}`,
    found: movements.map(
      ({ day, payee, cents, currency }) =>
        `${writeDay(day, 'iso')} ${writeMoney(-cents, 'plain')} ${currency} to ${payee}`,
    ),
    rows: movements.map((movement) => sorted.indexOf(movement) + 2),
  };
}

/** Five-digit numbers, none given twice. */
function uniqueCores(seed: number): () => string {
  const random = seededRandom(seed, 'cores');
  const given = new Set<number>();
  return () => {
    let core = random.integer(40_000, 98_999);
    while (given.has(core)) core = random.integer(40_000, 98_999);
    given.add(core);
    return String(core);
  };
}

function writeSuppliers(seed: number): string {
  const random = seededRandom(seed, 'suppliers');
  const suppliers = [...invoicingSuppliers, ...otherSuppliers].sort((a, b) => (a.name < b.name ? -1 : 1));
  return csvText([
    'Supplier no,Name,City,Country,Currency,Terms in days,Since'.split(','),
    ...suppliers.map(({ name, city, country, currency, terms }, index) => {
      const since = String(random.integer(2009, 2025));
      return [`S${1001 + index}`, name, city, country, currency, String(terms), since];
    }),
  ]);
}
