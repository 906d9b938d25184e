import { type Day, quarter, workdayFrom, workdayUntil } from './calendar.ts';
import type { FaultKind } from './fault-kinds.ts';
import type { Invoice } from './invoices.ts';
import { fullReference, partialReference } from './references.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { bankName, type StatementRow } from './statement-row.ts';
import { type Currency, strangers } from './suppliers.ts';
import { digitSwaps, swapDigits, wrongAmount } from './wrong-amounts.ts';

/** How an invoice is settled: at once, by one of the two clean detours, or with a fault. */
export type Settlement = 'once' | 'instalments' | 'returned' | FaultKind;

/**
 * Chooses the invoice of each fault and of the clean detours (paid in two parts twice, returned and paid again once).
 * The choice depends on the seed alone, not on which faults are then planted.
 */
export function chooseSettlements(seed: number, invoices: readonly Invoice[]): Map<Invoice, Settlement> {
  const left = seededRandom(seed, 'settlements').shuffle(invoices);
  const chosen = new Map<Invoice, Settlement>();
  const narrowestFirst: readonly Settlement[] = [
    ...(['date', 'doubled', 'returned', 'instalments', 'instalments'] as const),
    ...(['missing', 'amount', 'currency', 'digits', 'payee', 'rounding'] as const),
  ];
  for (const settlement of narrowestFirst) {
    const place = left.findIndex((invoice) => fits(settlement, invoice));
    const [invoice] = left.splice(place, 1);
    if (place < 0 || invoice === undefined) throw new Error(`no invoice of seed ${seed} can take "${settlement}"`);
    chosen.set(invoice, settlement);
  }
  return chosen;
}

/** The movements that settle an invoice, in time order; none where it is never paid. */
export function settle(seed: number, invoice: Invoice, settlement: Settlement): StatementRow[] {
  const random = seededRandom(seed, `settle ${invoice.number}`);
  const day = paymentDay(invoice, random);
  const pay = payer(invoice, random);
  const { total } = invoice;
  switch (settlement) {
    case 'once':
      return [pay(day, total, random.oneIn(5) ? { reference: partialReference(invoice, random) } : {})];
    case 'instalments': {
      const first = Math.round((total * random.integer(30, 70)) / 10_000) * 100;
      const part = (count: number): Change => ({ reference: `${invoice.number} part ${count} of 2` });
      return [pay(day, first, part(1)), pay(workdayFrom(day + random.integer(3, 6)), total - first, part(2))];
    }
    case 'returned': {
      const back = workdayFrom(day + random.integer(1, 2));
      const again = workdayFrom(back + random.integer(1, 4));
      const reference = `RETURN ${invoice.number} account details incorrect`;
      return [pay(day, total), pay(back, -total, { reference }), pay(again, total)];
    }
    case 'missing':
      return [];
    case 'doubled':
      return [pay(day, total), pay(workdayFrom(day + random.integer(4, 12)), total)];
    case 'amount':
      return [pay(day, wrongAmount(invoice, random))];
    case 'digits':
      return [pay(day, swapDigits(total, random))];
    case 'rounding':
      return [pay(day, total + random.pick([-2, -1, 1, 2]))];
    case 'currency':
      return [pay(day, total, { currency: otherCurrency(invoice.supplier.currency, random) })];
    case 'date':
      return [pay(earlyDay(invoice, random), total)];
    case 'payee':
      return [pay(day, total, { payee: random.pick(strangers) })];
  }
}

interface Change {
  readonly reference?: string;
  readonly payee?: string;
  readonly currency?: Currency;
}

/** Makes a movement to the supplier; negative cents come back from it. */
function payer(invoice: Invoice, random: SeededRandom): (day: Day, cents: number, change?: Change) => StatementRow {
  return (day, cents, change = {}) => ({
    day,
    type: cents < 0 ? 'Return' : 'Transfer',
    payee: bankName(change.payee ?? invoice.supplier.name, random),
    reference: change.reference ?? fullReference(invoice, random),
    cents: -cents,
    currency: change.currency ?? invoice.supplier.currency,
    order: random.integer(0, 9_999),
  });
}

/** A workday from a few days after the invoice to a few days after it is due. */
function paymentDay(invoice: Invoice, random: SeededRandom): Day {
  return workdayFrom(random.integer(Math.max(invoice.date + 3, quarter.first), invoice.due + 2));
}

/** A workday weeks before the invoice was written. */
function earlyDay(invoice: Invoice, random: SeededRandom): Day {
  return workdayUntil(invoice.date - random.integer(20, Math.min(45, invoice.date - quarter.first - 2)));
}

function otherCurrency(currency: Currency, random: SeededRandom): Currency {
  return currency === 'EUR' ? random.pick(['USD', 'GBP']) : 'EUR';
}

/** Whether the quarter leaves room for the settlement. */
function fits(settlement: Settlement, invoice: Invoice): boolean {
  if (settlement === 'date') return invoice.date >= quarter.first + 24;
  if (settlement === 'digits') return digitSwaps(invoice.total).length > 0;
  // One from before the quarter might have been paid before the statement begins.
  if (settlement === 'missing') return invoice.date >= quarter.first;
  const paidMoreThanOnce = ['doubled', 'returned', 'instalments'].includes(settlement);
  return !paidMoreThanOnce || invoice.due <= quarter.last - 20;
}
