import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { GrantedFolder } from '#contract/agent';
import type { Label } from '#contract/label';
import { type CatalogState, emptyCatalog, labelledKey, reduceCatalog } from '#contract/projections/catalog';
import { makeFolderFixture } from '../testing/folder-fixture.ts';
import { policyInput } from '../testing/policy-fixture.ts';
import { FileLabels } from './labels-of-files.ts';

const mail: Label = { origin: 'outside', path: '/folders/inbox/mail.txt' };

/** The labels of files in `/folders/ROOT`, and of a folder in it that was granted by itself, with this trust. */
function labelsWith(inner: GrantedFolder['trust'], labelled: [string, string][] = []): FileLabels {
  const { workspace } = makeFolderFixture(['a.txt', 'sub/b.txt']);
  const { run } = policyInput({ tool: 'read_file' });
  const [folder] = run.run.agent.folders;
  if (!folder) throw new Error('the case has a folder');
  const root: GrantedFolder = { ...folder, id: 'root', name: 'ROOT', path: '/home/person/root', trust: 'own' };
  const sub = { id: 'sub', path: '/home/person/root/sub', identity: '1:2:3', trust: inner };
  const catalog: CatalogState = {
    ...emptyCatalog(),
    folders: new Map([['sub', sub]]),
    labelled: new Map(labelled.map(([place, path]) => [labelledKey(place, path), [mail]])),
  };
  const agent = { ...run.run.agent, folders: [root] };
  return new FileLabels({ ...run, run: { ...run.run, agent } }, () => catalog, workspace);
}

it('takes files of a folder for those of the innermost folder that was granted', () => {
  const labels = labelsWith('outside');
  expect(labels.of('/folders/ROOT/a.txt')).toEqual([]);
  expect(labels.of('/folders/ROOT/sub/b.txt')).toEqual([{ origin: 'outside', path: '/folders/ROOT/sub/b.txt' }]);
  expect(labelsWith('own').of('/folders/ROOT/sub/b.txt')).toEqual([]);
});

it('finds a label that was given by way of another folder', () => {
  expect(labelsWith('own', [['sub', 'b.txt']]).of('/folders/ROOT/sub/b.txt')).toEqual([mail]);
});

it('finds it however the name is written, and takes it away under its own name only', () => {
  const labels = labelsWith('own', [['root', 'a.txt']]);
  expect(labels.of('/folders/ROOT/A.TXT')).toEqual([mail]);
  expect(labels.event('/folders/ROOT/A.TXT', [])).toBeUndefined();
  expect(labels.event('/folders/ROOT/a.txt', [])).toEqual({
    type: 'file-labelled',
    place: 'root',
    path: 'a.txt',
    labels: [],
  });
});

it('knows the bytes of a labelled file under any name, and no others', () => {
  const { workspace, root } = makeFolderFixture(['a.txt', 'sub/', 'none']);
  fs.copyFileSync(path.join(root, 'a.txt'), path.join(root, 'sub/copy'));
  fs.writeFileSync(path.join(root, 'b.txt'), 'b.txt');
  const { run } = policyInput({ tool: 'read_file' });
  const [folder] = run.run.agent.folders;
  if (!folder) throw new Error('the case has a folder');
  const agent = { ...run.run.agent, folders: [{ ...folder, name: 'ROOT', trust: 'own' as const }] };
  let catalog = emptyCatalog();
  const labels = new FileLabels({ ...run, run: { ...run.run, agent } }, () => catalog, workspace);
  const event = labels.bytesEvent('/folders/ROOT/a.txt', [{ ...mail, callId: 'call-7' }]);
  expect(event).toMatchObject({ type: 'bytes-labelled', size: 5, labels: [mail] });
  if (!event) throw new Error('there is one');
  catalog = reduceCatalog(catalog, { stream: 'catalog', seq: 1, at: 0, event, hash: '' });
  const read = (at: string): readonly Label[] => labels.of(`/folders/ROOT/${at}`);
  expect(['a.txt', 'sub/copy', 'b.txt', 'none', 'sub', 'absent'].map(read)).toEqual([[mail], [mail], [], [], [], []]);
  expect(labels.bytesEvent('/folders/ROOT/sub/copy', [mail])).toBeUndefined();
  expect(labels.bytesEvent('/folders/ROOT/sub', [mail])).toBeUndefined();
});

it('says nothing anew, and names no call of this run to later ones', () => {
  const labels = labelsWith('own', [['root', 'a.txt']]);
  expect(labels.event('/folders/ROOT/a.txt', [{ ...mail, callId: 'call-7' }])).toBeUndefined();
  expect(labels.event('/agent/x', [{ ...mail, callId: 'call-7' }])).toEqual({
    type: 'file-labelled',
    place: 'agent:agent-1',
    path: 'x',
    labels: [mail],
  });
});

it('knows nothing of what is no place for files', () => {
  const labels = labelsWith('outside');
  expect([labels.of('/'), labels.of('/folders'), labels.of('../x'), labels.event('/', [mail])]).toEqual([
    [],
    [],
    [],
    undefined,
  ]);
});
