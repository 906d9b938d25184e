import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type FolderFixture, makeFolderFixture, SECRET } from '../../testing/folder-fixture.ts';

/** Ways of writing the folder above, as they occur in lists of path traversals. */
const UPWARD = [
  '..',
  '%2e%2e',
  '%2E.',
  '.%2e',
  '%252e%252e',
  '%c0%ae%c0%ae',
  '%uff0e%uff0e',
  '．．',
  '‥',
  '....',
  '. .',
  '.. ',
  '..;',
  '..%00',
  '..\u200b',
  '..%20',
  '../.',
  './..',
];
/** Ways of writing the separator. */
const SEPARATORS = ['/', '\\', '//', '%2f', '%5c', '%252f', '%c0%af', '∕', '／', '/./', '\\/'];
const STARTS = ['', '/', './', '/agent/', '/folders/ROOT/', '/folders/', 'a/', 'file:///', '~/', 'C:\\', '\\\\?\\'];
const ENDS = ['', '\0.txt', '%00.png', '?x', '#x', '/', ';x'];

test('no line of a traversal corpus reads or writes outside, raw or decoded once', () => {
  const fixture = makeFolderFixture(['a/', 'note.txt']);
  const targets = ['outside/s', 's', 'etc/passwd', fixture.outside.slice(1).concat('/s')];
  const corpus = makeCorpus(targets);
  expect(corpus.length).toBeGreaterThan(3000);
  const before = outsideTree(fixture);
  for (const attempt of corpus) {
    for (const text of [attempt, decodeOnce(attempt)]) {
      const content = fixture.workspace.read(text, 10_000);
      const read = content.ok ? content.value.bytes.toString() : '';
      if (read.includes(SECRET) || read.includes('root:')) throw new Error(`${JSON.stringify(text)} was read outside`);
      const listed = fixture.workspace.list(text);
      const names = listed.ok ? listed.value.entries.map(({ name }) => name) : [];
      if (names.includes('s') || names.includes('passwd'))
        throw new Error(`${JSON.stringify(text)} was listed outside`);
    }
  }
  for (const attempt of corpus.filter((_, index) => index % 7 === 0)) {
    for (const text of [attempt, decodeOnce(attempt)]) {
      fixture.workspace.write(text, Buffer.from('overwritten'));
      fixture.workspace.makeFolder(`${text}x`);
      fixture.workspace.remove(text);
    }
  }
  expect(outsideTree(fixture)).toEqual(before);
});

test('a literal odd name inside is allowed', () => {
  const { workspace, root } = makeFolderFixture();
  for (const name of ['%2e%2e%2fs', '~', '$HOME', '%USERPROFILE%', '．．', '?', '..;', '...x', '-rf']) {
    expect(workspace.write(name, Buffer.from('odd')).ok, name).toBe(true);
    expect(fs.readFileSync(path.join(root, name), 'utf8'), name).toBe('odd');
  }
});

function makeCorpus(targets: readonly string[]): string[] {
  const lines = new Set<string>();
  for (const up of UPWARD) {
    for (const separator of SEPARATORS) {
      for (const [index, start] of STARTS.entries()) {
        for (const depth of [1, 2, 3, 8]) {
          const target = targets[(index + depth) % targets.length] ?? '';
          const end = ENDS[(index * depth + up.length) % ENDS.length] ?? '';
          lines.add(start + `${up}${separator}`.repeat(depth) + target.replaceAll('/', separator) + end);
        }
      }
    }
  }
  return [...lines];
}

function decodeOnce(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));
}

/** Everything beside the granted folder and the agent's disk, with its content. */
function outsideTree({ scratch, root, agent }: FolderFixture): string[] {
  return fs
    .readdirSync(scratch, { recursive: true, withFileTypes: true })
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((at) => !at.startsWith(`${root}/`) && !at.startsWith(`${agent}/`))
    .map((at) => (fs.statSync(at).isFile() ? `${at}: ${fs.readFileSync(at, 'utf8')}` : at))
    .sort();
}
