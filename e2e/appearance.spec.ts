import { chooseTheme, themeOf } from './choose-theme.ts';
import { expect, test } from './launch.ts';

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
