import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { violations } from './check-screens.ts';
import { chooseTheme, themeOf } from './choose-theme.ts';
import { expect, type HostControl, test } from './launch.ts';
import { pendingApprovals } from './pending-approvals.ts';
import { saveAgent } from './save-agent.ts';
import { startRun } from './start-run.ts';

const INVOICE = 'Please pay to account 4471 before Friday.';

const write = (name: string, content: string) => ({
  name: 'write_file',
  args: { path: `/folders/folder/${name}`, content },
});

/** Five calls that ask at once: writes of each kind, and one that takes something away. */
async function askFive(host: HostControl, page: Page): Promise<void> {
  writeFileSync(path.join(host.folder, 'old.md'), 'old words\n');
  await saveAgent(host, {
    name: 'writer',
    tools: ['write_file', 'delete_file'],
    folders: [host.folder],
    replies: [
      {
        text: 'Five at once.',
        tool_calls: [
          write('one.md', 'one\n'),
          write('two.md', 'two\n'),
          { name: 'delete_file', args: { path: '/folders/folder/old.md' } },
          write('long.md', 'a line\n'.repeat(90)),
          write('five.md', 'five\n'),
        ],
      },
      { text: 'Done.' },
    ],
  });
  await startRun(page, 'writer', 'write five files');
  await expect(page.getByText('5 wait for you')).toBeVisible();
}

const open = (page: Page) => page.locator('[data-inbox-detail]');

/** Waits until the item of `name` is open and may be allowed. */
async function armed(page: Page, name: string, button: RegExp): Promise<void> {
  await expect(open(page).getByRole('heading', { level: 2 })).toContainText(name);
  await expect(open(page).getByRole('button', { name: button })).toBeEnabled();
}

test('five requests at once are answered by the keyboard alone, each alone, and listed as answered', async ({
  app,
  host,
}) => {
  const { page } = app;
  await askFive(host, page);
  await expect(page).toHaveTitle(/^\(5\) /);
  if (app.electron) {
    const title = () => app.electron?.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle());
    await expect.poll(title).toMatch(/^\(5\) /);
  }

  await page.keyboard.press('Control+2');
  const list = page.getByRole('listbox', { name: 'Waiting for you' });
  await expect(list.getByRole('option')).toHaveCount(5);
  await list.focus();
  await page.keyboard.press('j');
  await expect(open(page).getByRole('heading', { level: 2 })).toContainText('two.md');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');

  // Enter alone gives nothing, however long one waits.
  await armed(page, 'one.md', /^Allow once/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');
  await expect(open(page).getByRole('heading', { level: 2 })).toContainText('two.md');
  await page.keyboard.press('n');
  await page.keyboard.type('Not this one.');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('d');
  await armed(page, 'old.md', /^Allow once/);
  await page.keyboard.press('Escape');
  await expect(list).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+Enter');

  // Longer than a screen: only after its end was shown.
  await expect(open(page).getByText(/^Read to the end first/)).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await open(page).getByRole('figure', { name: 'Arguments' }).locator('pre').focus();
  await page.keyboard.press('End');
  await armed(page, 'long.md', /^Allow once/);
  // Narrow to wide: this file, the folder for ten calls, until 18:00, then for this run.
  await page.keyboard.press('5');
  await expect(open(page).getByText('without asking')).toBeVisible();
  await armed(page, 'long.md', /^Allow in this run/);
  await page.keyboard.press('Control+Enter');

  // What was given covers the last one, so nobody is asked about it any more.
  await expect(page.getByRole('main').getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
  await expect(page).toHaveTitle(/^Inbox/);
  await expect.poll(() => readdirSync(host.folder).sort()).toEqual(['five.md', 'long.md', 'one.md']);
  expect(readFileSync(path.join(host.folder, 'one.md'), 'utf8')).toBe('one\n');

  await page.getByRole('radio', { name: 'Answered' }).click();
  const answered = page.getByRole('listbox', { name: 'Answered questions' });
  await expect(answered.getByRole('option')).toHaveText([
    /five\.md.*Covered by a rule/,
    /long\.md.*Allowed by you/,
    /old\.md.*Allowed by you/,
    /two\.md.*Denied by you/,
    /one\.md.*Allowed by you/,
  ]);
  await expect(page.getByText('Answered today: 3 allowed, 1 denied')).toBeVisible();
  await answered.getByRole('option', { name: /two\.md/ }).click();
  await expect(open(page).getByText('Not this one.')).toBeVisible();
  await answered.getByRole('option', { name: /long\.md/ }).click();
  await expect(open(page).getByText('Allowed from then on')).toBeVisible();
});

test('text from outside is named with its source and marked, and no more than the one call can be allowed', async ({
  app,
  host,
}) => {
  const { page } = app;
  const mail = path.join(path.dirname(host.folder), 'mail');
  mkdirSync(mail);
  writeFileSync(path.join(mail, 'invoice.txt'), `${INVOICE}\n`);
  await saveAgent(host, {
    name: 'noter',
    tools: ['read_file', 'write_file'],
    folders: [host.folder],
    outside: [mail],
    replies: [
      { text: 'I read.', tool_calls: [{ name: 'read_file', args: { path: '/folders/mail/invoice.txt' } }] },
      { text: 'I note it.', tool_calls: [write('note.md', INVOICE)] },
      { text: 'Done.' },
    ],
  });
  await startRun(page, 'noter', 'make a note');
  const card = page.getByRole('region', { name: 'Write a new file, note.md' });
  await expect(card).toContainText(/Contains text from outside: “Please pay to account 4471.*invoice\.txt/);
  await expect(card.locator('pre mark')).toContainText('4471');
  await page.keyboard.press('Control+2');
  for (const theme of ['Light', 'Dark'] as const) {
    await chooseTheme(page, theme);
    await expect.poll(() => themeOf(page)).toBe(theme.toLowerCase());
    await page.keyboard.press('Control+2');
    await armed(page, 'note.md', /^Allow once/);
    await expect(open(page).getByRole('radio')).toHaveCount(4);
    await expect(open(page).getByRole('radio', { name: 'Only this call' })).toBeVisible();
    expect(await violations(page), theme).toEqual([]);
    await page.getByRole('radio', { name: 'Answered' }).click();
    await expect(page.getByText('Nothing answered yet')).toBeVisible();
    expect(await violations(page), theme).toEqual([]);
    await page.getByRole('radio', { name: /^Waiting/ }).click();
  }
  await app.resize(900, 600);
  for (const name of [/^All/, /^Approvals/, /^Questions/, /^Outcome unknown/])
    await expect(page.getByRole('group', { name: 'Show' }).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: /^Deny/ }).click();
  await page.getByRole('radio', { name: 'Answered' }).click();
  await expect(open(page)).toContainText('Denied by you');
  expect(await violations(page)).toEqual([]);
  expect(readdirSync(host.folder)).toEqual([]);
});

test('what newly waits is told of in the background without a word of the call, and leads to its card', async ({
  app,
  host,
  face,
}) => {
  const { page } = app;
  await expect(page).toHaveTitle(/Warrant/);
  // Stands in for the system's notifications, and for a window that is not in front.
  if (face === 'browser') {
    await page.context().grantPermissions(['notifications']);
    await page.evaluate(() => {
      const told: string[] = [];
      Object.assign(globalThis, { told });
      document.hasFocus = () => false;
      const Made = function (this: { close(): void }, title: string) {
        told.push(title);
        Object.assign(globalThis, { last: this });
        this.close = () => undefined;
      };
      Object.assign(Made, { permission: 'granted', requestPermission: async () => 'granted' });
      Object.assign(globalThis, { Notification: Made });
    });
    await page.getByRole('link', { name: 'Inbox' }).click();
    await page.getByRole('button', { name: /^Notify when Warrant is in the background/ }).click();
  } else {
    await page.evaluate(() => {
      document.hasFocus = () => false;
    });
    await app.electron?.evaluate(({ BrowserWindow, Notification }) => {
      const told: string[] = [];
      Object.assign(globalThis, { told });
      const [window] = BrowserWindow.getAllWindows();
      if (window) window.isFocused = () => false;
      Notification.prototype.show = function show(this: Electron.Notification) {
        told.push(this.title);
        Object.assign(globalThis, { last: this });
      };
      Notification.isSupported = () => true;
    });
  }
  await saveAgent(host, { name: 'writer', tools: ['write_file'], folders: [host.folder] });
  const started = host.warrant(['run', '--agent', 'writer', 'write hello to secret-name.txt']);
  const told = (): Promise<string[]> | undefined =>
    face === 'browser'
      ? page.evaluate(() => (globalThis as unknown as { told: string[] }).told)
      : app.electron?.evaluate(() => (globalThis as unknown as { told: string[] }).told);
  await expect.poll(told).toEqual(['writer waits for you']);
  await started;
  const [asked] = await pendingApprovals(host);
  if (face === 'browser')
    await page.evaluate(() => (globalThis as unknown as { last: { onclick(): void } }).last.onclick());
  else
    await app.electron?.evaluate(
      () => void (globalThis as unknown as { last: Electron.Notification }).last.emit('click'),
    );
  await expect.poll(() => page.url()).toContain(`#/inbox/${asked?.id}`);
  await expect(open(page).getByRole('heading', { level: 2 })).toContainText('secret-name.txt');
});
