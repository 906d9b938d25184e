import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './launch.ts';

test('a memory is added, found, put right and taken away; an altered bundle names its entry', async ({ app, host }) => {
  const { page } = app;
  // Once it is there: a link that was just used is replaced by the place it leads to.
  await expect(page.getByRole('main', { name: 'Home' })).toBeVisible();
  await page.evaluate(() => {
    location.hash = '#/agents/desk-calculator/memory';
  });
  await expect(page.getByRole('heading', { name: 'Nothing is remembered' })).toBeVisible();
  await page.getByRole('button', { name: 'Add' }).first().click();
  await page.getByRole('textbox', { name: 'New text' }).fill('Meyer pays on the 5th');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  const list = page.getByRole('listbox', { name: 'Memories' });
  await expect(list.getByRole('option', { name: /Meyer pays on the 5th/ })).toHaveAttribute('aria-selected', 'true');

  // By keyboard: correct it, then take it away and put it back.
  await list.focus();
  await page.keyboard.press('e');
  await expect(page.getByRole('textbox', { name: 'Correct' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Meyer pays on the 6th');
  await page.getByRole('button', { name: 'Save as from you' }).click();
  await expect(list.getByRole('option', { name: /on the 6th/ })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search memories' }).fill('meyer');
  await expect(list.locator('mark')).toHaveText('Meyer');
  await list.focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText('M1 deleted', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('option', { name: /on the 6th/ })).toBeVisible();

  // A run is sealed, one byte of it is changed, and the window names the entry.
  const { stdout } = await host.warrant(['run', '--agent', 'desk-calculator', 'what is 6*7?', '--output', 'json']);
  const file = path.join(host.folder, 'run.warrant');
  await host.warrant(['export', String(JSON.parse(stdout).run), '--bundle', file]);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/("type":"entry".*?)what is 6\*7\?/, '$1what is 6*8?'));
  await page.evaluate(() => {
    location.hash = '#/agents';
  });
  await page.locator('input[type=file]').setInputFiles(file);
  const bundle = page.getByRole('region', { name: 'Sealed bundle' });
  await expect(bundle.getByRole('status')).toHaveText('Entry 1 was altered');
});
