import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../ids.ts';
import type { ToolCall, ToolOutcome } from '../tool.ts';
import {
  freshGuards,
  guardCall,
  guardResult,
  guardStep,
  type LoopGuards,
  spareGuards,
  type Trip,
} from './loop-guards.ts';

// Rule R14, asks B28 and point 17: a run that goes nowhere is stopped with a reason, one that gets somewhere never is.

interface Made {
  tool?: string;
  input: Json;
  result: string;
  fails?: boolean;
  changes?: boolean;
}

const outcome = ({ result, fails }: Made): ToolOutcome =>
  fails
    ? { type: 'error', code: 'tool-failed', message: result, truncated: false }
    : { type: 'ok', output: { text: result }, truncated: false, facts: [] };

let ids = 0;

/** Makes the calls of one reply; the trip that keeps them from being made, or that follows them. */
function step(guards: LoopGuards, ...made: Made[]): Trip | undefined {
  const calls = made.map(({ tool = 'look', input }): ToolCall => ({ id: `call-${ids++}`, tool, command: [], input }));
  const trips = calls.map((call) => guardCall(guards, call)).filter((trip) => trip !== undefined);
  if (trips[0]) return trips[0];
  made.forEach((each, index) => {
    const call = calls[index];
    if (call) guardResult(guards, call, outcome(each), each.changes === true);
  });
  return guardStep(guards);
}

/** How many steps go by until one trips, and its trip. */
function until(guards: LoopGuards, make: (n: number) => Made[], most = 40): { steps: number; trip: Trip } | undefined {
  for (let n = 0; n < most; n += 1) {
    const trip = step(guards, ...make(n));
    if (trip) return { steps: n, trip };
  }
  return undefined;
}

const look = (input: Json, result: string): Made => ({ input, result });

describe('the same call in a row', () => {
  it('is stopped before it is made a third time', () => {
    const found = until(freshGuards(), () => [look({ a: 1 }, 'same')]);
    const detail = 'look was asked for 3 times with the same arguments';
    expect(found).toEqual({ steps: 2, trip: { limit: 'repeat', detail } });
  });

  it('is stopped also within one reply, of which nothing is known yet', () => {
    const twice = look({}, 'same');
    expect(step(freshGuards(), twice, twice, twice)?.limit).toBe('repeat');
  });

  it('goes on for as long as what it brings changes: that is waiting, and no loop', () => {
    expect(until(freshGuards(), (n) => [look({ job: 7 }, `${n} % done`)])).toBeUndefined();
  });

  it('is stopped once what it brings stays as it is', () => {
    expect(until(freshGuards(), (n) => [look({ job: 7 }, `${Math.min(n, 5)} % done`)])?.trip.limit).toBe('repeat');
  });

  it('is made so often as a person says, and then stopped again', () => {
    const guards = freshGuards();
    expect(until(guards, () => [look({}, 'same')])?.steps).toBe(2);
    spareGuards(guards, 5);
    // The call that was held back is the first of the five.
    expect(until(guards, () => [look({}, 'same')])?.steps).toBe(4);
  });
});

describe('two calls in turn', () => {
  const turn = (n: number) => [n % 2 === 0 ? look('a', 'A') : { ...look('b', 'B'), tool: 'read' }];

  it('are stopped before the third round is over', () => {
    const found = until(freshGuards(), turn);
    const detail = 'look and read were made in turn 3 times with the same results';
    expect(found).toEqual({ steps: 5, trip: { limit: 'repeat', detail } });
  });

  it('go on where one of them brings something else each time', () => {
    const work = (n: number) => (n % 2 === 0 ? [look('edit', 'edited')] : [look('test', `failed at line ${n}`)]);
    expect(until(freshGuards(), work)).toBeUndefined();
  });

  it('are stopped also where both undo each other’s change of a file', () => {
    expect(until(freshGuards(), (n) => turn(n).map((made) => ({ ...made, changes: true })))?.steps).toBe(5);
  });
});

describe('the same error', () => {
  const failing = (n: number): Made[] => [{ tool: 'fetch', input: { page: n }, result: '429: too many', fails: true }];

  it('is stopped after four replies, whatever the arguments were', () => {
    const detail = 'fetch failed 4 times in a row with the same error: 429: too many';
    expect(until(freshGuards(), failing)).toEqual({ steps: 3, trip: { limit: 'repeat', detail } });
  });

  it('counts once for each reply: the model learns of it only then', () => {
    const guards = freshGuards();
    expect(step(guards, ...Array.from({ length: 9 }, (_, n) => failing(n)).flat())).toBeUndefined();
    expect(until(guards, (n) => failing(n + 9))?.steps).toBe(2);
  });

  it('does not count beside a call that worked, or another error', () => {
    expect(until(freshGuards(), (n) => [...failing(n), look(n, 'ok')])).toBeUndefined();
    expect(until(freshGuards(), (n) => [{ ...look(n, `no file ${n}`), fails: true }])).toBeUndefined();
  });

  it('is shown in one line, and not longer than a line', () => {
    const long = until(freshGuards(), (n) => [{ ...look(n, `first\nsecond ${'x'.repeat(500)}`), fails: true }]);
    expect(long?.trip.detail).toMatch(/: first second x+…$/);
    expect(long?.trip.detail.length).toBeLessThan(240);
  });
});

describe('no progress', () => {
  const round = (n: number): Made[] => [look(n % 3, `file ${n % 3}`)];

  it('is stopped after six replies that brought nothing new', () => {
    const found = until(freshGuards(), round);
    expect(found).toEqual({
      steps: 8,
      trip: { limit: 'no-progress', detail: 'nothing new was learnt in 6 steps' },
    });
  });

  it('is not seen where a file changes, or one of the calls brings something new', () => {
    expect(until(freshGuards(), (n) => round(n).map((made) => ({ ...made, changes: true })))).toBeUndefined();
    expect(until(freshGuards(), (n) => [...round(n), look('log', `line ${n}`)])).toBeUndefined();
  });

  it('lets a run go on as far as a person says', () => {
    const guards = freshGuards();
    until(guards, round);
    spareGuards(guards, 10);
    expect(until(guards, (n) => round(n))?.steps).toBe(9);
  });
});

describe('guards', () => {
  it('never trip in a run of calls that are all different', () => {
    const made = fc.record({ tool: fc.constantFrom('look', 'read', 'edit'), result: fc.string({ maxLength: 4 }) });
    fc.assert(
      fc.property(fc.array(fc.array(made, { minLength: 1, maxLength: 4 }), { maxLength: 40 }), (steps) => {
        let n = 0;
        const guards = freshGuards();
        return steps.every(
          (calls) => step(guards, ...calls.map((each) => ({ ...each, input: { n: n++ } }))) === undefined,
        );
      }),
    );
  });

  it('trip in every run that does nothing but repeat itself', () => {
    const made = fc.record({ input: fc.nat(3), result: fc.constantFrom('x', 'y') });
    fc.assert(
      fc.property(fc.array(made, { minLength: 1, maxLength: 5 }), (round) => {
        const found = until(freshGuards(), (n) => {
          const each = round[n % round.length];
          return each ? [each] : [];
        });
        return found !== undefined;
      }),
    );
  });

  it('hold off for at least as many steps as a person says, whatever comes', () => {
    const made = fc.record({ input: fc.nat(2), result: fc.constantFrom('x', 'y'), fails: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(made, { maxLength: 30 }),
        fc.integer({ min: 1, max: 12 }),
        fc.array(made),
        (before, by, after) => {
          const guards = freshGuards();
          for (const each of before) step(guards, each);
          spareGuards(guards, by);
          return after.slice(0, by - 1).every((each) => step(guards, each) === undefined);
        },
      ),
    );
  });
});
