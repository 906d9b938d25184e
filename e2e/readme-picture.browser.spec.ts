import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from './launch.ts';

const PICTURE = path.resolve(import.meta.dirname, '../docs/images/run.png');

// The picture in README.md. It is made only where WARRANT_SCREENSHOTS=1 asks for it, so that a test changes no file.
if (process.env.WARRANT_SCREENSHOTS === '1') {
  // The picture shows where the folder is.
  test.use({ place: path.join(tmpdir(), 'warrant') });

  test('the picture of a run that waits is made', async ({ app }) => {
    const { page } = app;
    await app.resize(1280, 800);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Run ledger-check' }).click();
    const card = page.getByRole('region', { name: 'Write a new file, report.md' });
    await expect(card.getByRole('button', { name: 'Allow once' })).toBeEnabled({ timeout: 90_000 });
    await expect(page.getByRole('tab', { name: 'Access', selected: true })).toBeVisible();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await page.screenshot({ path: PICTURE, animations: 'disabled', caret: 'hide' });
  });
}
