import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FolderIdentity, formatIdentity, parseIdentity, sameFolder } from './open-folder.ts';

const identity = (dev: string, ino: string, born: string): FolderIdentity => ({ dev, ino, born });

test('an identity is read back from its text', () => {
  const digits = fc.stringMatching(/^[0-9]{1,20}$/);
  fc.assert(
    fc.property(digits, digits, fc.option(digits, { nil: '' }), (dev, ino, born) => {
      expect(parseIdentity(formatIdentity(identity(dev, ino, born)))).toEqual(identity(dev, ino, born));
    }),
  );
  for (const text of ['', '1', '1:2', '1:2:3:4', 'a:b:c', '1:2:3\n']) expect(parseIdentity(text), text).toBeUndefined();
});

test('a folder is the same by inode and birth, whatever the number of its disk today', () => {
  expect(sameFolder(identity('1', '2', '3'), identity('9', '2', '3'))).toBe(true);
  expect(sameFolder(identity('1', '2', '3'), identity('1', '2', '4'))).toBe(false);
  expect(sameFolder(identity('1', '2', '3'), identity('1', '5', '3'))).toBe(false);
});

test('where the birth is not known, inode and disk decide', () => {
  expect(sameFolder(identity('1', '2', ''), identity('1', '2', '3'))).toBe(true);
  expect(sameFolder(identity('1', '2', ''), identity('9', '2', '3'))).toBe(false);
});
