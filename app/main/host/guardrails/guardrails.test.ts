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

  it('blocks a part without a source and says its kind', async () => {
    expect(await reason('no-unsourced-figures', { marks: [mark(), mark({ kind: 'unsourced', text: '7,000' })] })).toBe(
      '1 part of the answer has no source: 1 number',
    );
  });

  it.each(['unknown-id', 'wrong-citation', 'ungrounded-input', 'failed-call'] as const)(
    'blocks a mark with the problem %s, whatever its kind',
    async (problem) => {
      expect(await reason('no-unsourced-figures', { marks: [mark({ problem })] })).toMatch(
        /^1 part .*; 1 (?:with|not|from) /,
      );
    },
  );

  it('counts the parts by kind, and names the calls behind them, the first three of many', async () => {
    const marks = ['a', 'b', 'c', 'd', 'e'].map((call) => mark({ kind: 'unsourced', problem: 'failed-call', call }));
    expect(
      await reason('no-unsourced-figures', { marks: [...marks, mark({ kind: 'unsourced', item: 'quotation' })] }),
    ).toBe(
      '6 parts of the answer have no source: 5 numbers, 1 quotation; 5 from a call that failed (a, b, c and 2 more)',
    );
  });
});

describe('no-failed-evidence', () => {
  it.each([
    [{ badges: [{ badge: 'failed-evidence' as const, calls: ['call-1'] }] }, 'call-1'],
    [{ badges: [{ badge: 'no-matching-call' as const, claim: 'I sent it' }] }, 'an effect'],
    [{ marks: [mark({ kind: 'unsourced', problem: 'failed-call', call: 'call-2' })] }, '1 number (call-2)'],
  ])('blocks %j', async (change, named) => {
    expect(await reason('no-failed-evidence', change)).toContain(named);
  });

  /** An answer whose last figure stands in a call that failed, with the badge that such a figure brings. */
  const report = (text: string, change: Partial<Mark> = {}) => {
    const [figure] = [...text.matchAll(/\d+/g)].slice(-1);
    if (!figure) throw new Error('no figure');
    const [start, end] = [figure.index, figure.index + figure[0].length];
    const marks = [mark({ start, end, text: figure[0], kind: 'unsourced', problem: 'failed-call', ...change })];
    return { text, marks, badges: [{ badge: 'failed-evidence' as const, calls: ['call-1'] }] };
  };

  it.each([
    'I could not read the page: it answered with 500.',
    'The request failed (status 503)',
    'Die Seite war nicht lesbar. Fehler 404.',
    'Je n’ai pas pu lire la page : erreur 500.',
  ])('passes what says that a call failed, and how: %s', async (text) => {
    expect(await reason('no-failed-evidence', report(text))).toBeUndefined();
  });

  it.each([
    'The first try failed. The page says 500.',
    'The first try failed, but the page says 500.',
    'The page says 500.',
    'Nothing failed here; it is 500',
  ])('blocks what claims something of it all the same: %s', async (text) => {
    expect(await reason('no-failed-evidence', report(text))).toContain('1 number');
  });

  it('blocks what is cited from the failed call, and what has no source beside a report', async () => {
    const text = 'I could not read the page: it answered with 500.';
    expect(await reason('no-failed-evidence', report(text, { cited: 'C1' }))).toBeDefined();
    const reported = report(text);
    const marks = [...reported.marks, mark({ kind: 'unsourced' })];
    expect(await reason('no-failed-evidence', { ...reported, marks })).toContain('call-1');
  });

  it('passes an answer that merely made no call', async () => {
    expect(await reason('no-failed-evidence', { badges: [{ badge: 'no-calls' }] })).toBeUndefined();
  });
});

describe('a reason', () => {
  it('repeats nothing of the answer, whatever is wrong with it (A9.9)', async () => {
    const words = fc.stringMatching(/^Q[0-9A-Z]{8,80}$/);
    const items = fc.constantFrom<Mark['item']>('number', 'date', 'amount', 'name', 'url', 'quotation');
    const problems = fc.constantFrom<Mark['problem']>(
      'unknown-id',
      'wrong-citation',
      'ungrounded-input',
      'failed-call',
      undefined,
    );
    await fc.assert(
      fc.asyncProperty(words, items, problems, async (text, item, problem) => {
        const change = { start: 0, end: text.length, text, item, kind: 'unsourced' as const, cited: text, value: text };
        const marks = [mark({ ...change, ...(problem && { problem }) })];
        const badges = [
          { badge: 'no-matching-call' as const, claim: text },
          { badge: 'failed-evidence' as const, calls: ['call-1'] },
        ];
        for (const name of ['no-unsourced-figures', 'no-failed-evidence', 'length:3', 'tool:mine', 'facts-provenanced'])
          for (const given of [badges, badges.slice(1), []])
            expect((await reason(name, { text, marks, badges: given })) ?? '').not.toContain(text.slice(0, 8));
      }),
    );
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
