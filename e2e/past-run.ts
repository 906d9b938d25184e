import type { Page } from '@playwright/test';
import { expect, type HostControl } from './launch.ts';
import { pendingApprovals } from './pending-approvals.ts';
import { saveAgent } from './save-agent.ts';

const ONE_EACH = [['--once'], ['--deny']];

/** A run of two writes, with what a person answers at the terminal: the first is allowed and the second denied, or other. */
export async function pastRun(host: HostControl, answers: readonly string[][] = ONE_EACH): Promise<void> {
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

/** Types a call into the test box of the Policy screen and tries it. */
export async function testCall(page: Page, typed: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Arguments, or a whole call as JSON' }).fill(typed);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
}
