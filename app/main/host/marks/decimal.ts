/**
 * An exact decimal: `digits` × 10^`exponent`, digits without zeros at either end ('' is zero). `last` is the exponent of
 * the last digit that was written, which says how far the number was rounded.
 */
export interface Decimal {
  negative: boolean;
  digits: string;
  exponent: number;
  last: number;
}

/** Reads the digits of a number, whole and fraction, as they were written, `scale` powers of ten larger. */
export function decimalOf(whole: string, fraction: string, negative: boolean, scale = 0): Decimal {
  const all = whole + fraction;
  let start = 0;
  let end = all.length;
  while (start < end && all.charCodeAt(start) === 48) start++;
  while (end > start && all.charCodeAt(end - 1) === 48) end--;
  const digits = all.slice(start, end);
  const exponent = digits === '' ? 0 : scale - fraction.length + (all.length - end);
  return { negative: negative && digits !== '', digits, exponent, last: scale - fraction.length };
}

/** The number as one text: equal numbers, however written, have the same. */
export function keyOf({ negative, digits, exponent }: Decimal): string {
  return digits === '' ? '0' : `${negative ? '-' : ''}${digits}e${exponent}`;
}

/** The nearest double, for comparing within the precision that was shown. */
export function numericValue({ negative, digits, exponent }: Decimal): number {
  if (digits === '') return 0;
  // A number of thousands of digits is infinite here and matches by its key alone.
  return Number(`${negative ? '-' : ''}${digits.slice(0, 400)}e${exponent + Math.max(0, digits.length - 400)}`);
}

/** A double as it is written in JSON. */
export function decimalOfValue(value: number): Decimal {
  if (Number.isSafeInteger(value)) return decimalOf(String(Math.abs(value)), '', value < 0);
  const text = Math.abs(value).toString();
  const [mantissa = '0', power = '0'] = text.split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return decimalOf(whole, fraction, value < 0, Number(power));
}

/** A number as JSON writes it, to its last digit; undefined for one whose power is beyond all counting. */
export function decimalOfLiteral(literal: string): Decimal | undefined {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,9}))?$/.exec(literal) ?? [];
  return sign === undefined ? undefined : decimalOf(whole, fraction, sign === '-', Number(power));
}

/** Whether a number lies from `low` to `high` steps of 10^`step` around another, told by its digits alone. */
export function isWithin(value: Decimal, around: Decimal, step: number, low: number, high: number): boolean {
  const least = Math.min(value.exponent, around.exponent, step - 1);
  const most = Math.max(value.exponent + value.digits.length, around.exponent + around.digits.length, step);
  if (most - least > MOST_DIGITS) return false;
  const scaled = ({ negative, digits, exponent }: Decimal): bigint =>
    BigInt(`${negative ? '-' : ''}${digits || '0'}`) * 10n ** BigInt(digits === '' ? 0 : exponent - least);
  const size = 10n ** BigInt(step - 1 - least);
  const difference = scaled(value) - scaled(around);
  return difference >= BigInt(low * 10) * size && difference <= BigInt(high * 10) * size;
}

/** Numbers with more digits between them are not compared. */
const MOST_DIGITS = 2000;
