import { parseArgs } from 'node:util';
import type { BenchRow } from './bench-row.ts';
import { measureLoop } from './loop.ts';
import { measureSandbox } from './sandbox.ts';
import { measureStore } from './store.ts';

// `npm run bench`: medians, each against its peer in the same run. `--output json` prints the rows, `--only A,B` some.

const { values } = parseArgs({ options: { output: { type: 'string', default: 'text' }, only: { type: 'string' } } });
const only = values.only?.split(',');
const wanted = (name: string): boolean => only === undefined || only.includes(name);

const rows: BenchRow[] = [];
for (const measure of [measureSandbox, measureStore, measureLoop]) rows.push(...(await measure(wanted)));

const figure = (number: number): string => (number >= 100 ? number.toFixed(0) : number.toPrecision(3));

if (values.output === 'json') process.stdout.write(`${JSON.stringify(rows)}\n`);
else {
  const table = rows.map((row) => ({
    name: row.name,
    median: `${figure(row.median)} ${row.unit}`,
    p95: figure(row.p95),
    peer: `${row.peer}: ${figure(row.peer_median)} ${row.unit}`,
    ratio: figure(row.ratio),
    goal: row.goal === null ? '' : row.goal,
    holds: row.holds === null ? '' : row.holds ? 'yes' : 'NO',
  }));
  console.table(table);
}
process.exit(0);
