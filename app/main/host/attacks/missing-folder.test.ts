import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { faultOf } from '../testing/fault-of.ts';
import { makeTestHome, openTestHost, removeTestHome, type TestHome } from '../testing/test-home.ts';
import { answerAll, filesIn, startJob, type TestJob } from '../testing/test-job.ts';

// Bad input: a granted folder that is not there, before a run, while one waits, and another in its place (P14).

let places: TestHome;
afterEach(() => removeTestHome(places));

const job: TestJob = {
  approve: 'ask',
  script: [{ tool_calls: [{ name: 'write_file', args: { path: 'b.txt', content: 'b\n' } }] }, { text: 'done' }],
};

it('is refused in one line when it is granted', async () => {
  places = makeTestHome();
  const { host, client } = await openTestHost(places);
  const folder = path.join(places.home, 'nowhere');
  const file = { name: 'lost', folders: [{ path: folder }] };
  const saved = await faultOf(client.agent.save({ file, base: places.home }));
  expect(saved.code).toBe('bad-input');
  expect(saved.line).toContain(folder);
  const flags = { folders: [{ path: folder, access: 'read' as const }] };
  const invoked = await faultOf(client.tool.invoke({ tool: 'list_files', input: { path: '.' }, flags }));
  expect(invoked.line).toContain(folder);
  expect(await client.run.list()).toEqual([]);
  await host.close();
});

it.each(['moved away', 'replaced by another'])(
  '%s while its run waits: said in one line, and nothing is lost',
  async (how) => {
    places = makeTestHome({ 'a.txt': 'a\n' });
    const first = await openTestHost(places);
    const run = await startJob(first.client, places, job);
    expect((await first.client.run.settled({ run })).status).toBe('waiting');
    await first.host.close();

    const away = path.join(places.home, 'away');
    fs.renameSync(places.work, away);
    if (how === 'replaced by another') fs.mkdirSync(places.work);
    let skipped = 0;
    const now = (): number => Date.now() + skipped;
    const second = await openTestHost(places, { now });
    await answerAll(second.client, (ms) => {
      skipped += ms;
    });
    await second.client.run.resume({ run });
    const { status } = await second.client.run.settled({ run });
    const { text } = await second.client.run.export({ run, format: 'jsonl' });
    expect(status).toBe('completed');
    expect(text).toMatch(/"result":"Error: The folder work is not [^"]+","error":true/);
    expect(filesIn(away)).toEqual({ 'a.txt': 'a\n' });
    expect(filesIn(places.work)).toEqual({});
    await second.host.close();
  },
);
