import { expect, type HostControl } from './launch.ts';

/** A line of a run's stream, as far as tests look at it. */
export interface StreamLine {
  type: string;
  [key: string]: unknown;
}

/** What happened in a run, in order, asked of the host by another program than the page. */
export async function runStream(host: HostControl, run: string): Promise<StreamLine[]> {
  const shown = await host.warrant(['show', run, '--format', 'jsonl']);
  expect(shown.code, shown.stderr).toBe(0);
  return shown.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as StreamLine);
}
