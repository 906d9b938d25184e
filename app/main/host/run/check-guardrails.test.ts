import { describe, expect, it } from 'vitest';
import type { Fact } from '#contract/fact';
import type { RunState } from '#contract/projections/run-state';
import { type Guardrail, guardrailNamed, type Judged } from '../guardrails/guardrails.ts';
import { checkGuardrails } from './check-guardrails.ts';

const fact: Fact = {
  id: 'F1',
  claim: 'a claim',
  payloadHash: 'a'.repeat(64),
  at: { pointer: '/a' },
  sources: [{ organization: 'o', url: 'https://example.org', collectedAt: 1, callId: 'call-1' }],
};
const answer = { text: 'The answer.', marks: [], badges: [] };
const signal = new AbortController().signal;

function stateWith(guardrails: string[], change: { parent?: 'task'; facts?: Fact[] } = {}): RunState {
  const parent = change.parent && { run: 'p', seq: 1, kind: change.parent };
  const facts = new Map((change.facts ?? [fact]).map((each) => [each.id, each]));
  return { run: { agent: { guardrails }, parent }, calls: new Map(), facts } as unknown as RunState;
}

/** Guardrails by name, which say that they were asked. */
function registry(guardrails: Record<string, Guardrail>): { asked: string[]; named: (name: string) => Guardrail } {
  const asked: string[] = [];
  const named =
    (name: string): Guardrail =>
    (judged, stop) => {
      asked.push(name);
      return guardrails[name]?.(judged, stop);
    };
  return { asked, named };
}

describe('the guardrails of a run', () => {
  it('are asked in order, and no other after the first that blocks (A9.10, F21)', async () => {
    const { asked, named } = registry({ two: () => 'no' });
    const { events, blocked } = await checkGuardrails(stateWith(['one', 'two', 'three']), answer, signal, named);
    expect(asked).toEqual(['one', 'two']);
    expect(blocked).toEqual({ type: 'blocked', guardrail: 'two', reason: 'no' });
    expect(events).toMatchObject([
      { guardrail: 'one', verdict: 'pass', level: 'run' },
      { guardrail: 'two', verdict: 'block', reason: 'no', level: 'run' },
    ]);
  });

  it('see a task as a task, with its own facts (A9.11)', async () => {
    let seen: Judged | undefined;
    const look: Guardrail = (judged) => {
      seen = judged;
      return undefined;
    };
    const { named } = registry({ look });
    await checkGuardrails(stateWith(['look'], { parent: 'task' }), answer, signal, named);
    expect(seen).toMatchObject({ level: 'task', text: 'The answer.', tasks: [{ text: 'The answer.', facts: [fact] }] });
    const bare = { ...fact, sources: [] };
    const state = stateWith(['facts-provenanced'], { parent: 'task', facts: [bare] });
    const { events } = await checkGuardrails(state, answer, signal);
    expect(events).toMatchObject([{ verdict: 'block', level: 'task', reason: 'fact 0 (a claim): missing source_url' }]);
  });

  it('get a copy that can’t be changed, also not for the next one (A9.12)', async () => {
    const edits: Guardrail = (judged) => {
      judged.text = 'mine';
      return undefined;
    };
    const deep: Guardrail = (judged) => {
      judged.facts[0]?.sources.pop();
      return undefined;
    };
    const state = stateWith(['edits', 'deep']);
    for (const guardrail of [edits, deep]) {
      const { blocked } = await checkGuardrails(stateWith(['it']), answer, signal, () => guardrail);
      expect(blocked?.reason).toContain('the guardrail failed');
    }
    expect(answer.text).toBe('The answer.');
    expect(state.facts.get('F1')?.sources).toHaveLength(1);
  });

  it('block with the reason of what they throw, also later', async () => {
    const thrown: Guardrail[] = [
      () => {
        throw new Error('broken');
      },
      () => Promise.reject(new Error('broken')),
    ];
    for (const guardrail of thrown) {
      const { blocked } = await checkGuardrails(stateWith(['it']), answer, signal, () => guardrail);
      expect(blocked?.reason).toBe('the guardrail failed: broken');
    }
  });

  it('block when they are stopped before they have decided (A9.13)', async () => {
    const stopping = new AbortController();
    const waits: Guardrail = () => new Promise(() => undefined);
    const checked = checkGuardrails(stateWith(['waits']), answer, stopping.signal, () => waits);
    stopping.abort('cancel');
    expect((await checked).blocked?.reason).toContain('stopped before it had decided');
    for (const late of [waits, () => undefined]) {
      const again = await checkGuardrails(stateWith(['late']), answer, stopping.signal, () => late);
      expect(again.blocked).toBeDefined();
    }
  });

  it('block when a name is not known, as in a file of another version', async () => {
    const { blocked } = await checkGuardrails(stateWith(['gone-since']), answer, signal, guardrailNamed);
    expect(blocked).toMatchObject({ guardrail: 'gone-since', reason: expect.stringContaining('no guardrail') });
  });
});
