import { expect, type Page } from '@playwright/test';

/** Starts a run from the field of Home: the agent by its menu, the words typed. Gives the run's id. */
export async function startRun(page: Page, agent: string, text: string): Promise<string> {
  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: /^Agent: / }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${agent}\\b`) }).click();
  await expect(page.getByRole('button', { name: `Agent: ${agent}` })).toBeVisible();
  await page.getByRole('textbox', { name: 'What should be done?' }).fill(text);
  await page.getByRole('button', { name: /^Start/ }).click();
  await expect(page.getByRole('main', { name: 'Run' })).toBeVisible();
  await expect.poll(() => page.url()).toMatch(/#\/runs\/./);
  return page.url().replace(/^.*#\/runs\//, '');
}
