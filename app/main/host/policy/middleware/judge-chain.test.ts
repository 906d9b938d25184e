import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#contract/event';
import type { Json } from '#contract/ids';
import type { MiddlewareUse } from '#contract/middleware';
import {
  decisionOf,
  grantOf,
  type PolicyCase,
  policyInput,
  toolOf,
  verdictWords,
} from '../../testing/policy-fixture.ts';
import { decideToolCall } from '../decide-tool-call.ts';

// The chain of a call (rows A17.1–A17.5, A17.11; rule A15): built-in middlewares, in their order, over recorded state.

const use = (name: string, config: Json = {}): MiddlewareUse => ({ name, version: '1', config });
const sum: PolicyCase = { tool: 'calculator', input: { expression: '1' } };
const write = (path: string): PolicyCase => ({ tool: 'write_file', input: { path, content: 'x' } });
const said = (events: readonly RunEvent[]): string[] =>
  events.map((event) => {
    if (event.type === 'middleware-judged') return `${event.by}: ${event.verdict}`;
    if (event.type === 'call-rewritten') return `${event.by}: rewritten`;
    return event.type === 'tool-call-decided' ? event.decision.type : event.type;
  });

describe('a chain', () => {
  it('is that of every agent, then that of the tool, each in its order (A17.2)', () => {
    const bound = [use('rate-limit', { calls: 2, seconds: 60 }), use('rate-limit', { calls: 9, seconds: 60 })];
    const bindings = [{ tool: 'calculator', middleware: bound }];
    const middleware = [use('rate-limit', { calls: 5, seconds: 60 })] as unknown as Json;
    expect(said(decisionOf({ ...sum, bindings, middleware }))).toEqual([
      'rate-limit (every agent): pass',
      'rate-limit (agent worker, tool calculator): pass',
      'rate-limit (agent worker, tool calculator, 2): pass',
      'allow',
    ]);
  });

  it('is asked only about what the rules let through: it can’t give (A17.5)', () => {
    const middleware = [use('require-approval')] as unknown as Json;
    expect(said(decisionOf({ ...write('/folders/docs/x'), middleware }))).toEqual(['deny', 'tool-call-ended']);
  });

  it('that denies, denies with its own words, and nothing after it is asked', () => {
    const middleware = [use('rate-limit', { calls: 1, seconds: 60 }), use('require-approval')] as unknown as Json;
    const { state, ...input } = policyInput({ ...sum, middleware });
    const before: RunEvent[] = [
      { type: 'middleware-judged', callId: 'other', by: 'rate-limit (every agent)', verdict: 'pass', reason: '' },
    ];
    const events = decideToolCall(state, { ...input, before });
    expect(said(events)).toEqual(['rate-limit (every agent): deny', 'deny', 'tool-call-ended']);
    expect(events[1]).toMatchObject({
      decision: {
        rule: {
          id: 'middleware:rate-limit',
          sentence: 'At most 1 call in each 60 seconds of a run.',
          source: 'Middleware, every agent',
        },
      },
    });
  });
});

describe('require-approval', () => {
  const asks = (middleware: MiddlewareUse[], given: PolicyCase): string =>
    verdictWords({ ...given, middleware: middleware as unknown as Json });

  it('asks about every call, or about those that `when` covers, and no grant or word of the tool removes it', () => {
    const all = grantOf('all', { permission: { kind: 'tool', tool: '*', command: '**' } });
    const bindings = [{ tool: 'calculator', ask: 'never' as const }];
    expect(asks([use('require-approval')], { ...sum, bindings, more: [all] })).toBe('ask middleware:require-approval');
    const when = { kind: 'file', folder: 'folder-work', path: 'a/**', verbs: ['write'] };
    expect(asks([use('require-approval', { when })], { ...write('a/b'), more: [all] })).toBe(
      'ask middleware:require-approval',
    );
    expect(asks([use('require-approval', { when })], { ...write('b'), more: [all] })).toBe('allow all');
  });

  it('offers no grant, which would not help, and is content with an answer, or with --approve all', () => {
    const given = { ...write('a'), middleware: [use('require-approval')] as unknown as Json };
    const [, asked] = decisionOf(given);
    expect(asked).toMatchObject({ type: 'approval-requested', approval: { offers: [] } });
    expect(said(decisionOf({ ...given, run: { approve: 'all' } }))).toEqual([
      'require-approval (every agent): ask',
      'allow',
    ]);
  });

  it('leaves the words of what always asks, and denies nothing that asks', () => {
    const middleware = [use('require-approval')] as unknown as Json;
    expect(verdictWords({ tool: 'delete_file', input: { path: 'a' }, middleware })).toBe('ask default:removes');
  });

  it('holds for what code would change in a folder, by the chain of write_file', () => {
    const bindings = [
      { tool: 'run_python' },
      { tool: 'write_file', ask: 'never' as const, middleware: [use('require-approval')] },
    ];
    const staged = [
      { path: '/folders/work/a', kind: 'file' as const, after: 'a'.repeat(64), bytes: 1, mode: 0, labels: [] },
    ];
    expect(verdictWords({ tool: 'run_python', input: { code: '' }, bindings, staged })).toBe(
      'ask middleware:require-approval',
    );
  });
});

describe('rewrite', () => {
  const rewrite = (from: string, to: string, field = 'path'): MiddlewareUse => use('rewrite', { field, from, to });
  const by = (...list: MiddlewareUse[]): Json => list as unknown as Json;

  it('changes an argument once, and the call is decided again', () => {
    const middleware = by(rewrite('a', 'aa'));
    const { state, ...input } = policyInput({ ...write('a'), middleware });
    const events = decideToolCall(state, input);
    expect(events).toMatchObject([
      { type: 'call-rewritten', by: 'rewrite (every agent)', input: { path: 'aa', content: 'x' } },
    ]);
    const rewritten = { ...state, edited: { input: { path: 'aa', content: 'x' }, by: 'rewrite (every agent)' } };
    const again = decideToolCall({ ...rewritten, rewrites: ['rewrite (every agent)'] }, input);
    expect(said(again)).toEqual(['approval-requested']);
  });

  it('takes its words as they are: a dollar sign is no pattern', () => {
    const [event] = decisionOf({ ...write('a.b'), middleware: by(rewrite('.', '$&$1')) });
    expect(event).toMatchObject({ input: { path: 'a$&$1b' } });
  });

  it('makes nothing of a call that asks into one that does not (A15, A17.5)', () => {
    expect(verdictWords({ ...write('a'), middleware: by(rewrite('a', '/agent/a')) })).toBe('ask default:effects');
    expect(verdictWords({ ...write('/agent/a'), middleware: by(rewrite('/agent/a', 'a')) })).toBe(
      'ask default:effects',
    );
  });

  it('takes no call from under a middleware that asks about its first form, wherever that stands', () => {
    const when = { kind: 'file', folder: 'agent', path: 'a', verbs: ['write'] };
    const approval = use('require-approval', { when });
    for (const list of [
      [approval, rewrite('agent/a', 'agent/b')],
      [rewrite('agent/a', 'agent/b'), approval],
    ])
      expect(verdictWords({ ...write('/agent/a'), middleware: by(...list) })).toBe('ask middleware:require-approval');
  });

  it('that makes arguments the schema refuses is denied (rule A15)', () => {
    const pick = toolOf(
      'pick',
      { change: 'none', where: 'local', repeat: 'safe' },
      { input: { type: 'object', properties: { path: { enum: ['a', 'b'] } } } },
    );
    const given: PolicyCase = { tool: 'pick', tools: [pick], input: { path: 'a' } };
    expect(verdictWords({ ...given, middleware: by(rewrite('a', 'b')) })).toBe('allow default:harmless');
    expect(verdictWords({ ...given, middleware: by(rewrite('a', 'c')) })).toBe('deny default:valid');
  });
});

describe('a middleware that a person wrote', () => {
  const middleware = [use('mine')] as unknown as Json;

  it('is judged by the verdict that stands in the log', () => {
    const { state, ...input } = policyInput({ ...sum, middleware });
    const judged = (verdict: 'pass' | 'ask' | 'deny', seq = state.seq + 1): typeof state => ({
      ...state,
      judged: [{ seq, by: 'mine (every agent)', verdict, reason: 'so it is' }],
    });
    expect(said(decideToolCall(judged('pass'), input))).toEqual(['allow']);
    expect(said(decideToolCall(judged('ask'), input))).toEqual(['approval-requested']);
    expect(decideToolCall(judged('deny'), input)[0]).toMatchObject({ decision: { type: 'deny', reason: 'so it is' } });
  });

  it('whose verdict is of an earlier form of the call has not judged this one', () => {
    const { state, ...input } = policyInput({ ...sum, middleware });
    const old = { seq: state.seq, by: 'mine (every agent)', verdict: 'pass' as const, reason: '' };
    expect(said(decideToolCall({ ...state, judged: [old] }, input))[1]).toBe('deny');
  });
});
