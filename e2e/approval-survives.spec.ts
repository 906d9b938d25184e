import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './launch.ts';
import { pendingApprovals } from './pending-approvals.ts';
import { runStream } from './run-stream.ts';
import { saveAgent } from './save-agent.ts';
import { startRun } from './start-run.ts';

test('a pending approval survives the kill of the host, and what it allows runs once', async ({ app, host, face }) => {
  await saveAgent(host, { name: 'writer', tools: ['write_file'], folders: [host.folder] });
  const run = await startRun(app.page, 'writer', 'write hello to note.txt');
  const card = app.page.getByRole('region', { name: 'Write a new file, note.txt' });
  await expect(card).toBeVisible();
  const asked = await card.getAttribute('data-approval');
  expect((await pendingApprovals(host)).map((approval) => approval.id)).toEqual([asked]);

  await host.stop('SIGKILL');
  await expect(app.page.getByText('Reconnecting')).toBeVisible();
  await host.start();
  // The window finds the host at its new address by itself; a tab was opened for the old one.
  const page = face === 'window' ? app.page : await app.reopen();
  if (face === 'browser')
    await page
      .getByRole('region', { name: 'Runs', exact: true })
      .getByRole('link', { name: /write hello to note\.txt/ })
      .click();
  const again = page.getByRole('region', { name: 'Write a new file, note.txt' });
  await expect(again).toBeVisible();
  await expect(page.getByText('Reconnecting')).toHaveCount(0);
  expect(await again.getAttribute('data-approval')).toBe(asked);
  await again.getByRole('button', { name: 'Allow once' }).click();
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('Done');

  expect(readFileSync(path.join(host.folder, 'note.txt'), 'utf8')).toBe('hello\n');
  const types = (await runStream(host, run)).map((line) => line.type);
  expect(types.filter((type) => type === 'approval' || type === 'tool_result')).toEqual(['approval', 'tool_result']);
  const verified = await host.warrant(['log', 'verify', run]);
  expect(verified.code, verified.stderr).toBe(0);
});
