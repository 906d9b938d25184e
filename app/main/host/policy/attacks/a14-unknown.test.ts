import { expect, test } from 'vitest';
import type { Grant } from '#contract/permission';
import { grantOf, policyInput, verdictOf, verdictWords } from '../../testing/policy-fixture.ts';
import { decideToolCall } from '../decide-tool-call.ts';
import { GrantSet } from '../grant-set.ts';

// What the policy does not know is denied, with the reason (A14: fail closed).

test.each([
  ['a tool', { tool: 'format_disk' }],
  ['a name in another case', { tool: 'Write_File', input: { path: '/agent/a', content: '' } }],
  ['a command', { tool: 'write_file', call: { command: ['force'] }, input: { path: '/agent/a', content: '' } }],
])('%s that is not known is denied', (_name, given) => {
  expect(verdictOf(given)).toMatchObject({
    type: 'unknown',
    reason: expect.stringContaining('is not bound to worker'),
  });
});

test.each([7, null, {}, ['a'], true, ''])('a path that is %j is denied', (path) => {
  expect(verdictOf({ tool: 'write_file', input: { path, content: '' } })).toMatchObject({ type: 'deny' });
});

test.each([null, 'text', 7, [], true])('arguments that are %j reach no file', (input) => {
  expect(verdictWords({ tool: 'search_files', input })).toBe('allow default:reads');
  expect(['deny', 'ask']).toContain(verdictOf({ tool: 'write_file', input }).type);
});

test('an agent without grants may do nothing', () => {
  for (const tool of ['read_file', 'write_file', 'calculator', 'run_python']) {
    const { state, ...input } = policyInput({ tool, input: { path: 'a' } });
    expect(decideToolCall(state, { ...input, grants: new GrantSet([]) })[0]).toMatchObject({
      decision: { type: 'deny' },
    });
  }
});

test('rules of a kind that is not about files or tools allow none of them', () => {
  const others: Grant['permission'][] = [
    { kind: 'net', host: '**', ports: [], methods: [] },
    { kind: 'secret', name: '*', use: 'header' },
    { kind: 'config', key: '**' },
  ];
  const more = others.map((permission, n) => grantOf(`other-${n}`, { permission }));
  const revoked = ['accepted-agent-1-1-tool-write_file'];
  expect(verdictWords({ tool: 'write_file', input: { path: '/agent/a', content: '' }, more, revoked })).toBe(
    'deny default:not-permitted',
  );
});
