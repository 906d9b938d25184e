import { describe, expect, test } from 'vitest';
import { isSensitivePath } from '#contract/path-rules';
import { makeFolderFixture, makeToolContext } from '../../testing/folder-fixture.ts';
import { listFiles } from '../../tools/builtin/list-files.ts';
import { moveFile } from '../../tools/builtin/move-file.ts';
import { searchFiles } from '../../tools/builtin/search-files.ts';

const SECRETS = [
  '.env',
  '.env.local',
  'app/.env.production',
  'server.key',
  'tls/cert.pem',
  '.ssh/id_ed25519',
  '.ssh/config',
  '.aws/credentials',
  '.git-credentials',
  '.npmrc',
  '.mozilla/firefox/abc.default/logins.json',
];
const OTHERS = ['.env.example', 'notes.txt', 'keyboard.md'];

describe('files that hold secrets', () => {
  test.each(SECRETS)('%s is one', (path) => {
    expect(isSensitivePath(path.split('/'))).toBe(true);
  });

  test.each(OTHERS)('%s is none', (path) => {
    expect(isSensitivePath(path.split('/'))).toBe(false);
  });

  test('are not opened by a search; each file of the fixture contains its own path', async () => {
    const { workspace } = makeFolderFixture([...SECRETS, ...OTHERS]);
    for (const pattern of ['id_ed', 'credentials', 'prod', 'cert', 'npmrc', 'logins']) {
      const found = await searchFiles.run({ pattern }, makeToolContext(workspace));
      expect(found.type === 'ok' && found.text.split('\n').filter((line) => /:\d+: /.test(line)), pattern).toEqual([]);
    }
    expect(
      await searchFiles.run({ pattern: 'keyboard', path: '/folders/ROOT' }, makeToolContext(workspace)),
    ).toMatchObject({
      text: expect.stringContaining('/folders/ROOT/keyboard.md:1: keyboard.md'),
    });
  });

  test('are listed by name, and their folders are not entered', async () => {
    const { workspace } = makeFolderFixture([...SECRETS, ...OTHERS]);
    const listed = await listFiles.run({ path: '/folders/ROOT', recursive: true }, makeToolContext(workspace));
    const text = listed.type === 'ok' ? listed.text : '';
    expect(text).toContain('.env (4 bytes)');
    expect(text).toContain('.ssh/ (protected)');
    expect(text).not.toContain('id_ed25519');
  });

  test('are not reached through a link of another name', () => {
    const { workspace } = makeFolderFixture([
      ...SECRETS,
      ...OTHERS,
      'a.txt => .env',
      'b.txt => .ssh/config',
      'c => .ssh',
      'd.txt => a.txt',
      'e => app',
      'f.txt => notes.txt',
    ]);
    for (const attempt of ['a.txt', 'b.txt', 'c/config', 'd.txt', 'e/.env.production']) {
      const content = workspace.read(attempt, 100);
      expect(content.ok ? 'read' : content.error.code, attempt).toBe('symlink');
    }
    const listed = workspace.list('c');
    expect(listed.ok ? 'listed' : listed.error.code).toBe('symlink');
    expect(workspace.read('f.txt', 100).ok).toBe(true);
  });

  test('are not carried off with the folder that holds them', async () => {
    const { workspace } = makeFolderFixture(SECRETS);
    const context = makeToolContext(workspace);
    expect(await moveFile.run({ from: 'app', to: 'other' }, context)).toMatchObject({ type: 'error', code: 'denied' });
    expect(context.changes).toEqual([]);
  });
});
