import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Agent, DEFAULT_LIMITS } from '#contract/agent';
import { DEFAULT_GRANTS } from '#contract/default-grants';
import type { FileChange } from '#contract/file-change';
import type { Json } from '#contract/ids';
import type { AskMode, Binding, Grant } from '#contract/permission';
import { reduceRun } from '#contract/projections/run-state';
import type { FileVerb, ToolOutcome } from '#contract/tool';
import { judgeToolCall } from '../policy/decide-tool-call.ts';
import { GrantSet } from '../policy/grant-set.ts';
import { policySettings } from '../policy/policy-settings.ts';
import { BUILTIN_TOOLS } from '../tools/builtin-tools.ts';
import { inputFault } from '../tools/validate-input.ts';
import { type Askers, reachOfAgent } from './agent-reach.ts';
import { grantsOfAgent } from './grants-of-agent.ts';

const tools = BUILTIN_TOOLS.map((builtin) => builtin.tool);

const rulesOf = (agent: Agent, own: Grant[]): GrantSet =>
  new GrantSet([...DEFAULT_GRANTS, ...grantsOfAgent(agent), ...own]);

/**
 * What the policy says of one call of an accepted agent in a fresh run; with `changes`, of what its code left behind for
 * a person's folder.
 */
function verdictOf(agent: Agent, own: Grant[], tool: string, input: Json, changes: FileChange[] = []): string {
  const call = { id: 'c1', tool, command: [], input };
  const entry = { stream: 'run:r1', at: 0, hash: '0'.repeat(64) };
  const started = reduceRun(undefined, {
    ...entry,
    seq: 1,
    event: {
      type: 'run-started',
      run: {
        id: 'r1',
        title: '',
        agent,
        tools,
        protocol: 'native',
        goal: { type: 'invoke', call },
        grants: [],
        approve: 'ask',
        unattended: 'park',
        contextTokens: 8000,
      },
    },
  });
  const outcome: ToolOutcome = { type: 'ok', output: { text: '' }, truncated: false, facts: [] };
  const run =
    changes.length === 0
      ? started
      : reduceRun(started, { ...entry, seq: 2, event: { type: 'changes-staged', callId: 'c1', changes, outcome } });
  const state = run.calls.get('c1');
  if (!state) throw new Error('no call');
  const grants = rulesOf(agent, own);
  const settings = policySettings(new Map());
  return judgeToolCall(state, { run, grants, observed: new Map(), now: 0, settings, invalid: inputFault }).type;
}

const binding = (tool: string, ask: AskMode, narrowed: Binding['folders']): Binding => ({
  tool,
  ask,
  ...(narrowed && { folders: narrowed }),
  hosts: [],
  secrets: [],
  config: [],
  middleware: [],
  options: {},
});

const access = fc.constantFrom('read' as const, 'write' as const);
const ask = fc.constantFrom<AskMode>('always', 'effects', 'never');
const agents = fc
  .tuple(
    access,
    access,
    fc.subarray(tools.map((tool) => tool.name)),
    fc.infiniteStream(ask),
    fc.infiniteStream(fc.constantFrom('all', 'first', 'first-read')),
  )
  .map(([one, two, names, asks, narrows]): Agent => {
    const narrowed = {
      all: undefined,
      first: ['read', 'list', 'write', 'delete'],
      'first-read': ['read', 'list'],
    } as const;
    return {
      id: 'a1',
      revision: 1,
      name: 'tidy',
      description: '',
      instructions: '',
      model: { provider: 'demo', model: 'demo' },
      protocol: 'auto',
      bindings: names.map((name) => {
        const verbs = narrowed[narrows.next().value as 'all'];
        return binding(name, asks.next().value as AskMode, verbs && [{ folder: 'f1', verbs: [...(verbs as never[])] }]);
      }),
      folders: [
        { id: 'f1', name: 'one', path: '/home/ada/one', identity: '1:1', access: one, trust: 'own' },
        { id: 'f2', name: 'two', path: '/home/ada/two', identity: '1:2', access: two, trust: 'own' },
      ],
      guardrails: [],
      memory: false,
      unattended: 'park',
      limits: DEFAULT_LIMITS,
      accepted: true,
    };
  });

/** Rules of the person's own, for whole folders and whole tools. */
const owns = fc.array(
  fc
    .record({
      type: fc.constantFrom('allow' as const, 'ask' as const, 'deny' as const),
      permission: fc.oneof(
        fc.record({
          kind: fc.constant('file' as const),
          folder: fc.constantFrom('f1', 'f2', '*' as const),
          path: fc.constant('**'),
          verbs: fc.subarray(['read', 'list', 'write', 'delete'] as FileVerb[], { minLength: 1 }),
        }),
        fc.record({
          kind: fc.constant('tool' as const),
          tool: fc.constantFrom('*', ...tools.map((tool) => tool.name)),
          command: fc.constant('**'),
        }),
      ),
      agent: fc.constantFrom('a1', 'every'),
      labels: fc.constantFrom('none' as const, 'any' as const),
    })
    .map(
      (rule): Grant => ({
        ...rule,
        id: `own-${JSON.stringify(rule)}`,
        standing: true,
        layer: 'agent',
        source: 'You',
        sentence: 'So it is.',
      }),
    ),
  { maxLength: 3 },
);

/** What a sheet made from `askers` tells of a tool. */
function told(askers: Askers, tool: string): string {
  if (askers.without.includes(tool)) return 'allow';
  return askers.asking.includes(tool) ? 'ask' : 'no';
}

const settled = (verdict: string): string => (verdict === 'allow' || verdict === 'ask' ? verdict : 'no');

describe('reachOfAgent', () => {
  it('says of every file tool, folder and ask what the policy decides', () => {
    fc.assert(
      fc.property(agents, owns, (agent, own) => {
        const reach = reachOfAgent(agent, tools, rulesOf(agent, own));
        for (const { folder, reads, lists, writes, deletes } of reach.folders) {
          const at = (name: string): string => `/folders/${folder.name}/${name}`;
          const cases: [string, Json, Askers][] = [
            ['read_file', { path: at('a.txt') }, reads],
            ['list_files', { path: at('') }, lists],
            ['search_files', { pattern: 'x', path: at('') }, reads],
            ['write_file', { path: at('a.txt'), content: '' }, writes],
            ['edit_file', { path: at('a.txt'), old: 'a', new: 'b' }, writes],
            ['make_folder', { path: at('b') }, writes],
            ['move_file', { from: at('a.txt'), to: at('b.txt') }, writes],
            ['move_file', { from: at('a.txt'), to: at('b.txt') }, { without: [], asking: deletes }],
            ['delete_file', { path: at('a.txt') }, { without: [], asking: deletes }],
          ];
          for (const [tool, input, askers] of cases)
            expect(`${tool} ${told(askers, tool)}`).toBe(`${tool} ${settled(verdictOf(agent, own, tool, input))}`);
        }
        for (const { folder, writes, deletes } of reach.folders) {
          const change: FileChange = {
            path: `/folders/${folder.name}/a.txt`,
            kind: 'file',
            before: '1'.repeat(64),
            bytes: 1,
            mode: 0o644,
            labels: [],
          };
          const ran = verdictOf(agent, own, 'run_python', { code: '' });
          const written = verdictOf(agent, own, 'run_python', { code: '' }, [{ ...change, after: '2'.repeat(64) }]);
          const deleted = verdictOf(agent, own, 'run_python', { code: '' }, [change]);
          const through = (then: string): string =>
            settled(ran) === 'no' ? 'no' : ran === 'ask' && then === 'allow' ? 'ask' : settled(then);
          expect(`writes ${told(writes, 'run_python')}`).toBe(`writes ${through(written)}`);
          expect(`deletes ${deletes.includes('run_python') ? 'ask' : 'no'}`).toBe(`deletes ${through(deleted)}`);
        }
        const onDisk: [string, Json][] = [
          ['write_file', { path: '/agent/a.txt', content: '' }],
          ['delete_file', { path: '/agent/a.txt' }],
        ];
        for (const [tool, input] of onDisk)
          expect(`${tool} ${told(reach.ownDisk, tool)}`).toBe(`${tool} ${settled(verdictOf(agent, own, tool, input))}`);
        expect(told(reach.others, 'calculator')).toBe(
          settled(verdictOf(agent, own, 'calculator', { expression: '1' })),
        );
        const python = reach.code.find((code) => code.language === 'python');
        const run = settled(verdictOf(agent, own, 'run_python', { code: '' }));
        expect(python ? (python.asks ? 'ask' : 'allow') : 'no').toBe(run);
      }),
      { numRuns: 300 },
    );
  });
});
