import { parseArgs } from 'node:util';
import type { BenchRow } from './bench-row.ts';
import { benchBundle } from './bundle.ts';
import { benchCalls } from './calls.ts';
import { benchDecisions } from './decisions.ts';
import { benchGuardedRequest } from './guarded-request.ts';
import { benchLoop } from './loop.ts';
import { benchMarks } from './marks.ts';
import { benchMemory } from './memory.ts';
import { benchSandbox } from './sandbox.ts';
import { benchStore } from './store.ts';

// `npm run bench`: medians, each against its peer in the same run. `--output json` prints the rows, `--only A,B` some.

/** Which measurement gives which figures, so that `--only` runs no other. */
const MEASUREMENTS: { names: string[]; measure: () => Promise<BenchRow[]> }[] = [
  { names: ['javascript-call', 'python-call', 'python-call beside python3'], measure: benchCalls },
  { names: ['sandbox-refill', 'kill-after-deadline'], measure: benchSandbox },
  { names: ['log-append', 'resume'], measure: benchStore },
  { names: ['bundle-verify'], measure: benchBundle },
  { names: ['decision-1000-grants', 'decision-vs-append'], measure: benchDecisions },
  { names: ['loop-step', 'host-start'], measure: benchLoop },
  { names: ['mark-answer', 'mark-answer-twice'], measure: benchMarks },
  { names: ['memory-search'], measure: benchMemory },
  { names: ['guarded-request'], measure: benchGuardedRequest },
];

const { values } = parseArgs({ options: { output: { type: 'string', default: 'text' }, only: { type: 'string' } } });
const only = values.only?.split(',');
const wanted = (name: string): boolean => only === undefined || only.includes(name);

const rows: BenchRow[] = [];
for (const { names, measure } of MEASUREMENTS)
  if (names.some(wanted)) rows.push(...(await measure()).filter((row) => wanted(row.name)));

const figure = (number: number): string => (number >= 100 ? number.toFixed(0) : number.toPrecision(3));

if (values.output === 'json') process.stdout.write(`${JSON.stringify(rows)}\n`);
else
  console.table(
    rows.map((row) => ({
      name: row.name,
      median: `${figure(row.median)} ${row.unit}`,
      p95: figure(row.p95),
      peer: `${row.peer}: ${figure(row.peer_median)} ${row.unit}`,
      ratio: figure(row.ratio),
      goal: row.goal ?? '',
      holds: row.holds === null ? '' : row.holds ? 'yes' : 'NO',
    })),
  );
process.exit(0);
