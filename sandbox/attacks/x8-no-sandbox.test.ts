import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestSandbox, testSetup } from '../testing/test-sandbox.ts';

// X8, A13.10: without a sandbox nothing runs, anywhere; never in the host.
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'warrant-none-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  [
    'the Node binary is missing',
    async () => ({
      node: '/nowhere/node',
      walls: { ...(await testSetup('off')).walls, bubblewrap: undefined, setpriv: undefined, shell: undefined },
    }),
  ],
  ['the guest is missing', async () => ({ guestScript: '/nowhere/sandbox.cjs' })],
  ['the engine is missing', async () => ({ quickJsFolders: [], pyodideFolder: '/nowhere' })],
  ['bubblewrap fails', async () => ({ walls: { ...(await testSetup()).walls, bubblewrap: '/bin/false' } })],
  [
    'the launcher is no program',
    async () => ({ walls: { ...(await testSetup()).walls, bubblewrap: '/etc/hostname' } }),
  ],
])('when %s, the job fails and its code runs nowhere', async (_name, change) => {
  const box = await createTestSandbox({ setup: await change(), startMs: 20_000 });
  const mark = path.join(folder, 'mark');
  const asked: string[] = [];
  for (const language of ['javascript', 'python'] as const) {
    const code =
      language === 'javascript'
        ? `globalThis.warrantMark = 1; files.write("/agent/mark", "x")`
        : 'open("/agent/mark", "w").write("x")';
    const outcome = await box.sandbox.run({ language, code, mounts: [] }, (call) => {
      asked.push(call.operation);
      writeFileSync(mark, 'x');
      return { ok: true, json: null };
    });
    if (language === 'python' && _name === 'the engine is missing') expect(outcome.type).toBe('failed');
    expect(outcome).toMatchObject({ type: 'failed', output: '', error: { code: 'sandbox-unavailable' } });
    expect(await box.sandbox.ready(language)).toMatchObject({ ok: false, message: expect.any(String) });
  }
  await box.close();
  expect(asked).toEqual([]);
  expect(existsSync(mark)).toBe(false);
  expect((globalThis as { warrantMark?: number }).warrantMark).toBeUndefined();
});

test('a changed memory picture is made anew and never loaded', async () => {
  const cacheFolder = path.join(folder, 'cache');
  const first = await createTestSandbox({ cacheFolder });
  expect(await first.print('python', 'print(1)')).toBe('1\n');
  await first.close();
  const file = path.join(cacheFolder, readdirSync(cacheFolder).find((name) => name.endsWith('.snapshot')) ?? '');
  const whole = readFileSync(file);
  const changed = Buffer.from(whole);
  changed.write('evil', 1_000_000);
  writeFileSync(file, changed);

  const second = await createTestSandbox({ cacheFolder });
  expect(await second.print('python', 'print(2)')).toBe('2\n');
  await second.close();
  expect(readFileSync(file).subarray(1_000_000, 1_000_004).toString()).not.toBe('evil');
});

test('where no picture can be kept, Python loads without one', async () => {
  const blocked = path.join(folder, 'file');
  writeFileSync(blocked, '');
  chmodSync(blocked, 0o400);
  const notices: string[] = [];
  const box = await createTestSandbox({
    cacheFolder: path.join(blocked, 'cache'),
    onNotice: (message) => notices.push(message),
  });
  expect(await box.print('python', 'print(2**32)')).toBe('4294967296\n');
  await box.close();
  expect(notices).toEqual([expect.stringContaining('cannot be kept')]);
});
