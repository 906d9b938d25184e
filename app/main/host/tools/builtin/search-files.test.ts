import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { formatVirtualPath, parseVirtualPath } from '#contract/virtual-path';
import { makeFolderFixture, makeToolContext } from '../../testing/folder-fixture.ts';
import { searchFiles } from './search-files.ts';

function fixture(files: Record<string, string>) {
  const made = makeFolderFixture();
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(made.root, name)), { recursive: true });
    fs.writeFileSync(path.join(made.root, name), content);
  }
  return made;
}

async function search(files: Record<string, string>, input: { pattern: string; path?: string }): Promise<string> {
  const result = await searchFiles.run(input, makeToolContext(fixture(files).workspace));
  return result.type === 'ok' ? result.text : `${result.code}: ${result.message}`;
}

test('finds lines, whatever the case, with file and line', async () => {
  const files = { 'a.txt': 'one\nInvoice 12\r\nthree', 'd/b.txt': 'no\nno\nmy invoice', 'c.txt': 'none' };
  expect(await search(files, { pattern: 'INVOICE' })).toBe(
    '/folders/ROOT/a.txt:2: Invoice 12\n/folders/ROOT/d/b.txt:3: my invoice',
  );
});

test('finds names, and by a star names only', async () => {
  const files = { 'invoice.csv': 'x', 'd/other.CSV': 'invoice', 'd/csv/y.txt': '*.csv' };
  expect(await search(files, { pattern: 'invoice' })).toBe(
    '/folders/ROOT/d/other.CSV:1: invoice\n/folders/ROOT/invoice.csv',
  );
  expect(await search(files, { pattern: '*.csv' })).toBe('/folders/ROOT/d/other.CSV\n/folders/ROOT/invoice.csv');
  expect(await search(files, { pattern: 'csv', path: '/folders/ROOT/d' })).toBe(
    '/folders/ROOT/d/csv/\n/folders/ROOT/d/csv/y.txt:1: *.csv\n/folders/ROOT/d/other.CSV',
  );
});

test('takes the pattern as text, never as a regular expression', async () => {
  expect(await search({ a: 'x.y', b: 'xzy' }, { pattern: 'x.y' })).toBe('/folders/ROOT/a:1: x.y');
  expect(await search({ a: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' }, { pattern: '(a+)+$' })).toBe(
    'No match for "(a+)+$".',
  );
});

test('searches one file, one place, or the first folder, never all places at once', async () => {
  const made = fixture({ 'a.txt': 'word', 'b.txt': 'word' });
  fs.writeFileSync(path.join(made.agent, 'own.txt'), 'word');
  const run = async (input: { pattern: string; path?: string }) =>
    searchFiles.run(input, makeToolContext(made.workspace));
  expect(await run({ pattern: 'word', path: 'b.txt' })).toMatchObject({ text: '/folders/ROOT/b.txt:1: word' });
  expect(await run({ pattern: 'word', path: '/agent' })).toMatchObject({ text: '/agent/own.txt:1: word' });
  expect(await run({ pattern: 'word' })).toMatchObject({
    text: '/folders/ROOT/a.txt:1: word\n/folders/ROOT/b.txt:1: word',
  });
  for (const places of ['/', '/folders']) {
    expect(await run({ pattern: 'word', path: places })).toEqual({
      type: 'error',
      code: 'tool-failed',
      message: `${places} is a list of places. Search one of them at a time; list_files shows them.`,
    });
  }
});

test('is decided on the folder that it searches when no path is given', () => {
  const [use] = searchFiles.tool.commands[0]?.files ?? [];
  const parsed = parseVirtualPath(use?.absent ?? '', ['first', 'second']);
  expect(parsed.ok && formatVirtualPath(parsed.path)).toBe('/folders/first');
});

test('shows the part of a long line around the match', async () => {
  const text = await search({ a: `${'-'.repeat(5000)}needle${'+'.repeat(5000)}` }, { pattern: 'needle' });
  expect(text).toContain('needle');
  expect(text.length).toBeLessThan(300);
});

test('cuts many matches with a mark', async () => {
  const result = await searchFiles.run({ pattern: 'x' }, makeToolContext(fixture({ a: 'x\n'.repeat(500) }).workspace));
  const lines = result.type === 'ok' ? result.text.split('\n') : [];
  expect(lines).toHaveLength(201);
  expect(lines.at(-1)).toBe('[cut: only the first 200 matches are shown; search a smaller folder or a longer text]');
  expect(result).toMatchObject({ truncated: true });
});

test('says that a path does not exist', async () => {
  expect(await search({}, { pattern: 'x', path: 'missing' })).toBe(
    'tool-failed: /folders/ROOT/missing does not exist.',
  );
});

test('stops when the call is stopped', async () => {
  const controller = new AbortController();
  const files = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, 'x']));
  const running = searchFiles.run({ pattern: 'x' }, makeToolContext(fixture(files).workspace, controller.signal));
  controller.abort();
  expect(await running).toEqual({ type: 'error', code: 'cancelled', message: 'The search was stopped.' });
});
