import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browseFolders } from './browse-folders.ts';

describe('browseFolders', () => {
  let home: string;
  beforeEach(() => {
    home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'browse-')));
  });
  afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

  it('lists folders by name as a person counts, with the number of files and the way up', () => {
    for (const name of ['b10', 'B2', 'a', '.hidden', 'node_modules']) fs.mkdirSync(path.join(home, name));
    for (const name of ['x.txt', 'y.txt', '.dot']) fs.writeFileSync(path.join(home, name), '');
    expect(browseFolders(home)).toEqual({
      path: home,
      parent: path.dirname(home),
      folders: ['a', 'B2', 'b10', 'node_modules'].map((name) => ({ name, path: path.join(home, name) })),
      files: 2,
    });
    const all = browseFolders(home, { hidden: true });
    expect(all.folders.map(({ name }) => name)).toContain('.hidden');
    expect(all.files).toBe(3);
  });

  it('lists links to folders as folders, and passes over links that lead nowhere', () => {
    fs.mkdirSync(path.join(home, 'real'));
    fs.writeFileSync(path.join(home, 'file'), '');
    fs.symlinkSync('real', path.join(home, 'link'));
    fs.symlinkSync('file', path.join(home, 'to-file'));
    fs.symlinkSync('gone', path.join(home, 'dangling'));
    fs.symlinkSync('loop', path.join(home, 'loop'));
    const { folders, files } = browseFolders(home);
    expect(folders.map(({ name }) => name)).toEqual(['link', 'real']);
    expect(files).toBe(2);
  });

  it('has no way up from the top', () => {
    expect(browseFolders(path.parse(home).root)).not.toHaveProperty('parent');
  });

  it('says plainly what is wrong with a path', () => {
    fs.writeFileSync(path.join(home, 'file'), '');
    expect(() => browseFolders(path.join(home, 'gone'))).toThrow(/^There is no folder .*gone\. Check the path/);
    expect(() => browseFolders(path.join(home, 'file'))).toThrow(/is a file\. Choose the folder that holds it/);
    expect(() => browseFolders('relative')).toThrow(/is not a whole path/);
    expect(() => browseFolders(`${home}\0x`)).toThrow(/is not a whole path/);
    expect(() => browseFolders(path.join(home, 'x'.repeat(5000)))).toThrow(/too long/);
  });

  it('says so where a folder may not be listed, also to a user who may list everything', () => {
    const refused = Object.assign(new Error('EACCES'), { code: 'EACCES' });
    vi.spyOn(fs, 'readdirSync').mockImplementationOnce(() => {
      throw refused;
    });
    expect(() => browseFolders(home)).toThrow(/may not list/);
  });
});
