import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import type { Grant, Permission } from '#contract/permission';
import { type FileVerb, type ToolCall, FileVerb as Verbs } from '#contract/tool';
import { grantOf } from '../testing/policy-fixture.ts';
import { GrantSet, grantsInForce } from './grant-set.ts';
import { coversConfig, coversFile, coversNet, coversSecret, coversTool } from './match-permission.ts';
import type { NetUseOfCall } from './net-use.ts';

// Looking a rule up gives what looking at every rule would give, at the cost of those that may match.

const one = fc.constantFrom;
const name = one('a', 'A', 'ß', 'ss', 'b', '*', '**', 'x*', '');
const path = fc.array(name, { maxLength: 4 }).map((names) => names.join('/'));
const value = one('a', 'A', './a', 'b', '*', '5', 'true');
const words = fc.array(one('git', 'GIT', '/bin/git', 'push', 'rm', '-f', ''), { minLength: 1, maxLength: 3 });
const lines = one('git push', 'GIT push', 'ls; /bin/git push', 'env rm -f', '$X', '"', 'git push -f', "rm '' x", '');
const ports = fc.array(one({ from: 80, to: 90 }, { from: 443, to: 443 }), { maxLength: 2 });
const methods = fc.array(one('GET', 'post', '*'), { maxLength: 2 });
const patterns = one('a.b', '*.b', 'A.B.', '**', '**.b', 'a.*', '127.*.*.*', '127.0.0.1', '[::1]', 'no host', '*');

const permission: fc.Arbitrary<Permission> = fc.oneof(
  fc.record(
    {
      kind: fc.constant('tool' as const),
      tool: one('t', 'T', 'u', '*', 't*'),
      command: path,
      input: fc.dictionary(one('x', 'y'), value, { maxKeys: 2, noNullPrototype: true }),
      line: fc.record({ field: one('line', 'x'), words, more: fc.boolean() }),
    },
    { requiredKeys: ['kind', 'tool', 'command'] },
  ),
  fc.record({
    kind: fc.constant('file' as const),
    folder: one('f1', 'f2', 'agent', '*'),
    path,
    verbs: fc.subarray([...Verbs.options]),
  }),
  fc.record({ kind: fc.constant('net' as const), host: patterns, ports, methods }),
  fc.record({ kind: fc.constant('secret' as const), name: one('a', 'A', 'b', '*'), use: one('header', 'reveal') }),
  fc.record({ kind: fc.constant('config' as const), key: one('a', 'A', 'b', '*') }),
);

const rule = fc
  .record({
    id: fc.uuid(),
    agent: one('every', 'agent-1', 'agent-2'),
    type: one<Grant['type']>('allow', 'ask', 'deny'),
    permission,
    expiresAt: fc.option(one(5, 10, 11, 20), { nil: undefined }),
    uses: fc.option(one(0, 1), { nil: undefined }),
  })
  .map(({ id, expiresAt, uses, ...rest }) =>
    grantOf(id, { ...rest, ...(expiresAt !== undefined && { expiresAt }), ...(uses !== undefined && { uses }) }),
  );
const rules = fc.array(rule, { maxLength: 12 });

const call: fc.Arbitrary<ToolCall> = fc.record({
  id: fc.constant('c'),
  tool: one('t', 'T', 'u', 'v', 't*'),
  command: fc.array(one('a', 'A', 'b'), { maxLength: 3 }),
  input: fc.oneof(
    fc.record(
      {
        x: fc.oneof(value, lines, one(5, true, null), fc.constant(['a'])),
        y: value,
        line: fc.oneof(lines, fc.constant(5)),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
    one('a', 5, null),
    fc.constant([]),
  ) as fc.Arbitrary<Json>,
});
const place = fc.record({
  folder: one('f1', 'f2', 'agent'),
  segments: fc.array(one('a', 'A', 'ß', 'ss', 'b', '*', '.env'), { maxLength: 4 }),
});
const net: fc.Arbitrary<NetUseOfCall> = fc.record({
  host: one('a.b', 'a.b.', 'x.a.b', 'b', '127.0.0.1', '[::1]', 'localhost'),
  port: one(80, 85, 443, 444),
  method: one('GET', 'POST'),
  url: fc.constant(''),
});

const NOW = 10;

/** Looks at every rule. */
function plainly(all: readonly Grant[], covers: (grant: Grant) => boolean): string[] {
  return all
    .filter(({ agent }) => agent === 'every' || agent === 'agent-1')
    .filter(({ expiresAt, uses }) => (expiresAt === undefined || expiresAt > NOW) && uses !== 0)
    .filter(covers)
    .map(({ id }) => id)
    .sort();
}

const ids = (grants: Iterable<Grant>): string[] => [...grants].map(({ id }) => id).sort();

describe('a set of grants', () => {
  it('finds the rules that looking at each of them finds', () => {
    fc.assert(
      fc.property(rules, fc.nat(12), call, place, one(...Verbs.options), net, (all, kept, made, file, verb, use) => {
        const catalog = new Map(all.slice(0, kept).map((each) => [each.id, each]));
        const set = grantsInForce(catalog, all.slice(kept), 'agent-1', NOW, new Map());
        expect(ids(set.forCall(made))).toEqual(plainly(all, (each) => coversTool(each, made)));
        expect(ids(set.forFile(file, verb as FileVerb))).toEqual(plainly(all, (each) => coversFile(each, file, verb)));
        expect(ids(set.forNet(use))).toEqual(plainly(all, (each) => coversNet(each, use)));
        for (const secret of ['a', 'A', '*'])
          for (const way of ['header', 'reveal'] as const)
            expect(ids(set.forSecret(secret, way))).toEqual(plainly(all, (each) => coversSecret(each, secret, way)));
        for (const key of ['a', 'B', '*'])
          expect(ids(set.forConfig(key))).toEqual(plainly(all, (each) => coversConfig(each, key)));
        expect(ids(set)).toEqual(plainly(all, () => true));
        for (const { id } of all) expect(set.has(id)).toBe(ids(set).includes(id));
      }),
      { numRuns: 800 },
    );
  });

  const files = { kind: 'file' as const, folder: 'f1', path: '**', verbs: ['read' as const] };
  const read = { folder: 'f1', segments: ['a'] };

  it('counts uses and looks at the time at each look-up', () => {
    const counted = grantOf('counted', { permission: files, uses: 2 });
    const timed = grantOf('timed', { permission: files, expiresAt: 10 });
    const catalog = new Map([counted, timed].map((each) => [each.id, each]));
    const at = (now: number, used: number) =>
      ids(grantsInForce(catalog, [], 'agent-1', now, new Map([['counted', used]])).forFile(read, 'read'));
    expect([at(9, 1), at(9, 2), at(10, 1), at(10, 2)]).toEqual([['counted', 'timed'], ['timed'], ['counted'], []]);
  });

  it('sees a rule that a run was given meanwhile, in the same list', () => {
    const list = [grantOf('first', { permission: files })];
    const now = () => ids(grantsInForce(new Map(), list, 'agent-1', 0, new Map()).forFile(read, 'read'));
    expect(now()).toEqual(['first']);
    list.push(grantOf('second', { permission: files }));
    expect(now()).toEqual(['first', 'second']);
    list[0] = grantOf('third', { permission: files });
    expect(now()).toEqual(['second', 'third']);
  });

  it('takes a rule of a kind it does not know for one that denies everything, and for none that allows', () => {
    const unknown = { kind: 'quota', amount: 5 } as unknown as Permission;
    const set = (type: Grant['type']) => new GrantSet([grantOf('new', { type, permission: unknown })]);
    expect(ids(set('deny').forFile(read, 'read'))).toEqual(['new']);
    expect(ids(set('deny').forCall({ id: 'c', tool: 't', command: [], input: {} }))).toEqual(['new']);
    expect(ids(set('ask').forSecret('key', 'header'))).toEqual(['new']);
    expect(ids(set('allow').forFile(read, 'read'))).toEqual([]);
  });
});
