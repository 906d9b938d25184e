import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Ended, Warrant } from '../../cli/testing/warrant.ts';
import { faultOf } from '../testing/fault-of.ts';
import { makeTestHome, openTestHost, removeTestHome, type TestHome } from '../testing/test-home.ts';
import { startJob } from '../testing/test-job.ts';

// Bad input: an entry of the log that was changed behind the product's back (D12). Its run is shown up to there and not
// gone on with; every other run goes on.

let places: TestHome;
let runs: string[];

/** Two runs that wait for an answer each. */
beforeEach(async () => {
  places = makeTestHome({}, 'beside');
  const { host, client } = await openTestHost(places);
  const script = [{ tool_calls: [{ name: 'ask_person', args: { question: 'Go on?' } }] }, { text: 'done' }];
  await client.agent.save({ file: { name: 'saved', tools: [{ tool: 'calculator' }] }, base: places.home });
  runs = [];
  for (let n = 0; n < 2; n++) {
    const run = await startJob(client, places, { approve: 'ask', script });
    await client.run.settled({ run });
    runs.push(run);
  }
  await host.close();
});
afterEach(() => removeTestHome(places));

function tamper(sql: string, ...values: string[]): void {
  const database = new Database(path.join(places.dataFolder, 'warrant.db'));
  expect(database.prepare(sql).run(...values).changes).toBe(1);
  database.close();
}

it.each([
  ['edited', "UPDATE entries SET event = replace(event, 'Go on?', 'Go off?') WHERE stream = ? AND seq = 5"],
  ['no event any more', 'UPDATE entries SET event = \'{"type":"nonsense"}\' WHERE stream = ? AND seq = 5'],
  ['no JSON any more', "UPDATE entries SET event = '{' WHERE stream = ? AND seq = 5"],
  ['deleted', 'DELETE FROM entries WHERE stream = ? AND seq = 5'],
])('an entry that is %s', { timeout: 120_000 }, async (_what, sql) => {
  const [broken = '', whole = ''] = runs;
  tamper(sql, `run:${broken}`);
  const { host, client } = await openTestHost(places, { advances: true, warms: false });
  const verified = await client.log.verify({});
  expect(verified).toMatchObject({ ok: false, broken: [{ stream: broken, seq: 5 }] });
  const { code, line } = await faultOf(client.run.resume({ run: broken }));
  expect(code).toBe('corrupt');
  expect(line).toContain('entry 5');
  await faultOf(client.run.send({ run: broken, text: 'x' }));
  expect((await client.run.list()).map(({ id }) => id).sort()).toEqual([...runs].sort());
  expect((await client.run.show({ run: broken })).entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect((await client.run.export({ run: broken, format: 'markdown' })).text).toContain('do it');
  const inbox = await client.approval.list();
  expect(inbox.map(({ run }) => run)).toEqual([whole]);
  const [item] = inbox;
  await client.question.answer({ id: item?.type === 'question' ? item.question.id : '', text: 'yes' });
  expect((await client.run.settled({ run: whole })).status).toBe('completed');
  await host.close();
});

it('is named by log verify and show on the command line, with exit 1', { timeout: 120_000 }, async () => {
  const [broken = ''] = runs;
  tamper(
    "UPDATE entries SET event = replace(event, 'Go on?', 'Go off?') WHERE stream = ? AND seq = 5",
    `run:${broken}`,
  );
  const warrant = new Warrant(places.dataFolder, places.home);
  const named = (ended: Ended): void => {
    expect(ended.code).toBe(1);
    expect(ended.err).toMatch(/^[^\n]+\n$/);
    expect(ended.err).toContain('entry 5');
  };
  named(await warrant.run(['log', 'verify']));
  named(await warrant.run(['log', 'verify', broken]));
  named(await warrant.run(['show', broken]));
  named(await warrant.run(['resume', broken]));
  expect(await warrant.run(['runs'])).toMatchObject({ code: 0, err: '' });
  expect(await warrant.run(['run-remove', broken])).toMatchObject({ code: 0, err: '' });
  expect(await warrant.run(['log', 'verify'])).toMatchObject({ code: 0, err: '' });
});

it('in the catalog keeps the host closed, and says which entry it is', async () => {
  tamper("UPDATE entries SET event = replace(event, ':', ' :') WHERE stream = ? AND seq = 1", 'catalog');
  const { code, line } = await faultOf(openTestHost(places));
  expect(code).toBe('corrupt');
  expect(line).toContain('entry 1');
});
