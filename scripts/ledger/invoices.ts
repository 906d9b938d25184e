import { type Day, quarter, workdayFrom } from './calendar.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { type InvoicingSupplier, invoicingSuppliers } from './suppliers.ts';

/** One position of an invoice, in cents. */
interface InvoiceLine {
  readonly description: string;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly net: number;
}

/** An invoice as its supplier meant it; amounts in cents. */
export interface Invoice {
  readonly number: string;
  /** The five digits of the number, unique in the whole ledger. */
  readonly core: string;
  readonly supplier: InvoicingSupplier;
  readonly date: Day;
  readonly due: Day;
  readonly lines: readonly InvoiceLine[];
  readonly net: number;
  readonly vat: number;
  readonly total: number;
}

/** How many invoices a ledger has. */
const invoiceCount = 40;

/** Longest terms, a few days of grace, a weekend: an invoice dated by then is paid before the quarter ends. */
const slack = 5;

/**
 * The invoices of a seed: two from every supplier and the rest from some of them, all due well before the statement
 * ends, so that an unpaid one is late and not merely open.
 */
export function makeInvoices(seed: number, cores: () => string): Invoice[] {
  const random = seededRandom(seed, 'invoices');
  const rest = invoiceCount - 2 * invoicingSuppliers.length;
  const suppliers = [
    ...invoicingSuppliers,
    ...invoicingSuppliers,
    ...random.shuffle(invoicingSuppliers).slice(0, rest),
  ];
  return suppliers.map((supplier) => makeInvoice(supplier, cores(), random)).sort((a, b) => a.date - b.date);
}

function makeInvoice(supplier: InvoicingSupplier, core: string, random: SeededRandom): Invoice {
  const earliest = quarter.first + 6 - supplier.terms;
  const latest = quarter.last - supplier.terms - slack;
  const date = workdayFrom(random.integer(earliest, latest - 2));
  const lines = random
    .shuffle(supplier.goods)
    .slice(0, random.integer(1, supplier.goods.length))
    .map((description) => makeLine(description, description === supplier.goods.at(-1), random));
  const net = lines.reduce((sum, line) => sum + line.net, 0);
  const vat = Math.round((net * supplier.vat) / 100);
  return {
    number: supplier.numbering.replace('#', core),
    core,
    supplier,
    date,
    due: date + supplier.terms,
    lines,
    net,
    vat,
    total: net + vat,
  };
}

/** A position; a supplier's last kind of goods is an extra such as carriage, charged once and small. */
function makeLine(description: string, extra: boolean, random: SeededRandom): InvoiceLine {
  const quantity = extra ? 1 : random.pick([1, 1, 2, 3, 4, 5, 8, 10, 12, 24]);
  const most = extra ? 9_500 : quantity > 5 ? 12_900 : 59_900;
  const price = random.integer(1800, most);
  const unitPrice = random.oneIn(3) ? price - (price % 100) : price;
  return { description, quantity, unitPrice, net: quantity * unitPrice };
}
