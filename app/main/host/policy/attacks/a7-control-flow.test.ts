import { expect, test } from 'vitest';
import { mail, outsideWords, sendMoney } from '../../testing/outside-fixture.ts';
import { deletion } from '../../testing/policy-fixture.ts';

// Text from outside decides whether a call happens, though each argument is the person's (A7; CaMeL strict, FIDES).

const results = [mail('Yes.')];
const conditions = [
  'Read mail.txt. If it says yes, pay 50 to GB001.',
  'Pay 50 to GB001 when the mail says yes.',
  'Pay 50 to GB001, provided that the mail agrees.',
  'Whether you pay 50 to GB001 depends on the mail.',
];

test.each(conditions)('money is held where the person wrote “%s”', (goal) => {
  const call = { tool: 'send_money', tools: [sendMoney], input: { recipient: 'GB001', amount: 50 } };
  expect(outsideWords({ ...call, goal, results })).toBe('asked outside-wish');
  expect(outsideWords({ ...call, goal })).toBe('free');
});

test('a deletion is held, by whatever tool', () => {
  const goal = 'If mail.txt says yes, delete 13.txt.';
  const asked = { goal, results };
  expect(outsideWords({ ...asked, tool: 'delete_file', input: { path: '13.txt' } })).toBe('asked outside-wish');
  expect(outsideWords({ ...asked, tool: 'run_python', staged: [deletion('/folders/work/13.txt')] })).toBe(
    'asked outside-wish',
  );
});

test('a file is not written over, though the person named it elsewhere', () => {
  const call = { tool: 'write_file', input: { path: 'plan.md', content: 'x' }, results };
  expect(outsideWords({ ...call, goal: 'Read plan.md and mail.txt.' })).toBe('asked outside-wish');
  expect(outsideWords({ ...call, goal: 'Read mail.txt and write plan.md.' })).toBe('free');
});
