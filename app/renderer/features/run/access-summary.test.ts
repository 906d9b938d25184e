import { expect, it } from 'vitest';
import type { Grant } from '#contract/permission';
import { foldRun, type RunState } from '#contract/projections/run-state';
import { sampleOffer } from '../../testing/sample-approval.ts';
import { sampleEntries, sampleStart } from '../../testing/sample-run.ts';
import { accessSummary } from './access-summary.ts';

const { grant } = sampleOffer('folder', 'sample may write files in ledger without asking, in this run.');

function folderOf(grants: Grant[], used: [string, number][] = []) {
  const state = foldRun(sampleEntries([sampleStart('Go')])) as RunState;
  const folder = { id: 'folder-1', name: 'ledger', path: '/ledger', access: 'write' as const, identity: 'x' };
  const agent = { ...state.run.agent, folders: [folder] };
  const run = { ...state.run, agent } as RunState['run'];
  return accessSummary({ ...state, run, grants, used: new Map(used) }).folders[0];
}

it('names what a person gave for a folder, until it is used up or over', () => {
  expect(folderOf([])).toMatchObject({ given: [], whole: false });
  expect(folderOf([grant])).toMatchObject({ given: [{ grant, run: 'run-1' }], whole: true });
  expect(
    folderOf([{ ...grant, permission: { kind: 'file', folder: 'other', path: '**', verbs: ['write'] } }]),
  ).toMatchObject({ given: [], whole: false });
  const file: Grant = { ...grant, permission: { kind: 'file', folder: 'folder-1', path: 'a.md', verbs: ['write'] } };
  expect(folderOf([file])).toMatchObject({ given: [{ grant: file, run: 'run-1' }], whole: false });
  expect(folderOf([{ ...grant, uses: 2 }], [[grant.id, 1]])?.given).toHaveLength(1);
  expect(folderOf([{ ...grant, uses: 2 }], [[grant.id, 2]])?.given).toEqual([]);
  expect(folderOf([{ ...grant, expiresAt: 1 }])?.given).toEqual([]);
});
