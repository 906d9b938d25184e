import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { chooseTheme, themeOf } from './choose-theme.ts';
import { type AppControl, expect, type HostControl } from './launch.ts';
import { saveAgent, type TestAgent } from './save-agent.ts';
import { startRun } from './start-run.ts';

/** An agent whose run shows a call of each outcome, figures of the sandbox, markdown and a card. */
const writer = (folder: string): TestAgent => ({
  name: 'writer',
  tools: ['run_javascript', 'write_file', 'list_files', 'ask_person'],
  folders: [folder],
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

const STEPS = ['Purpose', 'Model', 'Tools', 'Folders', 'Limits', 'Test run'];

/** What axe finds on the page as it stands, levels A and AA, each with the first place it was found. */
export async function violations(page: Page): Promise<string[]> {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  builder.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']);
  // Its other mode opens a second page for the outcome, which Electron has none of.
  const found = await builder.setLegacyMode(true).analyze();
  expect(found.passes.length).toBeGreaterThan(10);
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
}

/** Goes through every screen in one theme and size; gives what axe finds by screen. */
export async function checkScreens(
  app: AppControl,
  host: HostControl,
  theme: 'Light' | 'Dark',
  [width, height]: readonly [width: number, height: number],
): Promise<Record<string, string[]>> {
  const { page } = app;
  await app.resize(width, height);
  await saveAgent(host, writer(host.folder));
  await chooseTheme(page, theme);
  await expect.poll(() => themeOf(page)).toBe(theme.toLowerCase());
  await startRun(page, 'writer', 'write a note');
  const card = page.getByRole('region', { name: 'Write a new file, note.md' });
  const wrong: Record<string, string[]> = {};
  const check = async (screen: string): Promise<void> => {
    const found = await violations(page);
    if (found.length > 0) wrong[screen] = found;
  };
  const go = async (hash: string): Promise<void> => {
    await page.evaluate((place) => {
      location.hash = place;
    }, hash);
  };

  await expect(card.getByRole('button', { name: 'Allow once' })).toBeEnabled();
  await check('Run');
  const call = page.getByRole('article', { name: /run_javascript/ });
  await call.getByRole('button').first().click();
  await expect(call.getByRole('list', { name: 'Sandbox figures' })).toBeVisible();
  await check('Run, with an open call');
  await go('#/');
  await expect(page.getByRole('heading', { name: 'Recent runs' })).toBeVisible();
  await check('Home');
  await go('#/inbox');
  await expect(page.getByRole('listbox', { name: 'Waiting for you' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Allow once/ })).toBeEnabled();
  await check('Inbox');
  await go('#/settings');
  await expect(page.getByRole('table', { name: 'Models' })).toBeVisible();
  await check('Settings');
  await go('#/policy/writer');
  await expect(page.getByRole('grid', { name: 'Rules' })).toBeVisible();
  await check('Policy');
  await go('#/agents');
  await expect(page.getByRole('row', { name: /writer/ })).toBeVisible();
  await check('Agents');
  await host.warrant(['memory', 'add', '--agent', 'writer', 'Meyer pays on the 5th']);
  await go('#/agents/writer/memory');
  await expect(page.getByRole('option', { name: /Meyer/ })).toBeVisible();
  await check('Memory');
  await go('#/facts');
  await expect(page.getByText(/^No facts/).first()).toBeVisible();
  await check('Facts, empty');
  await go('#/agents/writer');
  for (const step of STEPS) {
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: step }).click();
    await expect(page.getByRole('heading', { level: 2, name: step })).toBeVisible();
    await check(`Builder, ${step}`);
  }
  return wrong;
}
