/** One figure and its peer, measured in the same run. `goal` is null where a figure is only shown. */
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
