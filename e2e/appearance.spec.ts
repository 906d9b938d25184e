import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './launch.ts';
import { saveAgent } from './save-agent.ts';
import { startRun } from './start-run.ts';

const SIZES = [
  [1280, 800],
  [900, 600],
] as const;

const STEPS = ['Purpose', 'Model', 'Tools', 'Folders', 'Limits', 'Test run'];

async function chooseTheme(page: Page, name: 'System' | 'Light' | 'Dark'): Promise<void> {
  await page.getByRole('button', { name: /^Settings/ }).click();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name }).click();
}

const themeOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.documentElement.dataset.theme);

/** What axe finds on the page as it stands, levels A and AA, each with the first place it was found. */
async function violations(page: Page): Promise<string[]> {
  const builder = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  // Its other mode opens a second page for the outcome, which Electron has none of.
  const found = await builder.setLegacyMode(true).analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

test('the theme is switched to light, to dark, and goes with the system', async ({ app }) => {
  const { page } = app;
  await expect(page.getByRole('button', { name: 'Run ledger-check' })).toBeVisible();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await chooseTheme(page, 'Light');
  await expect.poll(() => themeOf(page)).toBe('light');
  const day = await ground();
  await chooseTheme(page, 'Dark');
  await expect.poll(() => themeOf(page)).toBe('dark');
  expect(await ground()).not.toBe(day);

  await chooseTheme(page, 'System');
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect.poll(() => themeOf(page)).toBe(scheme);
  }
  await chooseTheme(page, 'Dark');
  const again = await app.reopen();
  await again.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => themeOf(again)).toBe('dark');
});

for (const theme of ['Light', 'Dark'] as const) {
  test(`no screen breaks a rule of accessibility, ${theme.toLowerCase()}`, async ({ app, host }) => {
    const { page } = app;
    await saveAgent(host, {
      name: 'writer',
      tools: ['run_javascript', 'write_file', 'list_files', 'ask_person'],
      folders: [host.folder],
      replies: [
        { text: 'I look.', tool_calls: [{ name: 'list_files', args: { path: '/folders/folder' } }] },
        { tool_calls: [{ name: 'list_files', args: { path: '/nowhere' } }] },
        { tool_calls: [{ name: 'run_javascript', args: { code: 'console.log(6 * 7)' } }] },
        {
          text: 'Now I **write** the `note`.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n1. See [the page](https://example.com/).',
          tool_calls: [{ name: 'write_file', args: { path: 'note.md', content: '# Note\n\nHello\n' } }],
        },
      ],
    });
    await chooseTheme(page, theme);
    const run = await startRun(page, 'writer', 'write a note');
    const card = page.getByRole('region', { name: 'Write a new file, note.md' });
    await expect(card.getByRole('button', { name: 'Allow once' })).toBeEnabled();

    const go = async (hash: string): Promise<void> => {
      await page.evaluate((place) => {
        location.hash = place;
      }, hash);
    };
    const wrong: Record<string, string[]> = {};
    const check = async (screen: string, size: string): Promise<void> => {
      const found = await violations(page);
      if (found.length > 0) wrong[`${screen}, ${size}`] = found;
    };
    for (const [width, height] of SIZES) {
      await app.resize(width, height);
      const size = `${width} × ${height}`;
      await go('#/');
      await expect(page.getByRole('heading', { name: 'Recent runs' })).toBeVisible();
      await check('Home', size);
      await go('#/agents');
      await expect(page.getByRole('row', { name: /writer/ })).toBeVisible();
      await check('Agents', size);
      await go('#/agents/writer');
      for (const step of STEPS) {
        await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: step }).click();
        await expect(page.getByRole('heading', { level: 2, name: step })).toBeVisible();
        await check(`Builder, ${step}`, size);
      }
      await go('#/inbox');
      await expect(page.getByRole('listbox', { name: 'Waiting for you' })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Allow once/ })).toBeEnabled();
      await check('Inbox', size);
      await go('#/settings');
      await expect(page.getByRole('table', { name: 'Models' })).toBeVisible();
      await check('Settings', size);
      await go(`#/runs/${run}`);
      await expect(card.getByRole('button', { name: 'Allow once' })).toBeEnabled();
      await check('Run', size);
      await page
        .getByRole('article', { name: /run_javascript/ })
        .getByRole('button')
        .first()
        .click();
      await expect(page.getByRole('list', { name: 'Sandbox figures' })).toBeVisible();
      await check('Run with an open call', size);
    }
    expect(wrong).toEqual({});
  });
}
