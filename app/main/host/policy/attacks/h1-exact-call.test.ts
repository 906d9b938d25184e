import { expect, test } from 'vitest';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import { change, type PolicyCase, policyInput } from '../../testing/policy-fixture.ts';
import { callHash } from '../call-hash.ts';
import { checkWarrant } from '../check-warrant.ts';
import { decideToolCall } from '../decide-tool-call.ts';

// An approval and a warrant hold for exactly one call: whatever differs, the hash differs and nothing runs (H1).

const base: PolicyCase = { tool: 'write_file', input: { path: '/agent/a', content: 'x' } };

const others: [string, PolicyCase][] = [
  ['another tool', { ...base, tool: 'edit_file' }],
  ['another argument', { ...base, input: { path: '/agent/a', content: 'y' } }],
  ['one more argument', { ...base, input: { path: '/agent/a', content: 'x', create_folders: true } }],
  ['another kind of argument', { ...base, input: { path: '/agent/a', content: ['x'] } }],
  ['another call', { ...base, call: { id: 'call-1', command: ['x'] } }],
  ['text from outside', { ...base, labels: [{ origin: 'outside', callId: 'call-0' }] }],
  ['staged files', { ...base, staged: [change('/folders/work/a')] }],
  ['other staged bytes', { ...base, staged: [change('/folders/work/a', { after: 'c'.repeat(64) })] }],
  ['a staged file of another mode', { ...base, staged: [change('/folders/work/a', { mode: 0o755 })] }],
];

const hashOf = (given: PolicyCase): string => {
  const { run, state } = policyInput(given);
  return callHash(run, state);
};

function warranted() {
  const { state, ...input } = policyInput(base);
  const [decided] = decideToolCall(state, input);
  if (decided?.type !== 'tool-call-decided' || decided.decision.type !== 'allow') throw new Error('it is allowed');
  const grants = new Map([...input.grants].map((grant) => [grant.id, grant]));
  return { warrant: decided.decision.warrant, run: input.run, state, grants };
}

test('the order of arguments does not matter, everything else does', () => {
  const expected = hashOf(base);
  expect(hashOf({ ...base, input: { content: 'x', path: '/agent/a' } })).toBe(expected);
  const hashes = [expected, ...others.map(([, given]) => hashOf(given))];
  expect(new Set(hashes).size).toBe(hashes.length);
});

test.each(others)('a warrant does not hold for %s', (_name, given) => {
  const { warrant, grants } = warranted();
  const { run, state } = policyInput(given);
  expect(checkWarrant(warrant, run, state, grants)).toBe('the call is not the one that was allowed');
});

test.each([
  ['of another run', (run: RunState) => ({ ...run, run: { ...run.run, id: 'run-2' } })],
  [
    'with another version of the tool',
    (run: RunState) => ({
      ...run,
      run: { ...run.run, tools: run.run.tools.map((tool) => ({ ...tool, version: '2' })) },
    }),
  ],
  [
    'with a tool that describes itself in other words (O11)',
    (run: RunState) => ({
      ...run,
      run: {
        ...run.run,
        tools: run.run.tools.map((tool) => ({ ...tool, description: `${tool.description} And more.` })),
      },
    }),
  ],
  [
    'with another folder in the place of one',
    (run: RunState) => ({
      ...run,
      run: {
        ...run.run,
        agent: { ...run.run.agent, folders: run.run.agent.folders.map((folder) => ({ ...folder, identity: '9:9:9' })) },
      },
    }),
  ],
])('a warrant does not hold in a run %s', (_name, changed) => {
  const { warrant, run, state, grants } = warranted();
  expect(checkWarrant(warrant, run, state, grants)).toBeUndefined();
  expect(checkWarrant(warrant, changed(run), state, grants)).toBe('the call is not the one that was allowed');
});

test('a warrant does not hold for a call that was edited after it', () => {
  const { warrant, run, state, grants } = warranted();
  const edited: ToolCallState = { ...state, edited: { input: { path: '/agent/b', content: 'x' }, by: 'you' } };
  expect(checkWarrant(warrant, run, edited, grants)).toBe('the call is not the one that was allowed');
});

test('a warrant does not hold when one of its grants is gone', () => {
  const { warrant, run, state, grants } = warranted();
  for (const id of warrant.grants) {
    const fewer = new Map(grants);
    fewer.delete(id);
    expect(checkWarrant(warrant, run, state, fewer)).toBe('a grant it rests on was revoked');
  }
});
