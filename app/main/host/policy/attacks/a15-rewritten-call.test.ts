import { expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { grantOf, type PolicyCase, verdictWords } from '../../testing/policy-fixture.ts';

// A15, O9, A17.4: arguments that a middleware changed are checked again, and both forms need the permission.

const rewrite = (from: string, to: string): Json => [
  { name: 'rewrite', version: '1', config: { field: 'path', from, to } },
];
const read = (path: string): PolicyCase => ({ tool: 'read_file', input: { path } });
const secret = grantOf('no-private', {
  type: 'deny',
  permission: { kind: 'file', folder: 'folder-work', path: 'private/**', verbs: ['read'] },
});

it.each([
  ['a folder nobody granted', read('open/a'), rewrite('open', '/folders/other'), 'deny default:outside'],
  ['a place outside every folder', read('open/a'), rewrite('open/a', '/etc/passwd'), 'deny default:outside'],
  ['what a rule denies', read('open/a'), rewrite('open', 'private'), 'deny no-private'],
  ['a folder above', read('open/a'), rewrite('open', '../..'), 'deny default:outside'],
])('a call that is rewritten to %s is denied', (_to, given, middleware, words) => {
  expect(verdictWords({ ...given, middleware, more: [secret] })).toBe(words);
});

it('a call that is rewritten away from what it may not do is denied all the same', () => {
  expect(verdictWords({ ...read('private/a'), middleware: rewrite('private', 'open'), more: [secret] })).toBe(
    'deny no-private',
  );
});

it('two rewrites are three forms, and the last is decided too', () => {
  const middleware = [...(rewrite('a', 'b') as Json[]), ...(rewrite('b', '/etc/b') as Json[])];
  expect(verdictWords({ ...read('a'), middleware })).toBe('deny default:outside');
});
