import { expect, it } from 'vitest';
import { sampleDefault, sampleGrant, sampleRow } from '../../testing/sample-rules.ts';
import { changeOf } from './rule-edit.ts';

const given = sampleGrant();
const accepted = sampleGrant({ id: 'accepted-agent-1-2-write-folder-1', standing: false });
const secrets = sampleGrant({ id: 'default-secret-files', agent: 'every', type: 'deny', layer: 'default' });

it('adds a rule of the same reach with the new decision', () => {
  expect(changeOf(sampleRow(given), 'ask')?.draft).toEqual({
    agent: 'sample',
    type: 'ask',
    permission: given.permission,
  });
  const ends = sampleRow(sampleGrant({ expiresAt: 5 }), { agent: undefined } as never);
  expect(changeOf(ends, 'deny')?.draft).toMatchObject({ agent: 'every', expiresAt: 5 });
});

it('takes a stricter rule away before a looser one can count', () => {
  expect(changeOf(sampleRow(sampleGrant({ type: 'deny' })), 'allow')?.revoke).toEqual(['grant-1']);
  expect(changeOf(sampleRow(sampleGrant({ type: 'deny' })), 'ask')?.revoke).toEqual(['grant-1']);
  expect(changeOf(sampleRow(sampleGrant({ type: 'ask' })), 'allow')?.revoke).toEqual(['grant-1']);
  expect(changeOf(sampleRow(secrets, { kind: 'default' }), 'allow')?.revoke).toEqual(['default-secret-files']);
});

it('keeps what a rule that asks stands on, and what an agent’s file brought', () => {
  expect(changeOf(sampleRow(given), 'ask')?.revoke).toEqual([]);
  expect(changeOf(sampleRow(accepted, { decision: 'ask' }), 'allow')?.revoke).toEqual([]);
  expect(changeOf(sampleRow(accepted, { decision: 'ask' }), 'deny')?.revoke).toEqual([]);
  expect(changeOf(sampleRow(given), 'deny')?.revoke).toEqual(['grant-1']);
});

it('changes no rule that can’t be taken away, that is of one run, or that decides so already', () => {
  expect(changeOf(sampleDefault('effects', 'Every other write asks.'), 'allow')).toBeUndefined();
  expect(changeOf(sampleRow(given, { run: 'run-1' }), 'deny')).toBeUndefined();
  expect(changeOf(sampleRow(given), 'allow')).toBeUndefined();
});
