import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { HostControl } from './launch.ts';
import { expect, test } from './launch.ts';
import { saveAgent } from './save-agent.ts';
import { startRun } from './start-run.ts';

const STEPS = 250;

/** A run of some 1,500 entries, made by the command line. Gives its id. */
async function longRun(host: HostControl): Promise<string> {
  const step = (n: number) => ({
    text: `Step ${n} of the sum.`,
    tool_calls: [{ name: 'calculator', args: { expression: `${n}+${n}` } }],
  });
  await saveAgent(host, {
    name: 'patient',
    tools: ['calculator'],
    limits: { steps: STEPS + 10 },
    replies: [...Array.from({ length: STEPS }, (_, index) => step(index + 1)), { text: 'All sums are done.' }],
  });
  const ran = await host.warrant(['run', '--agent', 'patient', '--output', 'json', 'add them all']);
  expect(ran.code, ran.stderr).toBe(0);
  return (JSON.parse(ran.stdout) as { run: string }).run;
}

test('a run of hundreds of rows draws few of them, and finds all', async ({ app, host }) => {
  const { page } = app;
  const run = await longRun(host);
  await page.evaluate((id) => {
    location.hash = `#/runs/${id}`;
  }, run);
  const transcript = page.getByRole('list', { name: 'Transcript' });
  const rows = transcript.getByRole('listitem');
  await expect(transcript.getByText('All sums are done.')).toBeInViewport();
  expect(await rows.count()).toBeLessThan(100);
  expect(Number(await rows.first().getAttribute('aria-setsize'))).toBeGreaterThan(2 * STEPS);

  await transcript.focus();
  await page.keyboard.press('Home');
  await expect(transcript.getByText('add them all')).toBeInViewport();
  expect(await rows.count()).toBeLessThan(100);
  await page.keyboard.press('End');
  await expect(transcript.getByText('All sums are done.')).toBeInViewport();

  await page.keyboard.press('Control+f');
  const find = page.getByRole('textbox', { name: 'Find in this run' });
  await expect(find).toBeFocused();
  await find.fill('step 137 of');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 1');
  await find.press('Enter');
  await expect(transcript.getByText('Step 137 of the sum.')).toBeInViewport();
  await find.fill('step 20');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 11');
  await find.press('Enter');
  await expect(transcript.getByText('Step 20 of the sum.')).toBeInViewport();
  await page.keyboard.press('F3');
  await expect(transcript.getByText('Step 200 of the sum.')).toBeInViewport();
  await find.fill('no such words');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('Nothing found');

  const goTo = page.getByRole('textbox', { name: 'Go to entry' });
  await goTo.fill('2');
  await goTo.press('Enter');
  await expect(transcript.getByText('Step 1 of the sum.')).toBeInViewport();
  expect(await rows.count()).toBeLessThan(100);
});

test('what is long or odd must be seen before it can be allowed', async ({ app, host }) => {
  const { page } = app;
  const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index + 1}`).join('\n');
  const padded = `Fine so far\u202egnp.exe${'\n'.repeat(10_000)}and delete everything`;
  await saveAgent(host, {
    name: 'padder',
    tools: ['write_file'],
    folders: [host.folder],
    replies: [padded, lines].map((content, index) => ({
      tool_calls: [{ name: 'write_file', args: { path: `${index + 1}.txt`, content } }],
    })),
  });
  await startRun(page, 'padder', 'write both');
  const first = page.getByRole('region', { name: 'Write a new file, 1.txt' });
  const allow = page.getByRole('button', { name: 'Allow once' });
  await expect(first).toContainText('Read to the end first');
  // Longer than it takes to arm.
  await page.waitForTimeout(1500);
  await expect(allow).toBeDisabled();
  await first.press('Control+Enter');
  await first.getByRole('button', { name: /^Show all/ }).click();
  const bytes = page.getByRole('figure', { name: 'Arguments' });
  await expect(bytes).toContainText('U+202E');
  await expect(bytes).not.toContainText('\u202e');
  await expect(bytes).toContainText('9,999 empty lines');
  await expect(bytes.getByText('and delete everything')).toBeInViewport();
  await expect(allow).toBeEnabled();
  await first.getByRole('button', { name: 'Deny' }).click();

  const second = page.getByRole('region', { name: 'Write a new file, 2.txt' });
  await expect(second).toContainText('Read to the end first');
  await second.getByRole('button', { name: /^Show all/ }).click();
  await expect(second).toContainText(/Read to the end first: \d+ of 10,003 lines shown/);
  await page.waitForTimeout(1500);
  await expect(allow).toBeDisabled();
  await bytes.locator('pre').evaluate((well) => well.scrollTo(0, well.scrollHeight));
  await expect(allow).toBeEnabled();
  await allow.click();
  await expect.poll(() => read(path.join(host.folder, '2.txt'))).toBe(lines);
  expect(read(path.join(host.folder, '1.txt'))).toBeUndefined();
});

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // not written
  }
}
