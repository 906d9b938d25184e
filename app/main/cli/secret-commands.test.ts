import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Host } from '../host/host.ts';
import { type CommandResult, commandOn } from '../host/testing/command-on.ts';
import { makeTestHome, openTestHost, removeTestHome, type TestClient } from '../host/testing/test-home.ts';
import { errorLine } from './error-text.ts';
import { UsageError } from './exit-codes.ts';
import { askHidden } from './terminal.ts';
import { parseLines } from './testing/warrant.ts';

const VALUE = 'Canary/of+the=command line';

const places = makeTestHome();
let host: Host;
let client: TestClient;
beforeAll(async () => {
  ({ host, client } = await openTestHost(places, { passphrase: 'four words of passphrase' }));
});
afterAll(async () => {
  await host.close();
  removeTestHome(places);
});
const command = (words: string[], input?: string): Promise<CommandResult> =>
  commandOn(host, places.home, words, undefined, input);

it('keeps a value from standard input for an origin, lists it and removes it, and never prints it', async () => {
  const set = await command(['secret', 'set', 'tracker', '--origin', 'https://API.example.com/'], `${VALUE}\n`);
  expect(set).toEqual({ code: 0, out: 'kept tracker for https://api.example.com\n', err: '' });
  const text = await command(['secret', 'list']);
  expect(text.out).toMatch(
    /^name +origin +set +agents +value\ntracker +https:\/\/api\.example\.com +\d{4}-[^\n]+ kept\n$/,
  );
  const json = await command(['secret', 'list', '--output', 'json']);
  expect(JSON.parse(json.out)).toEqual([expect.objectContaining({ name: 'tracker', kept: true, agents: [] })]);
  const removed = await command(['secret', 'remove', 'tracker']);
  expect(removed).toEqual({ code: 0, out: 'removed tracker\n', err: '' });
  expect(parseLines((await command(['secret', 'list', '--output', 'jsonl'])).out)).toEqual([]);
  expect(JSON.stringify([set, text, json, removed])).not.toContain(VALUE.slice(0, 12));
});

it.each([
  [['secret', 'set', 'tracker', '--origin', 'http://api.example.com'], VALUE, 'only for this machine'],
  [['secret', 'set', 'a b'], VALUE, 'no name for a secret'],
  [['secret', 'set', 'tracker'], 'abc', 'fewer than 6 characters'],
  [['secret', 'remove', 'nothing'], '', 'There is no secret nothing'],
])('%j is refused in one line that does not hold the value', async (words, input, why) => {
  const line = errorLine(await command(words, input).catch((error: unknown) => error));
  expect(line).toMatch(/^[^\n]+$/);
  expect(line).toContain(why);
  expect(line).not.toContain(VALUE);
  expect(await client.secret.list()).toEqual([]);
});

it.each([[[VALUE]], [[`--value=${VALUE}`]], [['--value', VALUE]]])(
  'takes no value as an argument: %j',
  async (words) => {
    const fault = await command(['secret', 'set', 'tracker', ...words]).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(UsageError);
    expect(errorLine(fault)).not.toContain(VALUE);
  },
);

it('shows nothing of what is typed at the prompt', async () => {
  const [input, errors, output] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const answer = askHidden({ input, errors, output, interactive: true, debug: false }, 'value: ');
  input.write(`${VALUE}\r`);
  expect(await answer).toBe(VALUE);
  const shown = String(errors.read()) + String(output.read());
  expect(shown).toBe('value: \nnull');
});
