import { writeDay } from './calendar.ts';
import type { Invoice } from './invoices.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A reference that names the invoice in full, though not always in its own spelling. */
export function fullReference(invoice: Invoice, random: SeededRandom): string {
  const { number, core } = invoice;
  const customer = `40${random.integer(10, 99)}`;
  const date = writeDay(invoice.date, random.pick(['dots', 'slashes']));
  return random.pick([
    number,
    `Invoice ${number}`,
    `invoice ${number.toLowerCase()} customer ${customer}`,
    number.replace(/[^A-Z0-9]+/g, ''),
    `Inv. ${number.replace(/[^A-Z0-9]+/g, ' ')}`,
    `RG ${number} VOM ${date} KDNR ${customer}`,
    `Kd ${customer} / ${number}`,
    `payment ${number.replace(core, `${core.slice(0, 2)} ${core.slice(2)}`)}`,
    `your invoice  ${number.toLowerCase()}, ${date}, with thanks`,
    `${number} - ${invoice.supplier.city.toUpperCase()}`,
  ]);
}

/** A reference that gives the digits of the number alone; only the right payee makes it clear. */
export function partialReference(invoice: Invoice, random: SeededRandom): string {
  return random.pick([
    `inv. ${invoice.core}`,
    `Nr ${invoice.core}`,
    `RE ..${invoice.core} Kd 40${random.integer(10, 99)}`,
    `${invoice.core} / ${writeDay(invoice.date, 'dots')}`,
  ]);
}
