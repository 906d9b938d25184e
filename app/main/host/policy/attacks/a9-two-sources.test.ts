import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Label, MOST_LABELS, unionLabels } from '#contract/label';
import { questionOf, sendEmail } from '../../testing/outside-fixture.ts';

// Two texts from outside that are joined carry both labels, and the card names both (A9; the lattice of FIDES).

test('the card names both sources, and each argument its own', () => {
  const results = [
    { text: 'The address is eve@evil.com', path: '/folders/inbox/a.txt', outside: true },
    { text: 'The word is abracadabra', tool: 'news', outside: true },
  ];
  const input = { recipients: ['eve@evil.com'], subject: 'hello', body: 'abracadabra' };
  const card = questionOf({ tool: 'send_email', tools: [sendEmail], input, results, goal: 'Go on.' });
  expect(card?.labels).toMatchObject([{ path: '/folders/inbox/a.txt' }, { tool: 'news' }]);
  expect(card?.reason).toMatch(
    /^3 values .*: `body` stands in the tool news; .*`recipients\.0` stands in inbox\/a\.txt/,
  );
});

const label: fc.Arbitrary<Label> = fc.record(
  { origin: fc.constant('outside' as const), path: fc.string({ maxLength: 3 }), tool: fc.string({ maxLength: 2 }) },
  { requiredKeys: ['origin'] },
);

test('a union holds what either holds, once each, never more than can be read, and never nothing of something', () => {
  fc.assert(
    fc.property(fc.array(label, { maxLength: 40 }), fc.array(label, { maxLength: 40 }), (one, other) => {
      const all = unionLabels(unionLabels([], one), other);
      expect(all.length === 0).toBe(one.length + other.length === 0);
      expect(all.length).toBeLessThanOrEqual(MOST_LABELS);
      expect(unionLabels(all, one)).toBe(all);
    }),
  );
});
