import fs from 'node:fs';
import path from 'node:path';
import type { CatalogEvent } from '#contract/event';
import { openDatabase } from '../app/main/host/store/database.ts';
import { EventLog } from '../app/main/host/store/event-log.ts';
import { MIGRATIONS } from '../app/main/host/store/migrations.ts';
import { countingClock, sampleRun, sampleRunEvents, temporaryFolder } from '../app/main/host/store/testing.ts';

/*
 * Writes `app/main/host/store/fixtures/format-N.db` for each format of the store that has none yet: a small log as that
 * format held it. Made once, when the format is new; tests open every one of them for ever (rule D14). Before the first
 * release, `--again` makes them anew after a change of the contract.
 */

const FIXTURES = new URL('../app/main/host/store/fixtures/', import.meta.url);

const CATALOG: CatalogEvent[] = [
  { type: 'agent-saved', agent: sampleRun('golden').agent },
  { type: 'setting-changed', key: 'appearance', value: { theme: 'dark', sizes: [1, 2.5, null] } },
  { type: 'run-removed', run: 'removed', seq: 12, hash: 'f'.repeat(64) },
];

async function write(version: number, file: string): Promise<void> {
  const place = temporaryFolder();
  const steps = MIGRATIONS.filter((step) => step.version <= version);
  const database = openDatabase(place.folder, steps);
  const log = new EventLog(database, countingClock());
  await log.append([
    { stream: 'run:golden', expectedSeq: 0, events: sampleRunEvents('golden', 14) },
    { stream: 'catalog', expectedSeq: 0, events: CATALOG },
  ]);
  log.close();
  database.close();
  fs.copyFileSync(path.join(place.folder, 'warrant.db'), file);
  place.remove();
}

for (const { version } of MIGRATIONS) {
  const file = new URL(`format-${version}.db`, FIXTURES).pathname;
  if (fs.existsSync(file) && !process.argv.includes('--again')) continue;
  await write(version, file);
  console.log(`wrote ${path.relative(process.cwd(), file)}`);
}
