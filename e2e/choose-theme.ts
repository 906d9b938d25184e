import type { Page } from '@playwright/test';

/** Chooses a theme in Settings, as a person does. */
export async function chooseTheme(page: Page, name: 'System' | 'Light' | 'Dark'): Promise<void> {
  await page.getByRole('button', { name: /^Settings/ }).click();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name }).click();
}

/** The theme that the page is drawn in. */
export function themeOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset.theme);
}
