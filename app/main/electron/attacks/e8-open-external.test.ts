import { beforeEach, expect, test } from 'vitest';
import { judgeExternal, openExternal } from '../open-external.ts';
import { answers, told } from '../testing.ts';

// Text of a model, a tool or a page asks for an address that starts a program, opens a share or misleads (E8).
beforeEach(() => {
  told.opened.length = 0;
  told.asked.length = 0;
  answers.messageBox = 1;
});

test.each([
  'file:///etc/passwd',
  'file://server/share/x.exe',
  'smb://server/share',
  '\\\\server\\share\\x.exe',
  'ms-msdt:/id PCWDiagnostic',
  'ms-settings:',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'vscode://file/etc/passwd',
  'warrant://install',
  'data:text/html,x',
  'blob:https://a/1',
  'view-source:https://a/',
  'mailto:a@b.example',
  'tel:1',
  'ftp://a/',
  'ws://a/',
  'about:blank',
  'chrome://settings',
  'app://warrant/',
  'https://user@attacker.example/',
  'https://good.example:443@attacker.example/',
  'https://',
  '',
  '//attacker.example',
  'attacker.example',
  `https://a.example/${'x'.repeat(5_000)}`,
])('%j is neither opened nor asked about', async (address) => {
  answers.messageBox = 0;
  await openExternal(undefined, address);
  expect([told.opened, told.asked]).toEqual([[], []]);
});

test('what is no text is refused', () => {
  for (const value of [undefined, null, 7, {}, []]) {
    expect(judgeExternal(value as never)).toEqual({ type: 'refuse', reason: 'not an address' });
  }
});

test('an https address is opened after it was seen in full', async () => {
  answers.messageBox = 0;
  await openExternal(undefined, 'https://example.com/a?b=c#d');
  expect(told.asked[0]?.detail).toBe('https://example.com/a?b=c#d');
  expect(told.opened).toEqual(['https://example.com/a?b=c#d']);
});

test('an http address is asked about with a warning', async () => {
  answers.messageBox = 0;
  await openExternal(undefined, 'http://example.com/');
  expect(told.asked[0]?.detail).toMatch(/^http:\/\/example\.com\/\n\n.*not encrypted/);
});

test('a host in other letters is shown as the letters it stands for on the wire', async () => {
  await openExternal(undefined, 'https://ex\u0430mple.com/');
  expect(told.asked[0]?.detail).toBe('https://xn--exmple-4nf.com/');
});

test('without an answer, or with no, nothing is opened', async () => {
  await openExternal(undefined, 'https://example.com/');
  expect(told.opened).toEqual([]);
});
