import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Grant } from '#contract/permission';
import { grantOf, type PolicyCase, policyInput, toolOf } from '../../testing/policy-fixture.ts';
import { BUILTIN_TOOLS } from '../../tools/builtin-tools.ts';
import { decideToolCall } from '../decide-tool-call.ts';
import { GrantSet } from '../grant-set.ts';

// The same rules in another order, in another language, another time: decisions and reasons stay the same (A13).

const file = (id: string, type: Grant['type'], verbs: ('read' | 'write' | 'delete')[], path: string, uses?: number) =>
  grantOf(id, {
    type,
    permission: { kind: 'file', folder: 'folder-work', path, verbs },
    ...(uses === undefined ? {} : { uses }),
  });

const line = (words: string[]): Grant['permission'] => ({
  kind: 'tool',
  tool: '*',
  command: '**',
  line: { field: 'line', words, more: true },
});

/** Many rules that match alike, so that taking the first of a list would show. */
const rules: Grant[] = [
  ...['i', 'I', 'ı', 'İ', 'z', 'ä', 'a'].flatMap((id) => [
    file(`allow-${id}`, 'allow', ['write'], '**'),
    file(`counted-${id}`, 'allow', ['write'], '**', 2),
    file(`deny-${id}`, 'deny', ['write', 'read', 'delete'], 'closed/**'),
    file(`ask-${id}`, 'ask', ['read'], 'asked/**'),
    grantOf(`host-${id}`, { permission: { kind: 'net', host: '**', ports: [], methods: ['*'] } }),
    grantOf(`line-${id}`, { type: 'deny', permission: line(['git', 'push']) }),
  ]),
];

const remote = { change: 'write', where: 'remote', repeat: 'no' } as const;
const tools = [
  toolOf('fetch', remote, { hosts: [{ field: 'url' }] }),
  toolOf('bash', { ...remote, where: 'local' }, { line: 'line' }),
];
const bindings = [
  ...BUILTIN_TOOLS.map(({ tool }) => ({ tool: tool.name })),
  { tool: 'fetch', hosts: ['*'] },
  { tool: 'bash' },
];

const cases: PolicyCase[] = [
  { tool: 'write_file', input: { path: 'open/a', content: '' } },
  { tool: 'write_file', input: { path: 'closed/a', content: '' } },
  { tool: 'move_file', input: { from: 'open/a', to: 'closed/b' } },
  { tool: 'read_file', input: { path: 'closed/a' } },
  { tool: 'list_files', input: { path: 'closed' } },
  { tool: 'read_file', input: { path: '.env' } },
  { tool: 'read_file', input: { path: 'asked/a' } },
  { tool: 'fetch', input: { url: 'http://localhost/' } },
  { tool: 'bash', input: { line: 'ls && env git push' } },
  { tool: 'bash', input: { line: '$(' } },
  { tool: 'nope', input: {} },
];

const inputs = cases.map((one) => policyInput({ ...one, tools, bindings, more: rules }));
const every = [...(inputs[0]?.grants ?? [])];

function decisions(order: (grants: Grant[]) => Grant[]): string {
  const grants = new GrantSet(order(every));
  return JSON.stringify(inputs.map(({ state, ...input }) => decideToolCall(state, { ...input, grants })));
}

test('1,000 orders of the same rules give identical decisions and reasons', () => {
  const expected = decisions((grants) => grants);
  const { length } = every;
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
      const { state, ...input } = policyInput({ ...one, tools, bindings, more: rules });
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
