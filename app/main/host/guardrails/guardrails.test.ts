import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from '#contract/fact';
import type { Mark } from '#contract/mark';
import { guardrailNamed, type Judged } from './guardrails.ts';

const fact = (change: Partial<Fact> = {}): Fact => ({
  id: 'F1',
  claim: 'Bern has 134,794 inhabitants',
  payloadHash: 'a'.repeat(64),
  at: { pointer: '/population' },
  sources: [{ organization: 'Wikipedia', url: 'https://en.wikipedia.org/wiki/Bern', collectedAt: 1, callId: 'call-1' }],
  ...change,
});

const mark = (change: Partial<Mark> = {}): Mark => ({
  start: 0,
  end: 3,
  text: '134',
  item: 'number',
  kind: 'fact',
  ...change,
});

const judged = (change: Partial<Judged> = {}): Judged => ({
  level: 'run',
  text: 'x',
  tasks: [],
  facts: [],
  unproven: [],
  marks: [],
  badges: [],
  calls: [],
  ...change,
});

async function reason(name: string, change: Partial<Judged>): Promise<string | undefined> {
  const guardrail = guardrailNamed(name);
  if (typeof guardrail !== 'function') throw new Error(guardrail.fault);
  return guardrail(judged(change), new AbortController().signal);
}

describe('facts-provenanced (A9.8)', () => {
  it('passes an empty list, and facts with URL and hash', async () => {
    expect(await reason('facts-provenanced', {})).toBeUndefined();
    expect(await reason('facts-provenanced', { facts: [fact(), fact()] })).toBeUndefined();
  });

  it.each([
    ['source_url', fact({ sources: [] })],
    ['source_url', fact({ sources: [{ organization: 'o', url: ' ', collectedAt: 1, callId: 'call-1' }] })],
    ['payload_hash', fact({ payloadHash: '' })],
  ])('names index, claim and %s', async (missing, faulty) => {
    const said = await reason('facts-provenanced', { facts: [fact(), faulty] });
    expect(said).toBe(`fact 1 (${faulty.claim}): missing ${missing}`);
  });

  it('sees what a tool gave without its bytes, which is no fact (D3)', async () => {
    const said = await reason('facts-provenanced', {
      facts: [fact()],
      unproven: [{ claim: 'it rains', missing: 'payload_hash' }],
    });
    expect(said).toBe('fact 1 (it rains): missing payload_hash');
  });
});

describe('no-unsourced-figures', () => {
  it('passes what rests on a fact, a call or the person', async () => {
    const marks = (['fact', 'computed', 'given'] as const).map((kind) => mark({ kind }));
    expect(await reason('no-unsourced-figures', { marks })).toBeUndefined();
  });

  it('blocks a part without a source and names it', async () => {
    expect(await reason('no-unsourced-figures', { marks: [mark(), mark({ kind: 'unsourced', text: '7,000' })] })).toBe(
      'a part of the answer has no source: “7,000”',
    );
  });

  it.each(['unknown-id', 'wrong-citation', 'ungrounded-input', 'failed-call'] as const)(
    'blocks a mark with the problem %s, whatever its kind',
    async (problem) => {
      expect(await reason('no-unsourced-figures', { marks: [mark({ problem })] })).toContain('“134”');
    },
  );

  it('names the first three of many', async () => {
    const marks = ['1', '2', '3', '4', '5'].map((text) => mark({ kind: 'unsourced', text }));
    expect(await reason('no-unsourced-figures', { marks })).toContain('“1”, “2”, “3” and 2 more');
  });
});

describe('no-failed-evidence', () => {
  it.each([
    [{ badges: [{ badge: 'failed-evidence' as const, calls: ['call-1'] }] }, 'call-1'],
    [{ badges: [{ badge: 'no-matching-call' as const, claim: 'I sent it' }] }, '“I sent it”'],
    [{ marks: [mark({ kind: 'unsourced', problem: 'failed-call', text: '42' })] }, '“42”'],
  ])('blocks %j', async (change, named) => {
    expect(await reason('no-failed-evidence', change)).toContain(named);
  });

  it('passes an answer that merely made no call', async () => {
    expect(await reason('no-failed-evidence', { badges: [{ badge: 'no-calls' }] })).toBeUndefined();
  });
});

describe('length', () => {
  it('counts code points', async () => {
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.nat(40), fc.nat(40), async (text, one, other) => {
        const [least, most] = [Math.min(one, other), Math.max(one, other, 1)];
        const count = Array.from(text).length;
        const passes = (await reason(`length:${least}-${most}`, { text })) === undefined;
        expect(passes).toBe(count >= least && count <= most);
      }),
    );
    expect(await reason('length:2', { text: '👩🏽' })).toBeUndefined();
    expect(await reason('length:1', { text: '👩🏽' })).toBe('the answer has 2 characters; 1 are the most');
    expect(await reason('length:2-5', { text: 'a' })).toBe('the answer has 1 characters; 2 are the least');
  });

  it.each(['length:', 'length:0', 'length:9-3', 'length:-1', 'length:1.5', 'length:10-', 'length: 10', 'length:1e3'])(
    'is not %j',
    (name) => expect(guardrailNamed(name)).toHaveProperty('fault'),
  );
});

describe('a name', () => {
  it('that is not known is a fault that lists those there are', () => {
    expect(guardrailNamed('no-lies')).toEqual({ fault: expect.stringContaining('facts-provenanced') });
    for (const name of ['toString', '__proto__', 'tool:', 'tool:A b'])
      expect(guardrailNamed(name)).toHaveProperty('fault');
  });

  it('of a person’s own blocks until such guardrails can be made', async () => {
    expect(await reason('tool:my_check', {})).toContain('follows with tools');
  });
});
