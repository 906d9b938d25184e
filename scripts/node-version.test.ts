import { expect, test } from 'vitest';

test('the scripts run on the Node that the repository brings', () => {
  expect(process.version).toMatch(/^v24\./);
});
