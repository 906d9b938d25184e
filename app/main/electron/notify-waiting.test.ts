import { beforeEach, expect, test } from 'vitest';
import { notifyWaiting, readWaitingNotice, waitingWords } from './notify-waiting.ts';
import * as electron from './testing.ts';

const window = new electron.BrowserWindow({ webPreferences: {} });
const opened: string[] = [];
const tell = (agent: string, count = 1) =>
  notifyWaiting(window as never, { kind: 'question', agent, count, place: '#/inbox/1' }, (place) => opened.push(place));

beforeEach(() => {
  electron.told.notifications.length = 0;
  opened.length = 0;
  window.focused = false;
});

test('a notification names the agent or counts, and a click opens its place in a window that is in front', () => {
  tell('ledger-check');
  tell('ledger-check', 5);
  expect(electron.told.notifications.map(({ options, closed }) => [options.title, closed])).toEqual([
    ['ledger-check waits for you', true],
    ['5 wait for you', false],
  ]);
  electron.told.notifications[1]?.emit('click');
  expect([opened, window.focused]).toEqual([['#/inbox/1'], true]);
});

test('a window in front is not told of', () => {
  window.focused = true;
  tell('ledger-check');
  expect(electron.told.notifications).toEqual([]);
});

test('the name of an agent is one line, without what hides or turns text, and cut', () => {
  const words = (agent: string) => waitingWords({ kind: 'limit', agent, count: 1, place: '' }).title;
  expect(words('a\n\u202Eb\u200Bc')).toBe('a b c is at a limit');
  expect(words('x'.repeat(500))).toBe(`${'x'.repeat(59)}… is at a limit`);
  expect(words('\u0000')).toBe('An agent is at a limit');
});

test.each([
  [[]],
  [['question', 'a', 1]],
  [['other', 'a', 1, '']],
  [['question', {}, 1, '']],
  [['question', 'a', 0, '']],
  [['question', 'a', 1.5, '']],
  [['question', 'a', 1e9, '']],
  [['question', 'a', '1', '']],
  [['question', 'a', 1, 'x'.repeat(301)]],
])('%j is no notice (E5)', (values) => {
  expect(readWaitingNotice(values)).toBeUndefined();
});
