/** The kinds of fault that can be planted, each on an invoice of its own. */
export const faultKinds = ['missing', 'doubled', 'amount', 'currency', 'digits', 'date', 'payee', 'rounding'] as const;

/** One kind of fault. */
export type FaultKind = (typeof faultKinds)[number];

/**
 * The kinds named in a comma-separated list; `all` and `none` stand for themselves.
 * Gives an error text, as a value, for a name that is no kind.
 */
export function parseFaultKinds(list: string): { kinds: FaultKind[] } | { error: string } {
  if (list === 'all') return { kinds: [...faultKinds] };
  const names = list === 'none' ? [] : list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !faultKinds.some((kind) => kind === name));
  if (unknown !== undefined) {
    return { error: `"${unknown}" is no kind of fault; choose from ${faultKinds.join(', ')}, or say all or none` };
  }
  return { kinds: faultKinds.filter((kind) => names.includes(kind)) };
}
