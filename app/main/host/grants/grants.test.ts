import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '#contract/permission';
import type { GrantDraft, HostNotice } from '#contract/views';
import { calls, LoopFixture } from '../testing/loop-fixture.ts';

// One host for all: an agent `worker` with a folder to write and one to read, and rules given to it.

const loop = new LoopFixture({
  files: { 'a.txt': 'a', 'b.txt': 'b' },
  tools: ['read_file', 'write_file', 'run_python', 'list_files'].map((tool) => ({ tool })),
  script: [
    calls(['write_file', { path: 'c.txt', content: 'c' }], ['write_file', { path: 'd.txt', content: 'd' }]),
    'done',
  ],
});

beforeAll(async () => {
  await loop.open();
  await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
});
afterAll(() => loop.close());

const file = (more: Partial<Extract<Permission, { kind: 'file' }>> = {}): Permission => ({
  kind: 'file',
  folder: loop.work,
  path: '**',
  verbs: ['write'],
  ...more,
});
const draft = (permission: Permission, more: Partial<GrantDraft> = {}): GrantDraft => ({
  agent: 'worker',
  type: 'allow',
  permission,
  ...more,
});
const ids = async (): Promise<string[]> => (await loop.client.policy.list({})).map(({ id }) => id);
const decide = async (tool: string, input: { [key: string]: string }): Promise<string> => {
  const said = await loop.client.explain.call({ agent: 'worker', tool, command: [], input });
  return `${said.decision} ${said.rule.id}`;
};

describe('a person’s rule', () => {
  it('says in one sentence what it would be, and changes nothing until it is given', async () => {
    const before = await ids();
    const shown = await loop.client.grant.preview(draft(file()));
    expect(shown).toMatchObject({
      type: 'allow',
      standing: true,
      layer: 'agent',
      source: 'You',
      sentence: 'worker may write files in work without asking.',
      permission: { folder: expect.stringMatching(/^folder-/), path: '**' },
      labels: 'none',
      createdAt: expect.any(Number),
    });
    expect(await ids()).toEqual(before);
    expect(await loop.client.grant.preview(draft(file(), { agent: 'every', type: 'deny' }))).toMatchObject({
      agent: 'every',
      standing: false,
      layer: 'default',
      source: 'You, everywhere',
      sentence: 'No agent may write files in work.',
      labels: 'any',
    });
  });

  it('counts from the next decision on, and no more once it is taken back, and again once it is put back', async () => {
    const write = { path: 'new.txt', content: '' };
    expect(await decide('write_file', write)).toBe('ask default:effects');
    const { id, sentence } = await loop.client.grant.add(draft(file({ folder: 'work' })));
    expect(await decide('write_file', write)).toBe(`allow ${id}`);
    expect(await loop.client.grant.revoke({ id })).toEqual({ sentence });
    expect(await decide('write_file', write)).toBe('ask default:effects');
    expect(await loop.client.grant.restore({ id })).toMatchObject({ id, sentence });
    expect(await decide('write_file', write)).toBe(`allow ${id}`);
    await loop.client.grant.revoke({ id });
  });

  it('takes with it what was derived from it, and brings it back (A16.10)', async () => {
    const parent = await loop.client.grant.add(draft(file()));
    const child = await loop.client.grant.add(draft(file({ path: 'sub/**' }), { parent: parent.id }));
    await loop.client.grant.revoke({ id: parent.id });
    expect(await ids()).not.toContain(child.id);
    await expect(loop.client.grant.restore({ id: child.id })).rejects.toThrow(/nothing to put back/);
    await loop.client.grant.restore({ id: parent.id });
    expect(await ids()).toEqual(expect.arrayContaining([parent.id, child.id]));
    await loop.client.grant.revoke({ id: parent.id });
  });

  it('can’t be derived wider, longer, or with fewer questions than the one it comes from (A16.10)', async () => {
    const at = loop.clock.at + 100_000;
    const parent = await loop.client.grant.add(draft(file({ path: 'sub/**' }), { expiresAt: at }));
    const from = (permission: Permission, more: Partial<GrantDraft> = {}) =>
      loop.client.grant.add(draft(permission, { parent: parent.id, expiresAt: at, ...more }));
    await expect(from(file())).rejects.toThrow(/gives more/);
    await expect(from(file({ path: 'sub/a', verbs: ['write', 'delete'] }))).rejects.toThrow(/gives more/);
    await expect(from(file({ path: 'sub/a' }), { expiresAt: at + 1 })).rejects.toThrow(/last longer/);
    await expect(from(file({ path: 'sub/a' }), { agent: 'every' })).rejects.toThrow(/another agent/);
    await expect(from(file({ path: 'sub/a' }), { type: 'deny' })).rejects.toThrow(/only a rule that allows/);
    await expect(from(file({ path: 'sub/a' }), { parent: 'nothing' })).rejects.toThrow(/no rule nothing/);
    await loop.client.grant.revoke({ id: parent.id });
    const accepted = (await ids()).find((id) => /^accepted-.*-write-folder-/.test(id)) ?? '';
    const quiet = await loop.client.grant.preview(draft(file({ path: 'sub/a' }), { parent: accepted }));
    expect(quiet).toMatchObject({ standing: false, sentence: 'worker may write `work/sub/a`.' });
  });

  it('may be a default: taken back, it lifts what it held, and can be put back', async () => {
    expect(await decide('read_file', { path: '.env' })).toBe('deny default-secret-files');
    await loop.client.grant.revoke({ id: 'default-secret-files' });
    expect(await decide('read_file', { path: '.env' })).toBe('allow default:reads');
    await loop.client.grant.restore({ id: 'default-secret-files' });
    expect(await decide('read_file', { path: '.env' })).toBe('deny default-secret-files');
  });

  it('of an agent file comes back only while its agent asks for it', async () => {
    const write = (await ids()).find((id) => /^accepted-.*-tool-write_file$/.test(id)) ?? '';
    await loop.client.grant.revoke({ id: write });
    const file = { ...loop.agentFile, tools: [{ tool: 'read_file' }] };
    await loop.client.agent.save({ file, base: loop.home });
    await expect(loop.client.grant.restore({ id: write })).rejects.toThrow(/does not ask for it any more/);
    await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
  });

  it('is told to open pages when it is given, taken back and put back', async () => {
    const stop = new AbortController();
    const seen: HostNotice['type'][] = [];
    const notices = await loop.client.host.subscribe(undefined, { signal: stop.signal });
    const reading = (async () => {
      for await (const notice of notices) if (seen.push(notice.type) === 4) stop.abort();
    })().catch(() => undefined);
    const { id } = await loop.client.grant.add(draft(file()));
    await loop.client.grant.revoke({ id });
    await loop.client.grant.restore({ id });
    await reading;
    expect(seen).toEqual(['inbox-changed', 'catalog-changed', 'catalog-changed', 'catalog-changed']);
    await loop.client.grant.revoke({ id });
  });

  const tool = (more: object): Permission => ({ kind: 'tool', tool: 'write_file', command: '**', ...more });
  const net = (more: object): Permission => ({ kind: 'net', host: 'a.example', ports: [], methods: [], ...more });
  it.each<[string, () => GrantDraft, RegExp]>([
    ['an agent that is not there', () => draft(file(), { agent: 'nobody' }), /no agent nobody.*worker, every/],
    ['a time that is over', () => draft(file(), { expiresAt: 5 }), /ended already/],
    ['a folder of nobody', () => draft(file({ folder: '/etc' })), /\/etc is no folder of worker.*work/],
    ['a folder below one', () => draft(file({ folder: path.join(loop.work, 'sub') })), /no folder of worker/],
    ['part of a name', () => draft(file({ path: '*.md' })), /is no pattern: \* stands for one whole name/],
    ['a path that climbs', () => draft(file({ path: '../x' })), /must not hold/],
    ['a name no file may have', () => draft(file({ path: 'a:b' })), /colon/],
    ['no verbs', () => draft(file({ verbs: [] })), /read, list, write or delete/],
    ['many stars', () => draft(file({ path: '**/a/**/a/**/a/**' })), /too long/],
    ['a tool that is not there', () => draft(tool({ tool: 'fly' })), /no tool fly.*write_file/],
    ['a command that is not there', () => draft(tool({ command: 'go' })), /no command go/],
    ['an argument that is not there', () => draft(tool({ input: { x: '1' } })), /no argument x.*content/],
    ['a path as text', () => draft(tool({ input: { path: 'a' } })), /holds a path/],
    ['part of a value', () => draft(tool({ input: { content: 'a*' } })), /part of a value/],
    [
      'a line of a tool without one',
      () => draft(tool({ line: { field: 'content', words: ['a'], more: false } })),
      /no c/,
    ],
    ['a host with a scheme', () => draft(net({ host: 'https://a.example' })), /without scheme/],
    ['part of a host name', () => draft(net({ host: 'a*.example' })), /part of a name/],
    ['a host that is none', () => draft(net({ host: 'a..example' })), /can’t be a host/],
    ['ports the wrong way', () => draft(net({ ports: [{ from: 90, to: 80 }] })), /1 to 65535/],
    ['an address of this machine without its port', () => draft(net({ host: '127.0.0.1' })), /name its port/],
    ['this machine by its name', () => draft(net({ host: 'localhost' })), /such as 127.0.0.1:8080/],
    ['the metadata of a cloud', () => draft(net({ host: '169.254.169.254' })), /cloud metadata.*no rule can allow/],
    ['addresses for a deny', () => draft(net({ address: '10.0.0.0/8' }), { type: 'deny' }), /holds for all/],
    ['a method that is none', () => draft(net({ methods: ['GE T'] })), /HTTP method/],
    ['a secret that is not there', () => draft({ kind: 'secret', name: 'k', use: 'header' }), /no secret k/],
    ['part of a setting', () => draft({ kind: 'config', key: 'a*' }), /whole name/],
  ])('is refused in one line for %s', async (_, given, words) => {
    const before = await ids();
    const fault = await loop.client.grant.add(given()).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(Error);
    expect((fault as Error).message).toMatch(words);
    expect((fault as Error).message).not.toContain('\n');
    expect(await ids()).toEqual(before);
  });

  it('writes hosts in the one form they are compared in (A16.13)', async () => {
    const shown = async (host: string) => (await loop.client.grant.preview(draft(net({ host })))).permission;
    expect(await shown('API.Example.com.')).toMatchObject({ host: 'api.example.com', methods: ['*'] });
    expect(await shown('*.bücher.example')).toMatchObject({ host: '*.xn--bcher-kva.example' });
    const port = { from: 8080, to: 8080 };
    const loopback = await loop.client.grant.preview(draft(net({ host: '[0:0:0:0:0:0:0:1]', ports: [port] })));
    expect(loopback.permission).toMatchObject({ host: '[::1]', address: '::1/128' });
  });

  it('that is not in force can’t be taken back, and the rest stay', async () => {
    await expect(loop.client.grant.revoke({ id: 'grant-none' })).rejects.toThrow(/no rule grant-none in force/);
    await expect(loop.client.grant.restore({ id: 'default-own-disk' })).rejects.toThrow(/is in force/);
  });
});

describe('a rule of one run', () => {
  const start = async (): Promise<string> => {
    const { run } = await loop.client.run.start({ agent: { name: 'worker' }, text: 'go', flags: {} });
    await loop.settled(run);
    return run;
  };

  it('is in the list while the run goes on, is taken back for it alone, and put back', async () => {
    const run = await start();
    await loop.answer(run, 'allow', { reach: 'file' });
    const rows = async () => (await loop.client.policy.list({ agent: 'worker' })).filter((row) => row.run === run);
    const [row] = await rows();
    expect(row).toMatchObject({ kind: 'grant', decision: 'allow', agent: 'worker', revocable: true });
    const id = row?.id ?? '';
    await expect(loop.client.grant.revoke({ id })).rejects.toThrow(/no rule/);
    expect(await loop.client.grant.revoke({ id, run })).toEqual({ sentence: row?.sentence });
    expect(await rows()).toEqual([]);
    await expect(loop.client.grant.revoke({ id, run })).rejects.toThrow(new RegExp(`no rule ${id} in run ${run}`));
    expect(await loop.client.grant.restore({ id, run })).toEqual(row?.grant);
    expect(await rows()).toEqual([row]);
    await loop.client.run.cancel({ run });
    expect(await rows()).toEqual([]);
  });

  it('closes the questions it answers in runs that wait', async () => {
    const run = await start();
    expect(await loop.status(run)).toBe('waiting');
    const { id } = await loop.client.grant.add(draft(file()));
    expect(await loop.status(run)).toBe('completed');
    expect((await loop.events(run, 'approval-closed')).map(({ reason }) => reason)).toEqual(['covered', 'covered']);
    await loop.client.grant.revoke({ id });
  });
});
