import { expect, test } from './launch.ts';
import { pastRun, testCall } from './past-run.ts';

test('a rule is tried on past runs, applied, seen in the test of a call, and revoked with a way back', async ({
  app,
  host,
}) => {
  const { page } = app;
  await pastRun(host);
  await page.getByRole('link', { name: 'Policy' }).click();
  await page.getByRole('combobox', { name: 'Agent', exact: true }).click();
  await page.getByRole('option', { name: 'reporter' }).click();
  await expect(page.getByRole('row', { name: /reporter may write files in folder/ })).toContainText('Ask');

  const box = page.getByRole('region', { name: 'Would this call run?' });
  await testCall(page, 'reports-c.md');
  await expect(box.getByRole('status')).toContainText('Asks.');
  const said = await host.warrant([
    ...['explain', 'call', '--agent', 'reporter', '--tool', 'write_file'],
    ...['--input', '{"path":"reports-c.md","content":""}'],
  ]);
  const { steps } = JSON.parse(said.stdout) as { steps: { text: string }[] };
  const shown = await box.getByRole('list', { name: 'How it was decided' }).getByRole('listitem').count();
  expect(shown).toBe(steps.length);

  const pane = page.getByRole('complementary', { name: 'What if, on history' });
  await page.getByRole('row', { name: /reporter may write files in folder/ }).click();
  await pane.getByRole('radio', { name: 'Allow' }).click();
  await expect(pane).toContainText('1 call you denied would now run.');
  await pane.getByRole('button', { name: 'Discard' }).click();

  await page.getByRole('button', { name: 'New rule' }).click();
  await pane.getByRole('combobox', { name: 'Folder' }).click();
  await page.getByRole('option', { name: /^folder/ }).click();
  await expect(pane).toContainText('reporter may not write files in folder.');
  await expect(pane.getByRole('status')).toContainText('2 now denied');
  await expect(pane.getByRole('table', { name: 'Changed calls' })).toContainText('reports-a.md');
  await pane.getByRole('button', { name: 'Apply rule' }).click();
  const rule = page.getByRole('row', { name: /reporter may not write files in folder/ });
  await expect(rule).toHaveAttribute('aria-selected', 'true');
  await expect(box.getByRole('status')).toContainText('Denied.');
  await expect(box.getByRole('status')).toContainText('reporter may not write files in folder.');

  await pane.getByRole('button', { name: 'Revoke' }).click();
  await expect(rule).toHaveCount(0);
  await expect(box.getByRole('status')).toContainText('Asks.');
  const toast = page.getByRole('listitem').filter({ hasText: 'Revoked' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(rule).toHaveCount(1);
  await expect(box.getByRole('status')).toContainText('Denied.');
});

test('the rule behind a call is opened from its card, and what a person gave is revoked from the rail', async ({
  app,
  host,
}) => {
  const { page } = app;
  await pastRun(host, [['--for', 'folder']]);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'go' }).click();
  const access = page.getByRole('tabpanel', { name: 'Access' });
  const revoke = access.getByRole('button', { name: /^Revoke: reporter may write files in folder without asking/ });
  await revoke.click();
  await expect(revoke).toHaveCount(0);
  await page.getByRole('listitem').filter({ hasText: 'Revoked' }).getByRole('button', { name: 'Undo' }).click();
  await expect(revoke).toHaveCount(1);

  const call = page.getByRole('article', { name: /write_file/ }).first();
  await call.getByRole('button').first().click();
  await call
    .getByRole('link', { name: /^Show the rule|^The rule|^Rule/ })
    .first()
    .click();
  await expect(page.getByRole('main', { name: 'Policy' })).toBeVisible();
  await expect(page.getByRole('row', { name: /Every other write or effect asks/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});
