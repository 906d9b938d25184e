import { type Day, writeDay } from './calendar.ts';
import { csvText } from './csv-text.ts';
import { writeMoney } from './money.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Currency } from './suppliers.ts';

/** One movement on the account; `cents` is negative when money leaves. */
export interface StatementRow {
  readonly day: Day;
  readonly type: 'Transfer' | 'Card' | 'Direct debit' | 'Standing order' | 'Credit' | 'Return' | 'Fee' | 'Salary';
  readonly payee: string;
  readonly reference: string;
  readonly cents: number;
  readonly currency: Currency;
  /** The place among the movements of the same day. */
  readonly order: number;
}

const openingBalance: Record<Currency, number> = { EUR: 41_862_077, USD: 9_418_350, GBP: 6_205_518 };

/** The rows in the order of the bank: by day, and within a day as they came in. */
export function sortRows(rows: readonly StatementRow[]): StatementRow[] {
  return [...rows].sort((a, b) => a.day - b.day || a.order - b.order);
}

/** The statement as CSV, with the balance of each currency carried along. */
export function writeStatement(sorted: readonly StatementRow[]): string {
  const balance = { ...openingBalance };
  const lines = ['Booking date,Value date,Type,Payee or payer,Reference,Amount,Currency,Balance'.split(',')];
  for (const row of sorted) {
    balance[row.currency] += row.cents;
    lines.push([
      writeDay(row.day, 'iso'),
      writeDay(row.type === 'Card' ? row.day - (row.order % 2) : row.day, 'iso'),
      row.type,
      row.payee,
      row.reference,
      writeMoney(row.cents, 'plain'),
      row.currency,
      writeMoney(balance[row.currency], 'plain'),
    ]);
  }
  return csvText(lines);
}

/** A name as the bank prints it: as it is, in capitals without accents, without its legal form, or cut at 27 characters. */
export function bankName(name: string, random: SeededRandom): string {
  const capitals = withoutAccents(name).toUpperCase();
  switch (random.integer(1, 6)) {
    case 1:
    case 2:
      return name;
    case 3:
      return capitals;
    case 4:
      return withoutLegalForm(name);
    case 5:
      return withoutLegalForm(capitals);
    default:
      return capitals.slice(0, 27).trim();
  }
}

function withoutLegalForm(name: string): string {
  return name.replace(/,? (GmbH|Ltd|SARL|B\.V\.|Inc\.|AG|ApS|SAS|LLP|KG|OÜ|UG)$/i, '');
}

function withoutAccents(text: string): string {
  const spelled = text.replace(/[äöüß]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[letter] ?? letter);
  const capitals = spelled.replace(/[ÄÖÜ]/g, (letter) => ({ Ä: 'AE', Ö: 'OE', Ü: 'UE' })[letter] ?? letter);
  return capitals.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
}
