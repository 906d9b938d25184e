import { writeDay } from './calendar.ts';
import { csvText } from './csv-text.ts';
import { type LetterWords, letterWords, writeLetter } from './invoice-letter.ts';
import type { Invoice } from './invoices.ts';
import { writeMoney } from './money.ts';

/** The forms in which the suppliers write their invoices. */
export type LayoutName =
  | `text-${keyof typeof letterWords}`
  | 'json-flat'
  | 'json-nested'
  | 'json-german'
  | 'csv-fields'
  | 'csv-lines'
  | 'csv-german';

/** The firm whose ledger it is; invented like all the others. */
const ownFirm = 'Aldersund Instruments GmbH';

/** The text of an invoice's file, in the form of its supplier. */
export function writeInvoice(invoice: Invoice): string {
  const layout = invoice.supplier.layout;
  switch (layout) {
    case 'json-flat':
      return jsonFlat(invoice);
    case 'json-nested':
      return jsonNested(invoice);
    case 'json-german':
      return jsonGerman(invoice);
    case 'csv-fields':
      return csvFields(invoice);
    case 'csv-lines':
      return csvLines(invoice);
    case 'csv-german':
      return csvGerman(invoice);
    default:
      return writeLetter(invoice, letterFor(layout), ownFirm);
  }
}

/** The file's name: the supplier's first word and the invoice number, as a person would save it. */
export function invoiceFileName(invoice: Invoice): string {
  const layout = invoice.supplier.layout;
  const ending = layout.startsWith('json') ? 'json' : layout.startsWith('csv') ? 'csv' : 'txt';
  const stem = `${invoice.supplier.name} ${invoice.number}`
    .replace(/ (GmbH|Ltd|SARL|B\.V\.|Inc\.|AG|ApS|SAS|LLP)(?= )/, '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return `${stem}.${ending}`;
}

function letterFor(layout: `text-${keyof typeof letterWords}`): LetterWords {
  return letterWords[layout.slice('text-'.length) as keyof typeof letterWords];
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function jsonFlat(invoice: Invoice): string {
  return jsonText({
    invoice_number: invoice.number,
    supplier: invoice.supplier.name,
    customer: ownFirm,
    invoice_date: writeDay(invoice.date, 'iso'),
    due_date: writeDay(invoice.due, 'iso'),
    currency: invoice.supplier.currency,
    lines: invoice.lines.map((line) => ({
      description: line.description,
      quantity: line.quantity,
      unit_price: line.unitPrice / 100,
      net: line.net / 100,
    })),
    net: invoice.net / 100,
    vat_rate: invoice.supplier.vat,
    vat: invoice.vat / 100,
    total: invoice.total / 100,
  });
}

function jsonNested(invoice: Invoice): string {
  const money = (cents: number): string => writeMoney(cents, 'english');
  return jsonText({
    document: { type: 'invoice', number: invoice.number, issued: writeDay(invoice.date, 'american') },
    seller: { name: invoice.supplier.name, city: invoice.supplier.city, country: invoice.supplier.country },
    buyer: { name: ownFirm, country: 'DE' },
    items: invoice.lines.map((line) => ({ text: line.description, qty: line.quantity, amount: money(line.net) })),
    payment: { due: writeDay(invoice.due, 'american'), currency: invoice.supplier.currency, terms: 'bank transfer' },
    totals: { subtotal: money(invoice.net), tax: money(invoice.vat), amount_due: money(invoice.total) },
  });
}

function jsonGerman(invoice: Invoice): string {
  const money = (cents: number): string => writeMoney(cents, 'german');
  return jsonText({
    rechnungsnummer: invoice.number,
    lieferant: { name: invoice.supplier.name, ort: invoice.supplier.city },
    empfänger: { name: ownFirm, ort: 'Kassel' },
    rechnungsdatum: writeDay(invoice.date, 'dots'),
    fällig_am: writeDay(invoice.due, 'dots'),
    positionen: invoice.lines.map((line) => ({
      text: line.description,
      menge: line.quantity,
      einzelpreis: money(line.unitPrice),
      betrag: money(line.net),
    })),
    währung: invoice.supplier.currency,
    netto: money(invoice.net),
    mwst: money(invoice.vat),
    brutto: money(invoice.total),
  });
}

function csvFields(invoice: Invoice): string {
  const amounts = fieldAmounts(invoice);
  return csvText([
    ['Field', 'Value'],
    ['Supplier', invoice.supplier.name],
    ['Invoice no', invoice.number],
    ['Bill to', ownFirm],
    ['Invoice date', writeDay(invoice.date, 'english')],
    ['Due date', writeDay(invoice.due, 'english')],
    ...invoice.lines.map((line, index) => [`Item ${index + 1}`, `${line.quantity} x ${line.description}`]),
    ['Subtotal', amounts.net],
    [`VAT ${invoice.supplier.vat}%`, amounts.vat],
    ['Amount due', amounts.total],
  ]);
}

function fieldAmounts(invoice: Invoice): { net: string; vat: string; total: string } {
  const money = (cents: number): string => `${invoice.supplier.currency} ${writeMoney(cents, 'english')}`;
  return { net: money(invoice.net), vat: money(invoice.vat), total: money(invoice.total) };
}

function csvLines(invoice: Invoice): string {
  const { supplier } = invoice;
  const money = (cents: number): string => writeMoney(cents, 'plain');
  const head = [invoice.number, supplier.name, writeDay(invoice.date, 'slashes'), writeDay(invoice.due, 'slashes')];
  return csvText([
    'Invoice number,Supplier,Invoice date,Due date,Currency,Description,Quantity,Net,VAT,Total'.split(','),
    ...invoice.lines.map((line) => [
      ...head,
      supplier.currency,
      line.description,
      String(line.quantity),
      money(line.net),
      '',
      '',
    ]),
    [...head, supplier.currency, 'TOTAL', '', money(invoice.net), money(invoice.vat), money(invoice.total)],
  ]);
}

function csvGerman(invoice: Invoice): string {
  const money = (cents: number): string => writeMoney(cents, 'german');
  return csvText(
    [
      'Rechnungsnummer;Lieferant;Rechnungsdatum;Fällig am;Leistung;Währung;Netto;MwSt;Brutto'.split(';'),
      [
        invoice.number,
        invoice.supplier.name,
        writeDay(invoice.date, 'dots'),
        writeDay(invoice.due, 'dots'),
        invoice.lines.map((line) => line.description).join(', '),
        invoice.supplier.currency,
        money(invoice.net),
        money(invoice.vat),
        money(invoice.total),
      ],
    ],
    ';',
  );
}
