import { violations } from './check-screens.ts';
import { chooseTheme } from './choose-theme.ts';
import { expect, test } from './launch.ts';
import { pastRun, testCall } from './past-run.ts';

for (const theme of ['Light', 'Dark'] as const) {
  test(`the Policy screen breaks no rule of accessibility, ${theme.toLowerCase()}`, async ({ app, host }) => {
    const { page } = app;
    await pastRun(host);
    await chooseTheme(page, theme);
    await page.getByRole('link', { name: 'Policy' }).click();
    await page.getByRole('row', { name: /reporter may write files in folder/ }).click();
    await testCall(page, '/nowhere');
    const pane = page.getByRole('complementary', { name: 'What if, on history' });
    await pane.getByRole('radio', { name: 'Allow' }).click();
    await expect(pane).toContainText('1 call you denied would now run.');
    expect(await violations(page)).toEqual([]);
    await pane.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'New rule' }).click();
    await app.resize(900, 600);
    await expect(pane.getByRole('combobox', { name: 'Folder' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}
