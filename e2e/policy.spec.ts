import type { Page } from '@playwright/test';
import { violations } from './check-screens.ts';
import { chooseTheme } from './choose-theme.ts';
import { expect, type HostControl, test } from './launch.ts';
import { pendingApprovals } from './pending-approvals.ts';
import { saveAgent } from './save-agent.ts';

const ONE_EACH = [['--once'], ['--deny']];

/** A run of two writes, with what a person answers at the terminal: the first is allowed and the second denied, or other. */
async function pastRun(host: HostControl, answers: readonly string[][] = ONE_EACH): Promise<void> {
  const write = (path: string) => ({ tool_calls: [{ name: 'write_file', args: { path, content: '# Report\n' } }] });
  await saveAgent(host, {
    name: 'reporter',
    tools: ['write_file', 'list_files'],
    folders: [host.folder],
    replies: [write('reports-a.md'), write('reports-b.md'), { text: 'Written.' }],
  });
  await host.warrant(['run', '--agent', 'reporter', '--approve', 'ask', '--output', 'json', 'go']);
  for (const answer of answers) {
    await expect.poll(async () => (await pendingApprovals(host)).length).toBe(1);
    const [asked] = await pendingApprovals(host);
    await host.warrant(['approve', asked?.id ?? '', ...answer]);
  }
  await expect.poll(async () => (await host.warrant(['runs'])).stdout).toContain('completed');
}

async function testCall(page: Page, typed: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Arguments, or a whole call as JSON' }).fill(typed);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
}

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
