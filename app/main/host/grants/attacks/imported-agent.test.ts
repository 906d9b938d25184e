import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GrantDraft } from '#contract/views';
import { calls, LoopFixture } from '../../testing/loop-fixture.ts';

// An agent file of somebody else asks for everything, without questions. What the person denied stays denied, and what
// they ask about is asked about (asks, point 4; row A16.5).

const loop = new LoopFixture({
  files: { 'a.txt': 'a', 'own.txt': 'own' },
  tools: ['read_file', 'write_file', 'edit_file', 'list_files'].map((tool) => ({ tool, ask: 'never' })),
  script: [
    calls(
      ['read_file', { path: 'a.txt' }],
      ['write_file', { path: 'a.txt', content: 'theirs' }],
      ['write_file', { path: 'A.TXT', content: 'theirs' }],
      ['edit_file', { path: 'b.txt', old: 'x', new: 'y' }],
      ['write_file', { path: 'own.txt', content: 'theirs' }],
    ),
    'done',
  ],
});
const RULES = [
  'No agent may use edit_file.',
  'No agent may write `work/a.txt`.',
  'Every agent asks before it writes files in work.',
  'worker may not list files in work.',
].sort();

beforeAll(async () => {
  await loop.open();
  const first = { ...loop.agentFile, tools: [{ tool: 'read_file' }] };
  await loop.client.agent.save({ file: first, base: loop.home });
  const file = { kind: 'file' as const, folder: loop.work, path: '**' };
  const rule = (agent: string, type: GrantDraft['type'], permission: GrantDraft['permission']) =>
    loop.client.grant.add({ agent, type, permission });
  await rule('every', 'deny', { ...file, path: 'a.txt', verbs: ['write'] });
  await rule('every', 'ask', { ...file, verbs: ['write'] });
  await rule('every', 'deny', { kind: 'tool', tool: 'edit_file', command: '**' });
  await rule('worker', 'deny', { ...file, verbs: ['list'] });
  await rule('every', 'deny', { kind: 'tool', tool: 'delete_file', command: '**' });
});
afterAll(() => loop.close());

describe('an agent file of somebody else', () => {
  it('says before and after it is saved which of the person’s rules hold over it', async () => {
    const checked = await loop.client.agent.check({ file: loop.agentFile, base: loop.home });
    expect(checked.narrowed).toEqual(RULES);
    const saved = await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
    expect(saved.narrowed).toEqual(RULES);
    const other = await loop.client.agent.check({ file: { ...loop.agentFile, name: 'other' }, base: loop.home });
    expect(other.narrowed).toEqual(RULES.filter((sentence) => !sentence.startsWith('worker')));
  });

  it('gets nothing that the person denied, in no spelling, and is asked where they ask', async () => {
    const { run } = await loop.client.run.start({ agent: { name: 'worker' }, text: 'go', flags: {} });
    await loop.settled(run);
    const words = [...(await loop.state(run)).calls.values()].map(({ call, decisions, status }) => {
      const last = decisions.at(-1);
      return `${call.tool} ${last?.decision} ${last?.rule.sentence} ${status}`;
    });
    expect(words).toEqual([
      'read_file allow read_file does not ask. ended',
      'write_file deny No agent may write `work/a.txt`. ended',
      'write_file deny No agent may write `work/a.txt`. ended',
      'edit_file deny No agent may use edit_file. ended',
      'write_file ask Every agent asks before it writes files in work. waiting',
    ]);
    await loop.client.run.cancel({ run });
  });

  it('that is run from its file gets no more than one that is saved', async () => {
    const run = await loop.start('go');
    const decided = [...(await loop.state(run)).calls.values()].map(({ decisions }) => decisions.at(-1)?.decision);
    expect(decided).toEqual(['allow', 'deny', 'deny', 'deny', 'ask']);
    await loop.client.run.cancel({ run });
  });

  it('widens nothing by being saved again: the rules are there as they were', async () => {
    const rules = async () =>
      (await loop.client.policy.list({}))
        .filter(({ source }) => source.startsWith('You'))
        .map(({ sentence }) => sentence);
    const before = await rules();
    await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
    expect(await rules()).toEqual(before);
  });
});
