import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldRun } from '#contract/projections/run-state';
import { calls, LoopFixture } from '../../testing/loop-fixture.ts';
import { defineTool } from '../../tools/define-tool.ts';

// A rule is taken back while a call that rests on it is under way (cases O7, O8; rows A16.14, A16.15; asks B12).

let release: () => void = () => {};
let started: () => void = () => {};
const underWay = new Promise<void>((resolve) => {
  started = resolve;
});

/** Ends when the test says so. */
const slow = defineTool({
  name: 'slow',
  description: 'Takes its time.',
  input: {},
  effect: { change: 'none', where: 'local', repeat: 'safe' },
  async run() {
    started();
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return { type: 'ok', text: 'done slowly' };
  },
});

const loop = new LoopFixture({
  files: { 'a.txt': 'a' },
  tools: [{ tool: 'slow' }, { tool: 'read_file' }],
  ports: { moreTools: [slow] },
  script: [
    calls(['slow', {}], ['slow', {}], ['read_file', { path: 'a.txt' }]),
    calls(['slow', {}], ['read_file', { path: 'a.txt' }]),
    'done',
  ],
});
let run = '';

const grantId = async (end: RegExp): Promise<string> =>
  (await loop.client.policy.list({ agent: 'worker' })).find(({ id }) => end.test(id))?.id ?? '';

beforeAll(async () => {
  await loop.open();
  await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
  ({ run } = await loop.client.run.start({ agent: { name: 'worker' }, text: 'go', flags: {} }));
  await underWay;
  await loop.client.grant.revoke({ id: await grantId(/-tool-slow$/) });
  await loop.client.grant.revoke({ id: await grantId(/-read-folder-/) });
  release();
  await loop.settled(run);
});
afterAll(() => loop.close());

describe('a rule that is taken back while a call runs', () => {
  it('lets that call end as it would have, and none after it begin', async () => {
    const outcomes = await loop.outcomes(run);
    expect(outcomes.map(({ tool, code }) => `${tool} ${code}`)).toEqual([
      'slow ok',
      'slow denied',
      'read_file denied',
      'slow denied',
      'read_file denied',
    ]);
    expect(outcomes[0]?.text).toBe('done slowly');
    expect(outcomes[1]?.text).toContain('a grant it rests on was revoked');
    expect(outcomes[3]?.text).toContain('no grant lets the agent use slow');
    expect((await loop.events(run, 'tool-call-started')).length).toBe(1);
  });

  it('changes nothing of what was: the run reads as it did, also after a restart', async () => {
    const before = await loop.entries(run);
    const { text } = await loop.client.run.export({ run, format: 'jsonl' });
    await loop.reopen();
    expect(foldRun(await loop.entries(run))).toEqual(foldRun(before));
    expect((await loop.client.run.export({ run, format: 'jsonl' })).text).toBe(text);
    const said = await loop.client.explain.call({
      agent: 'worker',
      tool: 'read_file',
      command: [],
      input: { path: 'a.txt' },
    });
    expect(said).toMatchObject({ decision: 'deny', rule: { id: 'default:read-only' } });
  });
});
