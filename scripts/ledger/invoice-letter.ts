import { type DateStyle, writeDay } from './calendar.ts';
import type { Invoice } from './invoices.ts';
import { type MoneyStyle, writeMoney } from './money.ts';

/** The words and the locale of a plain-text invoice. */
export interface LetterWords {
  readonly title: string;
  readonly to: string;
  readonly date: string;
  readonly due: string;
  readonly items: string;
  readonly net: string;
  readonly vat: string;
  readonly total: string;
  readonly thanks: string;
  readonly dates: DateStyle;
  readonly money: MoneyStyle;
  /** Whether the currency stands before the figure. */
  readonly currencyFirst: boolean;
  /** What stands between a label of the sums and its figure. */
  readonly leader: ' ' | '.';
}

/** The plain-text forms, by their language or country. */
export const letterWords = {
  english: {
    title: 'INVOICE ',
    to: 'Bill to: ',
    date: 'Invoice date: ',
    due: 'Payment due: ',
    items: 'Description',
    net: 'Subtotal',
    vat: 'VAT',
    total: 'Total due',
    thanks: 'Please quote the invoice number with your payment.',
    dates: 'english',
    money: 'english',
    currencyFirst: true,
    leader: '.',
  },
  american: {
    title: 'Invoice # ',
    to: 'Customer: ',
    date: 'Date: ',
    due: 'Due: ',
    items: 'Item',
    net: 'Subtotal',
    vat: 'Tax',
    total: 'Amount due',
    thanks: 'Thank you for your business.',
    dates: 'american',
    money: 'english',
    currencyFirst: true,
    leader: ' ',
  },
  german: {
    title: 'Rechnung Nr. ',
    to: 'An: ',
    date: 'Rechnungsdatum: ',
    due: 'Zahlbar bis: ',
    items: 'Leistung',
    net: 'Nettobetrag',
    vat: 'MwSt.',
    total: 'Gesamtbetrag',
    thanks: 'Bitte geben Sie bei der Zahlung die Rechnungsnummer an.',
    dates: 'dots',
    money: 'german',
    currencyFirst: false,
    leader: ' ',
  },
  swiss: {
    title: 'Rechnung ',
    to: 'Kunde: ',
    date: 'Datum: ',
    due: 'Fällig am: ',
    items: 'Leistung',
    net: 'Zwischensumme',
    vat: 'MwSt.',
    total: 'Rechnungsbetrag',
    thanks: 'Steuerfreie Ausfuhr. Wir danken für Ihren Auftrag.',
    dates: 'german',
    money: 'swiss',
    currencyFirst: true,
    leader: ' ',
  },
  french: {
    title: 'FACTURE n° ',
    to: 'Client : ',
    date: "Date d'émission : ",
    due: 'Échéance : ',
    items: 'Désignation',
    net: 'Total HT',
    vat: 'TVA',
    total: 'Total TTC',
    thanks: 'Merci de rappeler le numéro de facture lors du règlement.',
    dates: 'slashes',
    money: 'french',
    currencyFirst: false,
    leader: '.',
  },
  dutch: {
    title: 'Factuurnummer: ',
    to: 'Aan: ',
    date: 'Factuurdatum: ',
    due: 'Vervaldatum: ',
    items: 'Omschrijving',
    net: 'Totaal excl. btw',
    vat: 'Btw',
    total: 'Te betalen',
    thanks: 'Gelieve bij betaling het factuurnummer te vermelden.',
    dates: 'dutch',
    money: 'german',
    currencyFirst: true,
    leader: ' ',
  },
} as const satisfies Record<string, LetterWords>;

const width = 64;

/** Writes an invoice as a plain-text letter: letterhead, addressee, dates, positions and sums. */
export function writeLetter(invoice: Invoice, words: LetterWords, customer: string): string {
  const { supplier } = invoice;
  const figure = (cents: number): string => {
    const written = writeMoney(cents, words.money);
    return words.currencyFirst ? `${supplier.currency} ${written}` : `${written} ${supplier.currency}`;
  };
  const sum = (label: string, cents: number): string => between(label, figure(cents), words.leader);
  const lines = [
    supplier.name,
    `${supplier.city}, ${supplier.country}`,
    '',
    `${words.title}${invoice.number}`,
    '',
    `${words.to}${customer}`,
    `${words.date}${writeDay(invoice.date, words.dates)}`,
    `${words.due}${writeDay(invoice.due, words.dates)}`,
    '',
    words.items,
    '-'.repeat(width),
    ...invoice.lines.map((line) =>
      between(
        `${line.quantity} x ${line.description}, ${writeMoney(line.unitPrice, words.money)}`,
        writeMoney(line.net, words.money),
        ' ',
      ),
    ),
    '-'.repeat(width),
    sum(words.net, invoice.net),
    sum(supplier.vat === 0 ? words.vat : `${words.vat} ${supplier.vat} %`, invoice.vat),
    sum(words.total, invoice.total),
    '',
    words.thanks,
  ];
  return `${lines.join('\n')}\n`;
}

function between(left: string, right: string, leader: ' ' | '.'): string {
  const room = Math.max(3, width - left.length - right.length - 2);
  return `${left} ${leader.repeat(room)} ${right}`;
}
