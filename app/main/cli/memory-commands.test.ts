import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Host } from '../host/host.ts';
import { type CommandResult, commandOn } from '../host/testing/command-on.ts';
import { makeTestHome, openTestHost, removeTestHome, type TestClient } from '../host/testing/test-home.ts';
import { errorLine } from './error-text.ts';
import { parseLines } from './testing/warrant.ts';

const places = makeTestHome();
let host: Host;
let client: TestClient;
beforeAll(async () => {
  ({ host, client } = await openTestHost(places));
  await client.agent.save({ file: { name: 'tidy', model: 'demo' } });
});
afterAll(async () => {
  await host.close();
  removeTestHome(places);
});
const command = (words: string[], input?: string): Promise<CommandResult> =>
  commandOn(host, places.home, ['memory', ...words], undefined, input);

it('keeps, finds, corrects, removes and puts back what an agent is to remember', async () => {
  expect(await command(['add', '--agent', 'tidy', 'Meyer', 'pays late'])).toEqual({
    code: 0,
    out: 'kept as M1\n',
    err: '',
  });
  expect(await command(['add', 'tidy', '-'], 'two\nlines')).toMatchObject({ out: 'kept as M2\n' });
  const listed = await command(['list', '--agent', 'tidy']);
  expect(listed.out).toMatch(
    /^id +from +kept +runs +text\nM2 +you +\d{4}-[^\n]+two\\nlines\nM1 +you +[^\n]+Meyer pays late\n$/,
  );
  const found = await command(['search', 'tidy', 'meyer', '--output', 'json']);
  expect(JSON.parse(found.out)).toEqual([
    expect.objectContaining({ id: 'M1', agent: 'tidy', match: 'words', origin: 'you' }),
  ]);
  expect(parseLines((await command(['search', '--agent', 'tidy', 'nothing', '--output', 'jsonl'])).out)).toEqual([]);
  expect((await command(['correct', '--agent', 'tidy', 'M1', 'Meyer pays on the 5th'])).out).toBe('corrected M1\n');
  expect((await command(['remove', 'tidy', 'M1'])).out).toMatch(/^removed M1/);
  expect(JSON.parse((await command(['list', 'tidy', '--output', 'json'])).out)).toHaveLength(1);
  expect((await command(['restore', 'tidy', 'M1'])).out).toBe('put back M1\n');
  expect(JSON.parse((await command(['search', 'tidy', '5th', '--output', 'json'])).out)).toMatchObject([
    { id: 'M1', corrected: true },
  ]);
});

it('reads no more of standard input than a memory may have, and says so', async () => {
  for (const words of [
    ['add', 'tidy', '-'],
    ['correct', 'tidy', 'M2', '-'],
  ])
    for (const text of ['x'.repeat(32_769), 'é'.repeat(16_385), 'y'.repeat(5_000_000)]) {
      const line = errorLine(await command(words, text).catch((error: unknown) => error));
      expect(line).toContain('may have 32768 bytes at most; nothing was kept');
    }
  expect((await command(['add', 'tidy', '-'], 'z'.repeat(32_768))).code).toBe(0);
});

it.each([
  [['list'], 'say whose memories'],
  [['list', 'nobody'], 'There is no agent nobody'],
  [['add', 'tidy'], 'say what is to be remembered'],
  [['add', 'tidy', 'x'.repeat(32_769)], 'may have 32768 at most'],
  [['remove', 'tidy', 'M9'], 'tidy has no memory M9'],
  [['remove', 'tidy', 'M9', 'M10'], 'one memory by its id'],
  [['correct', 'tidy', 'M9', 'x'], 'tidy has no memory M9'],
])('%j is refused in one line', async (words, why) => {
  const line = errorLine(await command(words).catch((error: unknown) => error));
  expect(line).toMatch(/^[^\n]+$/);
  expect(line).toContain(why);
});
