import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Label } from '#contract/label';
import type { Binding, Grant } from '#contract/permission';
import type { FileVerb } from '#contract/tool';
import {
  bindingOf,
  change,
  deletion,
  type PolicyCase,
  policyInput,
  toolOf,
  verdictOf,
} from '../testing/policy-fixture.ts';
import { decideToolCall } from './decide-tool-call.ts';

// Layers only narrow (rows A16.2, A16.5, A16.9): whatever is added to deny, or taken from a binding, never lets more through.

const VERBS: FileVerb[] = ['read', 'list', 'write', 'delete'];
const FOLDERS = ['folder-work', 'folder-docs', 'agent', '*'] as const;
const PATHS = ['**', '*', 'a', 'a/**', '.env', '.git/**', 'A'];
const verbs = fc.uniqueArray(fc.constantFrom(...VERBS), { minLength: 1 });

const permission: fc.Arbitrary<Grant['permission']> = fc.oneof(
  fc.record({
    kind: fc.constant('file' as const),
    folder: fc.constantFrom(...FOLDERS),
    path: fc.constantFrom(...PATHS),
    verbs,
  }),
  fc.record({
    kind: fc.constant('tool' as const),
    tool: fc.constantFrom('*', 'read_file', 'write_file', 'delete_file', 'run_python', 'fetch', 'FETCH', 'bash'),
    command: fc.constant('**'),
  }),
  fc.record({
    kind: fc.constant('tool' as const),
    tool: fc.constantFrom('*', 'bash'),
    command: fc.constant('**'),
    line: fc.record({
      field: fc.constant('line'),
      words: fc.constantFrom<string[]>(['git'], ['git', 'push'], ['rm', 'x']),
      more: fc.boolean(),
    }),
  }),
  fc.record({
    kind: fc.constant('net' as const),
    host: fc.constantFrom('**', '*.example.com', 'a.example.com', 'A.EXAMPLE.COM.', 'example.com'),
    ports: fc.constantFrom<{ from: number; to: number }[]>([], [{ from: 80, to: 90 }], [{ from: 443, to: 443 }]),
    methods: fc.constantFrom<string[]>([], ['*'], ['GET'], ['POST']),
  }),
);
const remote = { change: 'write', where: 'remote', repeat: 'no' } as const;
const tools = [
  toolOf('fetch', remote, { hosts: [{ field: 'url', method: 'method' }] }),
  toolOf('bash', { ...remote, where: 'local' }, { line: 'line' }),
];

const grant = (type: fc.Arbitrary<Grant['type']>): fc.Arbitrary<Grant> =>
  fc.record({
    id: fc.uuid(),
    agent: fc.constantFrom('agent-1' as const, 'every' as const),
    type,
    standing: fc.boolean(),
    permission,
    layer: fc.constantFrom('default' as const, 'agent' as const, 'run' as const),
    source: fc.constant('You'),
    sentence: fc.string(),
    labels: fc.constantFrom('none' as const, 'any' as const),
  });
const grants = fc.array(grant(fc.constantFrom('allow', 'ask', 'deny')), { maxLength: 6 });

const path = fc.constantFrom(
  'a',
  'a/b',
  '.env',
  '.git/config',
  'A',
  '/agent/a',
  '/folders/docs/a',
  '/agent',
  '../x',
  '/',
);
const PATH_TOOLS = ['read_file', 'list_files', 'write_file', 'delete_file', 'make_folder', 'search_files'];
const call: fc.Arbitrary<PolicyCase> = fc.oneof(
  fc.record({ tool: fc.constantFrom(...PATH_TOOLS), input: fc.record({ path }) }),
  fc.record({ tool: fc.constant('move_file'), input: fc.record({ from: path, to: path }) }),
  fc.record({
    tool: fc.constant('fetch'),
    input: fc.record({
      url: fc.constantFrom('https://a.example.com/', 'http://example.com:85/', 'http://127.1/', 'no address'),
      method: fc.constantFrom('GET', 'post'),
    }),
  }),
  fc.record({
    tool: fc.constant('bash'),
    input: fc.record({ line: fc.constantFrom('git push', 'git', 'ls; rm x', 'env git push', '$X', '"') }),
  }),
  fc.record({
    tool: fc.constant('run_python'),
    staged: fc
      .array(
        fc.tuple(fc.constantFrom('/folders/work/a', '/folders/work/.git/config', '/folders/docs/a'), fc.boolean()),
        { minLength: 1, maxLength: 3 },
      )
      .map((all) => all.map(([at, gone]) => (gone ? deletion(at) : change(at)))),
  }),
);
const labels = fc.constantFrom<Label[]>([], [{ origin: 'outside', callId: 'call-0' }]);
const ask = fc.constantFrom('always' as const, 'effects' as const, 'never' as const);

const given: fc.Arbitrary<PolicyCase> = fc
  .tuple(call, grants, labels, ask, fc.boolean())
  .map(([made, more, from, mode, repaired]) => ({
    ...made,
    more,
    labels: from,
    tools,
    bindings: [bindingOf(made.tool, { ask: mode, hosts: ['**:*'] }), bindingOf('write_file', { ask: mode })].slice(
      made.tool === 'write_file' ? 1 : 0,
    ),
    ...(repaired && { call: { repaired } }),
  }));

/** How much a verdict lets through. */
function reach(one: PolicyCase): number {
  const verdict = verdictOf(one);
  if (verdict.type === 'allow') return 3;
  if (verdict.type === 'ask') return verdict.always ? 1 : 2;
  return 0;
}

const settings = { numRuns: 600 };

describe('the policy', () => {
  it('lets no more through when a deny or an ask is added', () => {
    fc.assert(
      fc.property(given, grant(fc.constantFrom('deny', 'ask')), (one, deny) => {
        expect(reach({ ...one, more: [...(one.more ?? []), deny] })).toBeLessThanOrEqual(reach(one));
      }),
      settings,
    );
  });

  it('lets no more through when a grant is taken away', () => {
    fc.assert(
      fc.property(given, fc.nat(), (one, index) => {
        const more = one.more ?? [];
        const gone = more[index % Math.max(1, more.length)];
        if (gone?.type !== 'allow') return;
        expect(reach({ ...one, more: more.filter((each) => each !== gone) })).toBeLessThanOrEqual(reach(one));
      }),
      settings,
    );
  });

  it('lets no more through when a binding is narrowed', () => {
    const folders = fc.uniqueArray(fc.record({ folder: fc.constantFrom('folder-work', 'folder-docs'), verbs }), {
      selector: ({ folder }) => folder,
    });
    fc.assert(
      fc.property(given, folders, fc.nat(2), (one, narrowed, less) => {
        const wide = one.bindings ?? [];
        const narrow: Partial<Binding>[] = wide.map((each) => ({ ...each, folders: narrowed }));
        const narrower = narrow.map((each) => ({
          ...each,
          folders: narrowed.map((each) => ({ ...each, verbs: each.verbs.slice(less) })),
        }));
        expect(reach({ ...one, bindings: narrow })).toBeLessThanOrEqual(reach(one));
        expect(reach({ ...one, bindings: narrower })).toBeLessThanOrEqual(reach({ ...one, bindings: narrow }));
        expect(reach({ ...one, bindings: wide.filter(({ tool }) => tool !== one.tool) })).toBe(0);
        for (const hosts of [['*.example.com'], ['*.example.com:443'], ['no host'], []])
          expect(reach({ ...one, bindings: wide.map((each) => ({ ...each, hosts })) })).toBeLessThanOrEqual(reach(one));
        expect(reach({ ...one, bindings: wide.map((each) => ({ ...each, version: 'other' })) })).toBeLessThanOrEqual(
          reach(one),
        );
      }),
      settings,
    );
  });

  it('lets no more through when a tool is to ask more', () => {
    const modes = ['never', 'effects', 'always'] as const;
    fc.assert(
      fc.property(given, (one) => {
        const with_ = (mode: Binding['ask']) =>
          reach({ ...one, bindings: (one.bindings ?? []).map((each) => ({ ...each, ask: mode })) });
        const reaches = modes.map(with_);
        expect(reaches).toEqual(reaches.toSorted((a, b) => b - a));
      }),
      settings,
    );
  });

  it('turns no denial by a rule into anything else when an allow is added', () => {
    fc.assert(
      fc.property(given, fc.array(grant(fc.constant('allow')), { minLength: 1, maxLength: 4 }), (one, allows) => {
        const before = verdictOf(one);
        const denies = new Set((one.more ?? []).flatMap(({ id, type }) => (type === 'deny' ? [id] : [])));
        fc.pre(before.type === 'deny' && (denies.has(before.rule.id) || before.rule.id === 'default-secret-files'));
        expect(verdictOf({ ...one, more: [...(one.more ?? []), ...allows] }).type).toBe('deny');
      }),
      { numRuns: 200 },
    );
  });

  it('never allows without a person what always asks, whatever is granted', () => {
    fc.assert(
      fc.property(given, fc.array(grant(fc.constant('allow')), { maxLength: 4 }), (one, allows) => {
        const before = verdictOf(one);
        fc.pre(before.type === 'ask' && before.always);
        const more = [...(one.more ?? []), ...allows];
        expect(verdictOf({ ...one, more }).type).toBe('ask');
        const { state, ...input } = policyInput({ ...one, more, run: { approve: 'all' } });
        expect(decideToolCall(state, input)[0]?.type).toBe('approval-requested');
      }),
      { numRuns: 200 },
    );
  });
});
