import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Grant, Warrant } from '#contract/permission';
import type { RunState } from '#contract/projections/run-state';
import { mayFollowTo } from '../policy/authorize.ts';
import { GrantSet } from '../policy/grant-set.ts';
import { makeFolderFixture, makeToolContext } from '../testing/folder-fixture.ts';
import { bindingOf, grantOf, policyInput } from '../testing/policy-fixture.ts';
import { listFiles } from '../tools/builtin/list-files.ts';
import { moveFile } from '../tools/builtin/move-file.ts';
import { searchFiles } from '../tools/builtin/search-files.ts';
import { formatIdentity } from '../workspace/open-folder.ts';
import { fileRefusal } from './file-refusal.ts';
import { OpenWorkspaces } from './open-workspace.ts';

// What a person denied below a granted folder holds for every entry, folder and link that a call meets there.

const deny = (target: string, verbs: ('read' | 'list' | 'write' | 'delete')[]): Grant =>
  grantOf('mine', {
    type: 'deny',
    permission: { kind: 'file', folder: 'folder-work', path: target, verbs },
    sentence: 'Not this one.',
  });

/** A run whose folder `work` is the fixture's, with a rule of the person's. */
function ruled(layout: string[], rules: Grant[], revoked: string[] = []) {
  const fixture = makeFolderFixture(layout);
  const { run, state, grants } = policyInput({ tool: 'list_files', more: rules, revoked });
  const folders = run.run.agent.folders.map((folder) =>
    folder.name === 'work'
      ? { ...folder, name: 'ROOT', path: fixture.root, identity: formatIdentity(fixture.folder.identity) }
      : folder,
  );
  const here: RunState = { ...run, run: { ...run.run, agent: { ...run.run.agent, folders: folders.slice(0, 1) } } };
  const binding = bindingOf('list_files');
  const warrant: Warrant = { call: state.call, hash: '', binding, grants: [] };
  const refuses = fileRefusal(here, warrant, { grantsFor: () => grants });
  const context = makeToolContext(fixture.workspace, undefined, refuses);
  return { fixture, run: here, grants, refuses, context };
}

describe('a rule of the person’s own below a folder', () => {
  it('closes that folder to a list of everything, and leaves its name', async () => {
    const { context } = ruled(['a/x', 'private/y'], [deny('private/**', ['list'])]);
    expect(await listFiles.run({ path: '/folders/ROOT', recursive: true }, context)).toEqual({
      type: 'ok',
      text: 'a/\na/x (3 bytes)\nprivate/ (protected)',
    });
  });

  it('keeps its files out of a search, and says how many', async () => {
    const { context } = ruled(
      ['a', 'private/a', 'b/secret.txt'],
      [deny('private/**', ['read']), deny('b/secret.txt', ['read'])],
    );
    const found = await searchFiles.run({ pattern: 'a' }, context);
    expect(found).toMatchObject({ type: 'ok', text: expect.stringContaining('/folders/ROOT/a:1: a') });
    expect(JSON.stringify(found)).not.toContain('private/a');
    expect(JSON.stringify(found)).toContain('[not searched: 2 protected]');
  });

  it.each([
    ['read', 'd/x'],
    ['delete', 'd/x'],
    ['write', 'e/x'],
  ] as const)('keeps a folder from being moved where %s is denied for one of its files', async (verb, target) => {
    const { context, fixture } = ruled(['d/x', 'd/y'], [deny(target, [verb])]);
    expect(await moveFile.run({ from: 'd', to: 'e' }, context)).toMatchObject({
      type: 'error',
      code: 'denied',
      message: expect.stringContaining('Not this one.'),
    });
    expect(fs.readdirSync(fixture.root)).toEqual(['d']);
  });

  it('that asks closes a file to calls that only come across it, and to links, but not to the call that names it', () => {
    const ask = grantOf('ask', {
      type: 'ask',
      permission: { kind: 'file', folder: 'folder-work', path: 'private/**', verbs: ['read'] },
      sentence: 'worker asks first.',
    });
    const { refuses, run, grants } = ruled(['private/y', 'open/x'], [ask]);
    expect(refuses('private/y', 'read')).toBe(
      '/folders/ROOT/private/y: worker asks first. It takes a call that names it.',
    );
    expect(refuses('private', 'list')).toContain('worker asks first.');
    expect(refuses('private/y', 'stat')).toBeUndefined();
    expect(refuses('private/y', 'write')).toBeUndefined();
    expect(refuses('open/x', 'read')).toBeUndefined();
    const target = { place: 'folder', name: 'ROOT', segments: ['private', 'y'], steps: [], folderOnly: false } as const;
    expect(mayFollowTo({ ...target, segments: [...target.segments], steps: [] }, run, grants)).toBe(false);
    const call = { id: 'c', tool: 'read_file', command: [], input: { path: 'private/y' } };
    const named = fileRefusal(
      run,
      { call, hash: '', binding: bindingOf('read_file'), grants: [] },
      {
        grantsFor: () => grants,
      },
    );
    expect(named('private/y', 'read')).toBeUndefined();
    expect(named('private/z', 'read')).toContain('worker asks first.');
  });

  it('is asked with the names that a link leads to, at each use', () => {
    const { fixture, run, grants } = ruled(
      ['private/a', 'open/b', 'l => private/a', 'm => open/b'],
      [deny('private/**', ['read'])],
    );
    let rules = grants;
    const workspaces = new OpenWorkspaces(path.join(fixture.scratch, 'data'), (_run, target) =>
      mayFollowTo(target, run, rules),
    );
    onTestFinished(() => workspaces.close());
    const workspace = workspaces.of(run);
    expect(workspace.read('m', 10).ok).toBe(true);
    const refused = workspace.read('l', 10);
    expect(refused.ok ? '' : refused.error.code).toBe('symlink');
    rules = new GrantSet([...grants].filter(({ id }) => id !== 'mine'));
    expect(workspace.read('l', 10).ok).toBe(true);
  });
});

describe('the rule on files that hold secrets', () => {
  const layout = ['.env', '.ssh/id_rsa', 'a.txt', 'd/.env'];

  it('reaches list, search and move, and is lifted for all of them at once (P19)', async () => {
    const before = ruled(layout, []);
    const list = { path: '/folders/ROOT', recursive: true };
    expect(await listFiles.run(list, before.context)).toMatchObject({
      text: expect.stringContaining('.ssh/ (protected)'),
    });
    expect(await searchFiles.run({ pattern: 'id_rsa' }, before.context)).toMatchObject({
      text: expect.stringContaining('No match'),
    });
    expect(await moveFile.run({ from: 'd', to: 'e' }, before.context)).toMatchObject({ code: 'denied' });
    const after = ruled(layout, [], ['default-secret-files']);
    expect(await listFiles.run(list, after.context)).toMatchObject({ text: expect.stringContaining('.ssh/id_rsa') });
    expect(await searchFiles.run({ pattern: 'id_rsa' }, after.context)).toMatchObject({
      text: expect.stringContaining('/folders/ROOT/.ssh/id_rsa:1: .ssh/id_rsa'),
    });
    expect(await moveFile.run({ from: 'd', to: 'e' }, after.context)).toMatchObject({ type: 'ok' });
  });

  it('lets a name be looked at, and neither its content nor its folder’s (P19)', () => {
    const { refuses } = ruled(layout, []);
    expect(refuses('/folders/ROOT/.env', 'stat')).toBeUndefined();
    expect(refuses('/folders/ROOT/.ssh', 'stat')).toBeUndefined();
    for (const [target, verb] of [
      ['.env', 'read'],
      ['.ssh', 'list'],
      ['.ssh/id_rsa', 'read'],
    ] as const)
      expect(refuses(`/folders/ROOT/${target}`, verb)).toContain('No agent may read or change files that hold secrets');
  });

  it('says why a path is none', () => {
    const { refuses } = ruled(layout, []);
    for (const target of ['/etc/passwd', '../x', '', '/folders/other/x'])
      expect(refuses(target, 'read')).toBeTypeOf('string');
  });
});

it('a granted folder is opened as the one it was, or not at all (P14)', () => {
  const { fixture, run } = ruled(['a'], []);
  const workspaces = new OpenWorkspaces(path.join(fixture.scratch, 'data'), () => true);
  onTestFinished(() => workspaces.close());
  fs.renameSync(fixture.root, `${fixture.root}-old`);
  expect(() => workspaces.of(run)).toThrow(/is not there any more/);
  fs.mkdirSync(fixture.root);
  expect(() => workspaces.of(run)).toThrow(/is not the folder that was granted/);
});
