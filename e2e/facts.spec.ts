import { violations } from './check-screens.ts';
import { expect, test } from './launch.ts';
import { changeByte, seedFacts } from './seed-facts.ts';

test('every figure of an answer leads to the bytes behind it, and a changed byte is named', async ({ app, host }) => {
  await seedFacts(host);
  const page = await app.reopen();
  const go = (hash: string) =>
    page.evaluate((place) => {
      location.hash = place;
    }, hash);
  const status = page.getByRole('contentinfo');

  // The transcript: marks, what speaks against the answer, and a figure that leads to its call.
  await page.getByRole('link', { name: /^Done: City brief/ }).click();
  const transcript = page.getByRole('list', { name: 'Transcript' });
  await expect(transcript.getByText('Rests on a failed call')).toBeVisible();
  await expect(transcript.getByText('35 brought nothing, yet the answer rests on it')).toBeVisible();
  await expect(transcript.getByRole('button', { name: 'no source. The agent cited F9' })).toBeVisible();
  await page.getByRole('tab', { name: /^Facts/ }).click();
  await expect(page.getByRole('link', { name: /^F7/ })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  // From a figure to its row, its place in the bytes and its path in the graph.
  await transcript.getByRole('button', { name: 'from fact 2' }).click();
  const grid = page.getByRole('grid', { name: 'Facts' });
  await expect(grid.getByRole('row', { name: /F2/ })).toHaveAttribute('aria-selected', 'true');
  const payload = page.getByRole('region', { name: 'Payload' });
  await expect(payload.locator('mark')).toHaveText('401.6');
  await expect(payload.locator('mark')).toBeInViewport();
  await expect(page.getByText('401.6 km² selected')).toBeVisible();
  await expect(status).toContainText('7 facts7 same');
  await page
    .locator('.ground-card', { hasText: 'Founded 1536' })
    .or(grid.getByRole('row', { name: /F4/ }))
    .last()
    .click();
  await expect(payload.locator('mark')).toHaveText('1536');
  expect(await violations(page)).toEqual([]);

  // By keyboard: rows, and the whole graph.
  await grid.getByRole('row', { name: /F4/ }).focus();
  await page.keyboard.press('k');
  await expect(grid.getByRole('row', { name: /F3/ })).toBeFocused();
  await expect(payload.locator('mark')).toHaveText('11.4');
  await page.keyboard.press('g');
  const graph = page.getByRole('dialog', { name: 'Ground of the answer' });
  await expect(graph.locator('.ground-card', { hasText: '45 hills' })).toBeVisible();
  await expect(graph.getByRole('list', { name: 'Ground of the answer' })).toContainText('Answer: 786 people per km²');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');

  // One byte of the store is changed under the app.
  changeByte(host, 'Juan de Saavedra', '1536', '1537');
  await grid.getByRole('row', { name: /F4/ }).click();
  await page.getByRole('button', { name: 'Verify all' }).click();
  await expect(grid.getByRole('row', { name: /F4/ })).toContainText('Changed');
  await expect(status).toContainText('stored bytes of F4 differ');
  await expect(status).toContainText('Log intact');
  await expect(page.getByRole('button', { name: 'from fact 4, whose stored bytes have changed' })).toBeVisible();
  await expect(payload.locator('mark')).toHaveText('1537');
  await page.emulateMedia({ colorScheme: 'dark' });
  await go('#/facts/city/F4');
  await expect(page.getByText('Bytes changed', { exact: true })).toBeVisible();
  await app.resize(900, 600);
  expect(await violations(page)).toEqual([]);

  // What was blocked is never shown.
  await go('#/runs/held');
  await expect(transcript.getByText('Not published: blocked by no-unsourced-figures')).toBeVisible();
  await expect(page.getByText('93 metres high')).toHaveCount(0);
});
