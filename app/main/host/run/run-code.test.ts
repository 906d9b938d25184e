import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { LoopFixture, type LoopOptions, type Turn } from '../testing/loop-fixture.ts';
import { makeTestHome, removeTestHome, shareSnapshots, testPorts } from '../testing/test-home.ts';

// Code that an agent runs, in a real sandbox, under the rules of the file tools (rows A13.*, rules P11, P19, X8, asks B9).

const python = (code: string): Turn => ({ tool_calls: [{ name: 'run_python', args: { code } }] });
const script = (code: string): Turn => ({ tool_calls: [{ name: 'run_javascript', args: { code } }] });

async function open(options: LoopOptions): Promise<LoopFixture> {
  const places = makeTestHome();
  const { sandbox } = await testPorts(places);
  removeTestHome(places);
  const tools = [{ tool: 'run_python' }, { tool: 'run_javascript' }, { tool: 'write_file' }, { tool: 'read_file' }];
  const fixture = new LoopFixture({ tools, ...options, ports: { sandbox } });
  shareSnapshots(fixture.dataFolder);
  onTestFinished(() => fixture.close());
  await fixture.open();
  return fixture;
}

const read = (loop: LoopFixture, name: string): string => fs.readFileSync(path.join(loop.work, name), 'utf8');

describe('code in a person’s folder', () => {
  const both = [
    'files.write("/folders/work/new.txt", "new");',
    'files.write("/folders/work/old.txt", files.readText("/folders/work/old.txt") + "+");',
    'print(files.readText("/folders/work/old.txt"));',
  ].join('\n');

  it('runs without a question, and its changes are put as one set, applied when allowed', async () => {
    const loop = await open({ files: { 'old.txt': 'old' }, script: [script(both), 'done'] });
    const run = await loop.start();
    const card = await loop.card(run);
    expect(card).toMatchObject({
      purpose: 'apply-changes',
      title: { text: 'Apply 2 changes to files' },
      changes: [{ path: '/folders/work/new.txt' }, { path: '/folders/work/old.txt', before: expect.any(String) }],
    });
    expect(fs.readdirSync(loop.work)).toEqual(['old.txt']);
    await loop.answer(run, 'allow');
    expect([read(loop, 'new.txt'), read(loop, 'old.txt')]).toEqual(['new', 'old+']);
    expect(await loop.outcomes(run)).toEqual([{ tool: 'run_javascript', code: 'ok', text: 'old+\n' }]);
    expect(await loop.events(run, 'file-changed')).toHaveLength(2);
  });

  it('changes nothing when its set is denied', async () => {
    const loop = await open({ files: { 'old.txt': 'old' }, script: [script(both), 'done'] });
    const run = await loop.start();
    await loop.answer(run, 'deny');
    expect(fs.readdirSync(loop.work)).toEqual(['old.txt']);
    expect(read(loop, 'old.txt')).toBe('old');
    expect(await loop.outcomes(run)).toMatchObject([{ code: 'denied' }]);
  });

  it('makes none of its changes where one file was changed meanwhile (D18)', async () => {
    const loop = await open({ files: { 'old.txt': 'old' }, script: [script(both), 'done'] });
    const run = await loop.start();
    fs.writeFileSync(path.join(loop.work, 'old.txt'), 'changed by a person');
    await loop.answer(run, 'allow');
    expect(fs.readdirSync(loop.work)).toEqual(['old.txt']);
    expect(read(loop, 'old.txt')).toBe('changed by a person');
    expect(await loop.outcomes(run)).toMatchObject([
      { code: 'tool-failed', text: expect.stringContaining('old.txt was changed by something else') },
    ]);
  });

  it('is covered by a grant for the folder, as write_file is (B1)', async () => {
    const loop = await open({
      script: [
        script('files.write("/folders/work/a.txt", "a")'),
        script('files.write("/folders/work/b.txt", "b")'),
        'done',
      ],
    });
    const run = await loop.start();
    await loop.answer(run, 'allow', { reach: 'folder' });
    expect(await loop.status(run)).toBe('completed');
    expect(fs.readdirSync(loop.work)).toEqual(['a.txt', 'b.txt']);
  });

  it('that fails leaves no change', async () => {
    const loop = await open({
      script: [script('files.write("/folders/work/a.txt", "a"); throw new Error("no")'), 'x'],
    });
    const run = await loop.start();
    expect(await loop.status(run)).toBe('completed');
    expect(await loop.outcomes(run)).toMatchObject([{ code: 'tool-failed', text: expect.stringContaining('no') }]);
    expect(fs.readdirSync(loop.work)).toEqual([]);
  });

  it('that never ends is stopped when the person stops the run', async () => {
    const loop = await open({ script: [script('print("on"); for (;;) {}'), 'never'] });
    const run = await loop.start('go', {}, false);
    await expect.poll(async () => (await loop.events(run, 'tool-call-started')).length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await loop.client.run.cancel({ run });
    expect(await loop.status(run)).toBe('cancelled');
    expect(await loop.outcomes(run)).toMatchObject([{ code: 'cancelled' }]);
  });
});

it('begins in the first granted folder, as a relative path does in every tool (A8.6)', async () => {
  const code = 'import os\nprint(os.getcwd(), open("a.txt").read())';
  const js = 'print(files.readText("a.txt"))';
  const loop = await open({ files: { 'a.txt': 'here' }, script: [python(code), script(js), 'done'] });
  expect((await loop.outcomes(await loop.start())).map(({ text }) => text)).toEqual(['/folders/work here\n', 'here\n']);
});

describe('the rules of the file tools in Python', () => {
  const attempts = [
    'def attempt(what, work):',
    '    try:',
    '        print(what, work())',
    '    except OSError as error:',
    '        print(what, type(error).__name__)',
  ].join('\n');

  it('refuse secrets, and writes to a folder for reading, as PermissionError (P11, P19)', async () => {
    const code = [
      'import os, shutil',
      attempts,
      "attempt('read', lambda: open('.env').read())",
      "attempt('folder', lambda: os.listdir('.ssh'))",
      "attempt('write', lambda: open('new.txt', 'w').write('x'))",
      "attempt('move', lambda: shutil.move('.env', '/agent/plain'))",
      "attempt('copy', lambda: shutil.copy('.env', '/agent/plain'))",
      "attempt('names', lambda: sorted(os.listdir('.')))",
    ].join('\n');
    const loop = await open({
      files: { '.env': 'KEY=1', '.ssh/id_rsa': 'k', 'a.txt': 'a' },
      access: 'read',
      script: [python(code), 'done'],
    });
    const run = await loop.start();
    const [outcome] = await loop.outcomes(run);
    expect(outcome?.text.trim().split('\n')).toEqual([
      'read PermissionError',
      'folder PermissionError',
      'write PermissionError',
      'move PermissionError',
      'copy PermissionError',
      "names ['.env', '.ssh', 'a.txt']",
    ]);
    expect(JSON.stringify(await loop.entries(run))).not.toContain('KEY=1');
  });

  it('refuse a move of a secret under another name, in a folder for writing (P19)', async () => {
    const code = [
      'import os',
      attempts,
      "attempt('move', lambda: os.rename('.env', 'plain.txt'))",
      "attempt('read', lambda: open('plain.txt').read())",
    ].join('\n');
    const loop = await open({ files: { '.env': 'KEY=1' }, script: [python(code), 'done'] });
    const run = await loop.start();
    const [outcome] = await loop.outcomes(run);
    expect(outcome?.text.trim().split('\n')).toEqual(['move PermissionError', 'read FileNotFoundError']);
  });

  it('refuse a read that would have to ask, as code can’t wait', async () => {
    const code = [attempts, "attempt('read', lambda: open('a.txt').read())", "print(open('/agent/x', 'w').write('y'))"];
    const loop = await open({
      files: { 'a.txt': 'a' },
      tools: [{ tool: 'run_python' }, { tool: 'read_file', ask: 'always' }],
      script: [python(code.join('\n')), 'done'],
    });
    const run = await loop.start();
    expect((await loop.outcomes(run))[0]?.text).toBe('read PermissionError\n1\n');
  });
});
