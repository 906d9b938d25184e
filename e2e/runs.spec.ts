import { readFileSync } from 'node:fs';
import type { ElectronApplication, Page } from '@playwright/test';
import { expect, test } from './launch.ts';
import { saveAgent } from './save-agent.ts';
import { startRun } from './start-run.ts';

const stateOf = (page: Page) => page.getByRole('main').getByRole('status').first();
const sum = { name: 'calculator', args: { expression: '2+2' } };

async function fromMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More: rename, export, delete' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Takes the download that `act` starts, and gives its name and text: the window has a session for it, a tab an event. */
async function downloaded(
  { page, electron }: { page: Page; electron: ElectronApplication | undefined },
  folder: string,
  act: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  if (!electron) {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
  }
  const file = `${folder}/exported`;
  await electron.evaluate(({ session }, to) => {
    session.defaultSession.once('will-download', (_event, item) => {
      item.setSavePath(to);
      item.once('done', () => Object.assign(globalThis, { exportedName: item.getFilename() }));
    });
  }, file);
  await act();
  const named = () => electron.evaluate(() => Reflect.get(globalThis, 'exportedName') as string | undefined);
  await expect.poll(named).toBeDefined();
  return { name: (await named()) ?? '', text: readFileSync(file, 'utf8') };
}

test('a finished run is asked for more, renamed, found, exported and deleted', async ({ app, host }) => {
  const { page } = app;
  await startRun(page, 'desk-calculator', 'What is 2340 + 18?');
  const transcript = page.getByRole('list', { name: 'Transcript' });
  await expect(stateOf(page)).toHaveText('Done');
  // Between the figures stand the words of their marks, for readers.
  await expect(transcript).toContainText(/2340.* \+ 18.* = 2358.*computed/);

  const composer = page.getByRole('textbox', { name: 'Message to the agent' });
  await composer.fill('What is 6 * 7?');
  await composer.press('Enter');
  await expect(transcript).toContainText(/6.* \* 7.* = 42.*computed/);
  await expect(stateOf(page)).toHaveText('Done');
  await expect(composer).toHaveValue('');

  await fromMenu(page, 'Rename');
  const rename = page.getByRole('dialog', { name: 'Rename this run?' });
  await rename.getByRole('textbox', { name: 'Name' }).fill('Sums of the day');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sums of the day' })).toBeVisible();
  const inList = page.getByRole('region', { name: 'Runs', exact: true }).getByRole('link', { name: /Sums of the day/ });
  await expect(inList).toBeVisible();

  await page.getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: /^Search everything/ }).click();
  const palette = page.getByRole('dialog', { name: 'Search everything' });
  await palette.getByRole('combobox').fill('sums of');
  await palette.getByRole('option', { name: /Sums of the day/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sums of the day' })).toBeVisible();

  const { name, text } = await downloaded(app, host.folder, () => fromMenu(page, 'Export as Markdown'));
  expect(name).toBe('Sums-of-the-day.md');
  expect(text).toContain('# Sums of the day');
  expect(text).toContain('6 * 7 = 42');
  expect(text).toContain('Allowed by the rule “What changes nothing needs no question.”');

  await fromMenu(page, 'Delete');
  const remove = page.getByRole('dialog', { name: 'Delete this run?' });
  await expect(remove).toContainText(/This takes \d+ log entries and 0 kept file versions\./);
  await expect(remove).toContainText('Files that the run wrote stay where they are.');
  await expect(remove.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await remove.getByRole('button', { name: 'Delete run' }).click();
  await expect(page.getByRole('main', { name: 'Home' })).toBeVisible();
  await expect(inList).toHaveCount(0);
  expect((await host.warrant(['runs', '--output', 'json'])).stdout.trim()).toBe('[]');
});

test('a run is stopped by its button, and says so', async ({ app, host }) => {
  const { page } = app;
  await saveAgent(host, {
    name: 'slow',
    tools: ['calculator'],
    replies: [{ text: 'Late.', delay_ms: 120_000 }],
  });
  await startRun(page, 'slow', 'take your time');
  await expect(stateOf(page)).toHaveText('Running');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(stateOf(page)).toHaveText('Stopped');
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText('Stopped by you');
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
});

test('at its limit a run waits, and goes on by so many steps', async ({ app, host }) => {
  const { page } = app;
  const step = (n: number) => ({ tool_calls: [{ name: 'calculator', args: { expression: `${n}+${n}` } }] });
  await saveAgent(host, {
    name: 'long',
    tools: ['calculator'],
    limits: { steps: 2 },
    replies: [step(1), step(2), step(3), { text: 'It is six.' }],
  });
  await startRun(page, 'long', 'add three times');
  await expect(stateOf(page)).toHaveText('At a limit');
  const transcript = page.getByRole('list', { name: 'Transcript' });
  await expect(transcript).toContainText('2 of 2 steps');
  await page.getByRole('button', { name: 'Continue 10 more' }).click();
  await expect(stateOf(page)).toHaveText('Done');
  await expect(transcript).toContainText('Continued by you, 10 more');
  await expect(transcript).toContainText('It is six');
});

test('a question of the agent is answered by a choice, and by words', async ({ app, host }) => {
  const { page } = app;
  const ask = (question: string, choices?: string[]) => ({
    tool_calls: [{ name: 'ask_person', args: { question, ...(choices && { choices }) } }],
  });
  await saveAgent(host, {
    name: 'asker',
    tools: ['ask_person', 'calculator'],
    replies: [
      ask('Which year is meant?', ['2025', '2026']),
      { expect: '2026', ...ask('And which month?') },
      { expect: 'the third', tool_calls: [sum], text: 'Then I add.' },
      { expect: '4', text: 'The third of 2026.' },
    ],
  });
  await startRun(page, 'asker', 'find out when');
  const question = page.getByRole('region', { name: 'Which year is meant?' });
  await question.getByRole('button', { name: '2026' }).click();
  await question.getByRole('button', { name: 'Answer' }).click();
  const next = page.getByRole('region', { name: 'And which month?' });
  await expect(page.getByRole('link', { name: /^Inbox/ })).toContainText('1');
  await next.getByRole('textbox', { name: 'Your answer' }).fill('the third');
  await next.getByRole('button', { name: 'Answer' }).click();
  await expect(stateOf(page)).toHaveText('Done');
  await expect(page.getByRole('list', { name: 'Transcript' })).toContainText(/third.* of 2026/);
});
