import { type Day, dayOf, quarter, workdayFrom, workdayUntil, writeDay } from './calendar.ts';
import { customers, merchants, staff } from './names.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { bankName, type StatementRow } from './statement-row.ts';
import { invoicingSuppliers, otherSuppliers } from './suppliers.ts';

type Movement = Pick<StatementRow, 'day' | 'type' | 'payee' | 'reference' | 'cents'> & Partial<StatementRow>;

/** The first and last day of each month of the quarter, with its name. */
const months = [
  { name: 'July', first: quarter.first, last: dayOf(2026, 7, 31) },
  { name: 'August', first: dayOf(2026, 8, 1), last: dayOf(2026, 8, 31) },
  { name: 'September', first: dayOf(2026, 9, 1), last: quarter.last },
] as const;

/**
 * Everything on the statement that no invoice of the folder stands behind: exactly `count` movements. Regular
 * payments come first, so that a ledger with a row more or less differs in its last everyday movement alone.
 *
 * @param cores gives invoice digits that no invoice of the folder has.
 * @param taken says whether an amount is that of an invoice; payments to suppliers keep clear of those.
 */
export function makeDailyBusiness(
  seed: number,
  count: number,
  cores: () => string,
  taken: (cents: number) => boolean,
): StatementRow[] {
  const random = seededRandom(seed, 'daily business');
  const regular = [...payroll(random), ...regularPayments(random), ...supplierPayments(random, cores, taken)];
  if (count < regular.length) throw new Error(`a ledger has at least ${regular.length} rows besides its invoices`);
  const everyday = Array.from({ length: count - regular.length }, () => everydayMovement(random));
  const order = seededRandom(seed, 'order of the day');
  return [...regular, ...everyday].map((movement) => ({
    currency: 'EUR',
    order: order.integer(0, 9_999),
    ...movement,
  }));
}

function payroll(random: SeededRandom): Movement[] {
  return staff.flatMap((payee) => {
    const wage = random.integer(212_000, 468_000);
    return months.map(({ name, last }): Movement => {
      const day = workdayUntil(last - 1);
      return { day, type: 'Salary', payee, reference: `Salary ${name} 2026`, cents: -wage };
    });
  });
}

function regularPayments(random: SeededRandom): Movement[] {
  const debits: readonly (readonly [payee: string, reference: string, cents: number, type: StatementRow['type']])[] = [
    ['Grünwaldt Immobilien KG', 'Rent hall 4 and office', -842_000, 'Standing order'],
    ['Grünwaldt Immobilien KG', 'Service charges', -96_500, 'Standing order'],
    ['Stadtwerke Fuldatal', 'Electricity and water, contract 7710-22', -187_300, 'Direct debit'],
    ['Rheinbogen Versicherung AG', 'Business liability policy', -41_870, 'Direct debit'],
    ['Telvanta Deutschland GmbH', 'Lines and mobile', -38_912, 'Direct debit'],
    ['Autohaus Reinhardswald GmbH', 'Lease van KS-AI 214', -36_900, 'Direct debit'],
    ['Finanzamt Kassel', 'Wage tax', -random.integer(1_310_000, 1_420_000), 'Direct debit'],
    ['Finanzamt Kassel', 'VAT advance return', -random.integer(1_100_000, 1_900_000), 'Direct debit'],
    ['Krankenkasse Hessen-Thüringen', 'Social security contributions', -2_087_455, 'Direct debit'],
    ['Bank', 'Account fee', -2_490, 'Fee'],
    ['Bank', 'Foreign payments fee', -random.integer(1_800, 4_600), 'Fee'],
  ];
  return months.flatMap(({ name, first }) =>
    debits.map(([payee, reference, cents, type], index): Movement => {
      const day = workdayFrom(first + index);
      return { day, type, payee, reference: `${reference} ${name}`, cents };
    }),
  );
}

/** Payments for invoices that are kept elsewhere, and a few credit notes. */
function supplierPayments(random: SeededRandom, cores: () => string, taken: (cents: number) => boolean): Movement[] {
  const fromInvoicing = invoicingSuppliers.flatMap((supplier) =>
    [1, 2, 3].map((): Movement => {
      const reference = supplier.numbering.replace('#', cores());
      const { currency } = supplier;
      return { ...toSupplier(supplier.name, reference), currency };
    }),
  );
  const fromOthers = otherSuppliers.flatMap(({ name, currency }) =>
    [1, 2, 3, 4].map((): Movement => {
      return { ...toSupplier(name, `${random.pick(['Invoice', 'Rg.', 'Nr'])} ${cores()}`), currency };
    }),
  );
  const credits = invoicingSuppliers.slice(0, 5).map(({ name, currency }): Movement => {
    const reference = `Credit note GS-${cores()}`;
    const cents = random.integer(1_900, 24_000);
    return { day: anyWorkday(random), type: 'Credit', payee: bankName(name, random), reference, cents, currency };
  });
  return [...fromInvoicing, ...fromOthers, ...credits];

  function toSupplier(name: string, reference: string): Movement {
    let cents = random.integer(6_000, 268_000);
    while (taken(cents)) cents += 137;
    return { day: anyWorkday(random), type: 'Transfer', payee: bankName(name, random), reference, cents: -cents };
  }
}

function everydayMovement(random: SeededRandom): Movement {
  const kind = random.integer(1, 100);
  if (kind <= 50) return customerReceipt(random);
  if (kind <= 91) return cardPayment(random);
  if (kind <= 95) return cardRefund(random);
  return customerRefund(random);
}

function customerReceipt(random: SeededRandom): Movement {
  const sale = `AR-${random.integer(20_000, 39_999)}`;
  const abroad = random.integer(1, 40);
  return {
    day: anyWorkday(random),
    type: 'Credit',
    payee: bankName(random.pick(customers), random),
    reference: random.pick([sale, `Invoice ${sale}`, sale.toLowerCase(), `RE ${sale} less 0.00`, `${sale} thank you`]),
    cents: random.oneIn(6) ? random.integer(60_000, 240_000) : random.integer(1_900, 62_000),
    currency: abroad === 1 ? 'USD' : abroad === 2 ? 'GBP' : 'EUR',
  };
}

function cardPayment(random: SeededRandom): Movement {
  const { name, town, currency, least, most } = random.pick(merchants);
  const day = random.integer(quarter.first, quarter.last);
  return {
    day,
    type: 'Card',
    payee: bankName(name, random),
    reference: `CARD ${random.pick(['4417', '4425', '4433', '4458'])} ${town} ${writeDay(day, 'iso')} ${timeOfDay(random)}`,
    cents: -random.integer(least, most),
    currency,
  };
}

function cardRefund(random: SeededRandom): Movement {
  const { name, town, currency, least, most } = random.pick(merchants);
  const reference = `REFUND CARD ${random.pick(['4417', '4425', '4433'])} ${town} ${timeOfDay(random)}`;
  const cents = random.integer(least, Math.round(most / 2) + least);
  return { day: anyWorkday(random), type: 'Credit', payee: bankName(name, random), reference, cents, currency };
}

function customerRefund(random: SeededRandom): Movement {
  const reference = `Refund AR-${random.integer(20_000, 39_999)} ${random.pick(['returned goods', 'overpaid', 'price difference'])}`;
  const payee = bankName(random.pick(customers), random);
  return { day: anyWorkday(random), type: 'Transfer', payee, reference, cents: -random.integer(900, 38_000) };
}

function anyWorkday(random: SeededRandom): Day {
  return workdayUntil(random.integer(quarter.first + 2, quarter.last));
}

function timeOfDay(random: SeededRandom): string {
  return `${String(random.integer(7, 21)).padStart(2, '0')}:${String(random.integer(0, 59)).padStart(2, '0')}`;
}
