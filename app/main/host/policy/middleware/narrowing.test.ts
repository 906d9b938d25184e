import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import type { MiddlewareUse } from '#contract/middleware';
import type { Permission } from '#contract/permission';
import type { FileVerb } from '#contract/tool';
import { bindingOf, change, deletion, grantOf, type PolicyCase, verdictOf } from '../../testing/policy-fixture.ts';

// A17.5: whatever middleware is added, wherever in a chain, no call gets further than without it. A rewrite may keep another
// one from finding what it would have changed: it is measured against the chain that changes nothing.

// Few, so that a rewrite often meets the very path of the call.
const PATHS = ['a', '.git/config', '/agent/a', '/folders/docs/a'];
const path = fc.constantFrom(...PATHS);
const call: fc.Arbitrary<PolicyCase> = fc.oneof(
  fc.record({ tool: fc.constantFrom('read_file', 'delete_file', 'make_folder'), input: fc.record({ path }) }),
  fc.record({ tool: fc.constant('write_file'), input: fc.record({ path, content: fc.constant('x') }) }),
  fc.record({ tool: fc.constant('move_file'), input: fc.record({ from: path, to: path }) }),
  fc.constantFrom<PolicyCase>(
    { tool: 'calculator', input: { expression: 'a' } },
    { tool: 'run_python', input: { code: '' }, staged: [change('/folders/work/a')] },
    { tool: 'run_python', input: { code: '' }, staged: [deletion('/folders/work/a')] },
  ),
);
const when: fc.Arbitrary<Permission> = fc.oneof(
  fc.record({
    kind: fc.constant('tool' as const),
    tool: fc.constantFrom('*', 'write_file'),
    command: fc.constant('**'),
  }),
  fc.record({
    kind: fc.constant('file' as const),
    folder: fc.constantFrom('*', 'agent', 'folder-work'),
    path: fc.constantFrom('**', 'a', 'a/**'),
    verbs: fc.uniqueArray(fc.constantFrom<FileVerb>('read', 'write', 'delete'), { minLength: 1 }),
  }),
);
const use = (name: string, config: fc.Arbitrary<Json>): fc.Arbitrary<MiddlewareUse> =>
  config.map((each) => ({ name, version: '1', config: each }));
const middleware: fc.Arbitrary<MiddlewareUse> = fc.oneof(
  use(
    'require-approval',
    fc.oneof(
      fc.constant({}),
      when.map((each) => ({ when: each }) as unknown as Json),
    ),
  ),
  use('rate-limit', fc.constant({ calls: 1, seconds: 60 })),
  use('redact-output', fc.constant({ texts: ['x'] })),
  {
    arbitrary: use('rewrite', fc.record({ field: fc.constantFrom('path', 'path', 'from'), from: path, to: path })),
    weight: 6,
  },
  use('mine', fc.constant(null)),
  use('rate-limit', fc.constant({})),
);
const given: fc.Arbitrary<PolicyCase> = fc
  .tuple(call, fc.constantFrom('always' as const, 'effects' as const, 'never' as const), fc.boolean())
  .map(([made, ask, granted]) => ({
    ...made,
    bindings: [...new Set([made.tool, 'write_file'])].map((tool) => bindingOf(tool, { ask })),
    more: granted ? [grantOf('all', { permission: { kind: 'tool', tool: '*', command: '**' } })] : [],
  }));

/** How far a call gets. */
function reach(one: PolicyCase): number {
  const verdict = verdictOf(one);
  if (verdict.type === 'allow') return 3;
  if (verdict.type === 'ask') return verdict.always ? 1 : 2;
  return 0;
}

it('lets no more through when a middleware is added to any chain', () => {
  fc.assert(
    fc.property(
      given,
      fc.array(middleware, { maxLength: 3 }),
      middleware,
      fc.nat(3),
      fc.boolean(),
      (one, chain, more, at, bound) => {
        const longer = chain.toSpliced(at, 0, more);
        const withChain = (list: MiddlewareUse[]): PolicyCase =>
          bound
            ? { ...one, bindings: (one.bindings ?? []).map((each) => ({ ...each, middleware: list })) }
            : { ...one, middleware: list as unknown as Json };
        const shorter = more.name === 'rewrite' ? chain.filter(({ name }) => name !== 'rewrite') : chain;
        expect(reach(withChain(longer))).toBeLessThanOrEqual(reach(withChain(shorter)));
      },
    ),
    { numRuns: 1500 },
  );
});
