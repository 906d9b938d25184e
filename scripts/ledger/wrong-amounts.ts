import type { Invoice } from './invoices.ts';
import type { SeededRandom } from './seeded-random.ts';

/** One of the digit swaps of an amount, which must have one. */
export function swapDigits(cents: number, random: SeededRandom): number {
  return random.pick(digitSwaps(cents));
}

/**
 * A figure that is plainly another one: the net sum where there is VAT, or one digit misread. It differs by more than
 * a euro and is no swap of two digits, so it can be taken for no other kind of fault.
 */
export function wrongAmount(invoice: Invoice, random: SeededRandom): number {
  const swapped = new Set(digitSwaps(invoice.total));
  const netOnly = invoice.vat > 100 && !swapped.has(invoice.net) && random.oneIn(3);
  return netOnly ? invoice.net : misread(invoice.total, random);
}

/** One digit before the decimal point replaced by another; the first never becomes zero. */
function misread(cents: number, random: SeededRandom): number {
  const digits = String(cents).split('');
  const place = random.integer(0, digits.length - 3);
  const others = '123456789'.split('').filter((digit) => digit !== digits[place]);
  return Number(digits.with(place, random.pick(others)).join(''));
}

/** Every figure that is this one with two different neighbouring digits swapped, its length kept. */
export function digitSwaps(cents: number): number[] {
  const digits = String(cents).split('');
  const found: number[] = [];
  for (const [place, left] of digits.entries()) {
    const right = digits[place + 1];
    if (right === undefined || right === left || (place === 0 && right === '0')) continue;
    found.push(
      Number(
        digits
          .with(place, right)
          .with(place + 1, left)
          .join(''),
      ),
    );
  }
  return found;
}
