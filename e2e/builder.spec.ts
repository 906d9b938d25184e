import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type Face, test } from './launch.ts';

/** Picks the test's folder: folder by folder in the app's own list, or in the system's dialog where there is one. */
async function grantFolder(page: Page, face: Face): Promise<void> {
  await page.getByRole('button', { name: 'Add a folder, or drop one here' }).click();
  if (face === 'window') return;
  const dialog = page.getByRole('dialog', { name: 'Which folder may the agent use?' });
  await dialog.getByRole('list', { name: /^Folders in / }).waitFor();
  await dialog.getByRole('button', { name: 'folder', exact: true }).click();
  await dialog.getByRole('button', { name: 'Choose folder' }).click();
}

test('an agent is made, granted a folder, run and answered with the pointer alone', async ({ app, host, face }) => {
  const { page } = app;
  mkdirSync(path.join(host.folder, 'letters'));
  writeFileSync(path.join(host.folder, 'old.txt'), 'old\n');
  await app.electron?.evaluate(
    ({ dialog }, folder) =>
      Object.assign(dialog, { showOpenDialog: async () => ({ canceled: false, filePaths: [folder] }) }),
    host.folder,
  );

  await page.getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('button', { name: 'New agent' }).click();
  const save = page.getByRole('button', { name: 'Save agent' });
  await expect(save).toBeDisabled();
  await page.getByRole('button', { name: 'Call it my-agent' }).click();

  await page.getByRole('button', { name: 'Next: Model' }).click();
  await page.getByRole('radiogroup', { name: 'Model' }).getByText('Demo model').click();
  await expect(page.getByRole('radio', { name: /^Demo model/ })).toBeChecked();
  await expect(page.getByText('Follows rules and is no language model.')).toBeVisible();

  await page.getByRole('button', { name: 'Next: Tools' }).click();
  const ticked = page.getByRole('main').getByRole('checkbox', { checked: true });
  await expect(page.getByRole('main').getByRole('checkbox').first()).toHaveAccessibleName('run_python');
  await expect(ticked.first()).toHaveAccessibleName('run_python');
  const sheet = page.getByRole('complementary', { name: 'This agent may' });
  await expect(sheet).not.toContainText('write_file');
  await page.getByRole('checkbox', { name: 'write_file' }).click();

  await page.getByRole('button', { name: 'Next: Folders' }).click();
  await grantFolder(page, face);
  await expect(page.getByText('Checked just now: list and read work')).toBeVisible();
  await expect(sheet).toContainText('folder');
  await page.getByRole('radiogroup', { name: 'Write' }).getByRole('radio', { name: 'Ask' }).click();
  await expect(page.getByText('Checked just now: list, read and write work')).toBeVisible();
  await expect(sheet.getByRole('status')).toHaveText('');

  await page.getByRole('button', { name: 'View file' }).click();
  const file = page.getByRole('dialog', { name: 'What is written to my-agent.agent.json?' });
  await expect(file).toContainText('"name": "my-agent"');
  await expect(file).toContainText(`"path": "${host.folder}"`);
  await expect(file).toContainText('"access": "write"');
  await file.getByRole('button', { name: 'Close' }).last().click();

  await save.click();
  await expect(page.getByText('my-agent is saved, revision 1', { exact: true })).toBeVisible();
  const saved = JSON.parse((await host.warrant(['agent', 'show', 'my-agent', '--output', 'json'])).stdout);
  expect(JSON.stringify(saved)).toContain(host.folder);

  await page.getByRole('button', { name: 'Test run' }).first().click();
  await page.getByRole('button', { name: 'Write a list of the files to index.md' }).click();
  await page.getByRole('main').getByRole('button', { name: 'Run', exact: true }).click();
  const card = page.getByRole('region', { name: 'Write a new file, index.md' });
  await expect(card).toBeVisible();
  await card.getByRole('button', { name: 'Allow once' }).click();
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('Done');
  expect(readFileSync(path.join(host.folder, 'index.md'), 'utf8')).toContain('old.txt');

  await page.getByRole('tab', { name: 'Files' }).click();
  const files = page.getByRole('tabpanel', { name: 'Files' });
  await expect(files).toContainText('index.md');

  await page.getByRole('link', { name: 'Agents' }).click();
  const row = page.getByRole('table', { name: 'Agents' }).getByRole('row', { name: /my-agent/ });
  await expect(row).toBeVisible();
  await expect(row.getByRole('button', { name: 'Run my-agent' })).toBeEnabled();
});

test('leaving with changes asks, and staying keeps them', async ({ app }) => {
  const { page } = app;
  await page.getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('button', { name: 'New agent' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('half-made');
  await page.getByRole('link', { name: 'Inbox' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('half-made');
  await page.getByRole('link', { name: 'Inbox' }).click();
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('main', { name: 'Inbox' })).toBeVisible();
});
