import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './launch.ts';
import { pendingApprovals } from './pending-approvals.ts';

const PROMPT = 'Check the ledger and write a report.';

/** Presses Tab until a control has the focus, as a person without a pointer does. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control, 'Tab never came to it').toBeFocused();
}

/** Counts presses of a pointer. */
async function watchPointer(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { pointed: 0 });
    for (const name of ['pointerdown', 'mousedown'])
      addEventListener(name, () => Object.assign(window, { pointed: Reflect.get(window, 'pointed') + 1 }), true);
  });
  return () => page.evaluate(() => Number(Reflect.get(window, 'pointed')));
}

test('the sample is run, looked at and allowed by keyboard alone', async ({ app, host }) => {
  const { page } = app;
  const report = path.join(host.samples, 'ledger/report.md');
  const pointed = await watchPointer(page);
  const run = page.getByRole('button', { name: 'Run ledger-check' });
  await expect(run).toBeVisible();
  await tabTo(page, run);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: PROMPT })).toBeVisible();

  const card = page.getByRole('region', { name: 'Write a new file, report.md' });
  await expect(card).toBeVisible({ timeout: 90_000 });
  await expect(card).toBeFocused();
  const state = page.getByRole('main').getByRole('status').first();
  await expect(state).toHaveText('Waiting for you');

  // Each step, opened from the transcript, says which rule decided.
  const transcript = page.getByRole('list', { name: 'Transcript' });
  await page.keyboard.press('Shift+F6');
  await expect(transcript).toBeFocused();
  await page.keyboard.press('Home');
  for (let move = 0; move < 6; move += 1) {
    await page.keyboard.press('ArrowDown');
    if (move % 2 === 1) await page.keyboard.press('Enter');
  }
  const steps = ['list_files', 'run_python', 'write_file'].map((tool) =>
    transcript.getByRole('article', { name: new RegExp(`^Call \\d+, ${tool},`) }),
  );
  const [listed, computed, written] = steps as [Locator, Locator, Locator];
  await page.keyboard.press('Home');
  await expect(listed).toContainText('Allowed“Reading in the agent’s folders needs no question.”');
  await expect(computed).toContainText('Allowed“Code runs in a sandbox with no network;');
  await page.keyboard.press('End');
  await expect(written).toContainText('Asked“Every other write or effect asks.”');

  await page.keyboard.press('F6');
  await expect(card).toBeFocused();
  await expect(card).toContainText('Asked by the rule Every other write or effect asks, Default');
  await page.keyboard.press('a');
  const [pending] = await pendingApprovals(host);
  const content = pending?.call.input.content ?? '';
  expect(await card.getByRole('figure', { name: 'Arguments' }).locator('pre').textContent()).toBe(
    `write_file\npath: /folders/ledger/report.md\ncontent:\n${content}`,
  );

  await expect(card.getByRole('button', { name: 'Allow once' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await tabTo(page, card.getByRole('button', { name: 'Allow once' }));
  await page.keyboard.press('Enter');
  await expect(state).toHaveText('Waiting for you');
  expect(existsSync(report)).toBe(false);

  await page.keyboard.press('Control+Enter');
  await expect(state).toHaveText('Done');
  await expect(transcript).toContainText(/8.*computed by call 7 of 40.*computed by call 7 invoices do not agree/);
  await expect(written).toContainText('Allowed by you');
  expect(readFileSync(report, 'utf8')).toBe(content);
  expect(content.match(/^\| \d+ \|/gm)).toHaveLength(8);
  expect(await pointed()).toBe(0);
});

test('denied, the sample tells its eight faults and writes nothing', async ({ app, host }) => {
  const { page } = app;
  await page.getByRole('button', { name: 'Run ledger-check' }).click();
  const card = page.getByRole('region', { name: 'Write a new file, report.md' });
  await expect(card).toBeVisible({ timeout: 90_000 });
  await expect(card.getByRole('button', { name: 'Allow once' })).toBeEnabled();
  await card.getByRole('button', { name: 'Deny' }).click();
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('Done');
  const transcript = page.getByRole('list', { name: 'Transcript' });
  await expect(transcript).toContainText(/8.*computed by call 7 of 40.*computed by call 7 invoices do not agree/);
  await expect(transcript.getByRole('article', { name: /write_file, Denied$/ })).toBeVisible();
  expect(existsSync(path.join(host.samples, 'ledger/report.md'))).toBe(false);
});
