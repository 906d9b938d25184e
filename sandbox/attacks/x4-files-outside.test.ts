import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestSandbox, type TestSandbox, WALLS } from '../testing/test-sandbox.ts';

// X4: there is only the virtual file system; the real one cannot be named.
describe.each(WALLS)('with walls %s', (walls) => {
  let box: TestSandbox;
  let outside: string;
  beforeAll(async () => {
    box = await createTestSandbox({ walls });
    outside = path.join(box.files.folder, '..', `${path.basename(box.files.folder)}-outside`);
    writeFileSync(outside, 'secret of the host');
  });
  afterAll(() => box.close(), 60_000);

  test('Python finds no file of the host, however it is named', async () => {
    const names = [
      '/etc/passwd',
      '/etc/hostname',
      '/proc/self/environ',
      outside,
      '../../etc/passwd',
      '/agent/../../etc/passwd',
    ];
    const code = `
import os
for name in ${JSON.stringify(names)}:
    for attempt in (lambda: open(name).read(), lambda: os.listdir(name), lambda: os.readlink(name)):
        try:
            print("REACHED", name, attempt())
        except OSError:
            pass
print(sorted(os.listdir("/")))`;
    const output = await box.print('python', code);
    expect(output).not.toContain('REACHED');
    expect(output).not.toContain('root:');
    expect(output.trim()).toBe("['agent', 'dev', 'folders', 'home', 'lib', 'proc', 'tmp']");
  });

  test('what Python writes elsewhere stays in its memory', async () => {
    const name = `/tmp/${path.basename(outside)}-written`;
    await box.print('python', `open(${JSON.stringify(name)}, "w").write("x")`);
    expect(existsSync(name)).toBe(false);
    await box.run(
      'python',
      `import os\nos.makedirs(os.path.dirname(${JSON.stringify(outside)}), exist_ok=True)\nopen(${JSON.stringify(outside)}, "w").write("changed")`,
    );
    expect(readFileSync(outside, 'utf8')).toBe('secret of the host');
  });

  test('no link can be made that leads out', async () => {
    const code =
      'import os\ntry:\n  os.symlink("/etc/passwd", "/agent/link")\n  print(open("/agent/link").read())\nexcept OSError as error:\n  print("refused")';
    expect(await box.print('python', code)).toBe('refused\n');
    expect(existsSync(path.join(box.files.folder, 'agent/link'))).toBe(false);
  });

  test('JavaScript only ever asks the host, with paths made plain', async () => {
    const outcome = await box.run('javascript', 'files.read("/agent/../../../etc/passwd")');
    expect(outcome).toMatchObject({ type: 'failed', error: { code: 'guest-error', name: 'Error' } });
    expect(box.files.calls.at(-1)).toMatchObject({ operation: 'stat', path: '/etc/passwd' });
  });

  test('a folder granted for reading is not written', async () => {
    const python = await box.run('python', 'open("/folders/invoices/new.txt", "w")');
    expect(python).toMatchObject({
      error: { name: 'PermissionError', message: expect.stringContaining('granted for reading only') },
    });
    const javascript = await box.run('javascript', 'writeFile("/folders/invoices/new.txt", "x")');
    expect(javascript).toMatchObject({ error: { message: expect.stringContaining('granted for reading only') } });
    const listing = await box.run('python', 'import os\nos.mkdir("/folders/other")');
    expect(listing).toMatchObject({ error: { name: 'PermissionError' } });
  });
});
