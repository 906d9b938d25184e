/**
 * One figure and its peer, measured in turns in the same run. `goal` is the bound of `ratio`, the least for a rate and
 * the greatest for a time; null where a figure is only shown.
 */
export interface BenchRow {
  name: string;
  unit: string;
  median: number;
  p95: number;
  peer: string;
  peer_median: number;
  ratio: number;
  goal: number | null;
  holds: boolean | null;
}

/** The value below which `share` of the sorted values lie. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** A row of times in milliseconds against a peer's: the ratio is that of the medians, or of `of` against the median. */
export function timeRow(
  name: string,
  ours: readonly number[],
  peer: string,
  peers: readonly number[],
  goal: number | null,
  of: 'median' | 'p95' = 'median',
): BenchRow {
  const median = quantile(ours, 0.5);
  const p95 = quantile(ours, 0.95);
  const peerMedian = quantile(peers, 0.5);
  const ratio = (of === 'p95' ? p95 : median) / peerMedian;
  const holds = goal === null ? null : ratio <= goal;
  return { name, unit: 'ms', median, p95, peer, peer_median: peerMedian, ratio, goal, holds };
}
