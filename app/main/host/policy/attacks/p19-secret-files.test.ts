import { describe, expect, test } from 'vitest';
import type { RunState } from '#contract/projections/run-state';
import type { VirtualPath } from '#contract/virtual-path';
import { grantOf, policyInput, verdictOf, verdictWords } from '../../testing/policy-fixture.ts';
import { mayFollowTo } from '../authorize.ts';
import { GrantSet } from '../grant-set.ts';

// Files that hold secrets, inside a granted folder: content is denied by a rule that a person may lift (P19).

const SECRETS = [
  '.env',
  'app/.env.local',
  'server.key',
  'tls/cert.pem',
  '.ssh/id_ed25519',
  '.aws/credentials',
  '.npmrc',
];
const RULE = 'default-secret-files';

describe.each(SECRETS)('%s', (path) => {
  test.each([
    ['read_file', { path }],
    ['search_files', { pattern: 'a', path }],
    ['edit_file', { path, old: 'a', new: 'b' }],
    ['move_file', { from: path, to: 'plain.txt' }],
    ['write_file', { path, content: 'x' }],
    ['delete_file', { path }],
    ['move_file', { from: 'plain.txt', to: path }],
    ['read_file', { path: `/folders/docs/${path}` }],
    ['read_file', { path: `/agent/${path}` }],
    ['read_file', { path: path.toUpperCase() }],
  ])('is not given away by %s %j', (tool, input) => {
    expect(verdictWords({ tool, input })).toBe(`deny ${RULE}`);
  });

  test('is given where a person lifted the rule', () => {
    expect(verdictWords({ tool: 'read_file', input: { path }, revoked: [RULE] })).toBe('allow default:reads');
  });
});

test('a folder of secrets is not listed; the folder above it is, with its name', () => {
  expect(verdictWords({ tool: 'list_files', input: { path: '.ssh' } })).toBe(`deny ${RULE}`);
  expect(verdictWords({ tool: 'list_files', input: { path: '/folders/work' } })).toBe('allow default:reads');
  expect(verdictWords({ tool: 'list_files', input: { path: '.ssh' }, revoked: [RULE] })).toBe('allow default:reads');
});

test('the example of such a file is none', () => {
  expect(verdictOf({ tool: 'read_file', input: { path: '.env.example' } }).type).toBe('allow');
});

describe('a link', () => {
  const { run, grants } = policyInput({ tool: 'read_file', input: { path: 'a' } });
  const target = (name: string, ...segments: string[]): VirtualPath => ({
    place: 'folder',
    name,
    segments,
    steps: segments,
    folderOnly: false,
  });
  const follows = (path: VirtualPath, state: RunState = run) => mayFollowTo(path, state, grants);

  test('is followed by where it really leads', () => {
    expect(follows(target('work', 'notes.txt'))).toBe(true);
    for (const secret of SECRETS) expect(follows(target('work', ...secret.split('/'))), secret).toBe(false);
    expect(follows(target('other', 'notes.txt'))).toBe(false);
    expect(follows({ place: 'folders' })).toBe(false);
  });

  test('is not followed to what a person denied, by reading or by listing', () => {
    for (const verb of ['read', 'list'] as const) {
      const permission = { kind: 'file' as const, folder: 'folder-work', path: 'private/**', verbs: [verb] };
      const rules = new GrantSet([...grants, grantOf('no', { type: 'deny', permission })]);
      expect(mayFollowTo(target('work', 'private', 'a'), run, rules)).toBe(false);
      expect(mayFollowTo(target('work', 'open', 'a'), run, rules)).toBe(true);
    }
  });
});
