import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Grant } from '#contract/permission';
import { grantOf, type PolicyCase, policyInput } from '../../testing/policy-fixture.ts';
import { decideToolCall } from '../decide-tool-call.ts';
import { GrantSet } from '../grant-set.ts';

// The same rules in another order, in another language, another time: decisions and reasons stay the same (A13).

const file = (id: string, type: Grant['type'], verbs: ('read' | 'write' | 'delete')[], path: string, uses?: number) =>
  grantOf(id, {
    type,
    permission: { kind: 'file', folder: 'folder-work', path, verbs },
    ...(uses === undefined ? {} : { uses }),
  });

/** Many rules that match alike, so that taking the first of a list would show. */
const rules: Grant[] = [
  ...['i', 'I', 'ı', 'İ', 'z', 'ä', 'a'].flatMap((id) => [
    file(`allow-${id}`, 'allow', ['write'], '**'),
    file(`counted-${id}`, 'allow', ['write'], '**', 2),
    file(`deny-${id}`, 'deny', ['write', 'read', 'delete'], 'closed/**'),
  ]),
];

const cases: PolicyCase[] = [
  { tool: 'write_file', input: { path: 'open/a', content: '' } },
  { tool: 'write_file', input: { path: 'closed/a', content: '' } },
  { tool: 'move_file', input: { from: 'open/a', to: 'closed/b' } },
  { tool: 'read_file', input: { path: 'closed/a' } },
  { tool: 'list_files', input: { path: 'closed' } },
  { tool: 'read_file', input: { path: '.env' } },
  { tool: 'nope', input: {} },
];

function decisions(order: (grants: Grant[]) => Grant[]): string {
  return JSON.stringify(
    cases.map((one) => {
      const { state, ...input } = policyInput({ ...one, more: rules });
      return decideToolCall(state, { ...input, grants: new GrantSet(order([...input.grants])) });
    }),
  );
}

test('1,000 orders of the same rules give identical decisions and reasons', () => {
  const expected = decisions((grants) => grants);
  const { length } = [...policyInput({ ...cases[0], tool: 'write_file', more: rules }).grants];
  const orders = fc.shuffledSubarray(
    Array.from({ length }, (_, index) => index),
    { minLength: length, maxLength: length },
  );
  fc.assert(
    fc.property(orders, (order) => {
      expect(decisions((grants) => order.map((index) => grants[index] as Grant))).toBe(expected);
    }),
    { numRuns: 1000 },
  );
});

test('a language with other rules for letters gives identical decisions', () => {
  const expected = decisions((grants) => grants);
  const { localeCompare, toLocaleLowerCase, toLocaleUpperCase } = String.prototype;
  const refuse = (): never => {
    throw new Error('the policy asked for the language of the machine');
  };
  Object.assign(String.prototype, { localeCompare: refuse, toLocaleLowerCase: refuse, toLocaleUpperCase: refuse });
  try {
    expect(decisions((grants) => grants)).toBe(expected);
  } finally {
    Object.assign(String.prototype, { localeCompare, toLocaleLowerCase, toLocaleUpperCase });
  }
});

test('a decision changes nothing of what it is given, and asks no clock and no chance', () => {
  const { now } = Date;
  const { random } = Math;
  const refuse = (): never => {
    throw new Error('the policy looked elsewhere');
  };
  Object.assign(Date, { now: refuse });
  Object.assign(Math, { random: refuse });
  try {
    for (const one of cases) {
      const { state, ...input } = policyInput({ ...one, more: rules });
      deepFreeze([state, input]);
      expect(decideToolCall(state, input)).toEqual(decideToolCall(state, input));
    }
  } finally {
    Object.assign(Date, { now });
    Object.assign(Math, { random });
  }
});

function deepFreeze(value: unknown): void {
  if (value === null || typeof value !== 'object' || Object.isFrozen(value)) return;
  if (value instanceof Map) {
    for (const each of value.values()) deepFreeze(each);
    Object.assign(value, { set: frozen, delete: frozen, clear: frozen });
  }
  for (const each of Object.values(value)) deepFreeze(each);
  Object.freeze(value);
}

function frozen(): never {
  throw new Error('the policy changed what it was given');
}
