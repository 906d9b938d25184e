import { expect, it } from 'vitest';
import { foldRun, type RunState } from '#contract/projections/run-state';
import { sampleEntries, sampleStart } from '../../testing/sample-run.ts';
import { accessSentence } from './access-sentence.ts';
import { accessSummary } from './access-summary.ts';

function sentence(folders: number, hosts: readonly string[], approve: RunState['run']['approve']): string {
  const state = foldRun(sampleEntries([sampleStart('Go')]));
  if (!state) throw new Error('no entries');
  const run = { ...state.run, approve };
  const access = accessSummary({ ...state, run });
  const folder = { name: 'ledger', path: '/ledger', access: 'read', given: [], whole: false, asks: false } as const;
  const some = Array.from({ length: folders }, () => ({ ...folder, outside: false, read: 0, written: 0 }));
  return accessSentence(
    { ...state, run },
    { ...access, folders: some.map((one) => ({ ...one, given: [] })), hosts: [...hosts] },
  );
}

it.each([
  [0, [], 'Reads no folder of yours.'],
  [0, ['a.test'], 'May ask 1 host. Reads no folder of yours.'],
  [1, [], 'May read ledger.'],
  [1, ['a.test', 'b.test'], 'May read ledger and ask 2 hosts.'],
])('says with %i folders and hosts %j what it may do, in whole sentences', (folders, hosts, expected) => {
  expect(sentence(folders, hosts, 'all')).toBe(
    `${expected} What may be allowed without you is allowed without asking.`,
  );
});
