/** How an amount is written: `1,234.56`, `1.234,56`, `1 234,56`, `1'234.56` or `1234.56`. */
export type MoneyStyle = 'english' | 'german' | 'french' | 'swiss' | 'plain';

const marks: Record<MoneyStyle, { thousands: string; decimal: string }> = {
  english: { thousands: ',', decimal: '.' },
  german: { thousands: '.', decimal: ',' },
  french: { thousands: '\u00a0', decimal: ',' },
  swiss: { thousands: "'", decimal: '.' },
  plain: { thousands: '', decimal: '.' },
};

/** Writes whole cents in the named style. */
export function writeMoney(cents: number, style: MoneyStyle): string {
  const { thousands, decimal } = marks[style];
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${cents < 0 ? '-' : ''}${whole}${decimal}${digits.slice(-2)}`;
}
