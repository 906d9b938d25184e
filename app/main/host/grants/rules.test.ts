import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '#contract/permission';
import type { GrantDraft, PolicyRow, WhatIf } from '#contract/views';
import { calls, LoopFixture } from '../testing/loop-fixture.ts';

// One host for all, with one past run: of three questions one was allowed, two were denied; a read was not asked about.

const loop = new LoopFixture({
  files: { 'a.txt': 'a', 'b.txt': 'b' },
  tools: [
    { tool: 'read_file' },
    { tool: 'write_file' },
    { tool: 'edit_file', ask: 'always' },
    { tool: 'make_folder', ask: 'never' },
    { tool: 'delete_file' },
    { tool: 'list_files', folders: ['work'] },
  ],
  script: [
    calls(
      ['read_file', { path: 'a.txt' }],
      ['write_file', { path: 'c.txt', content: 'c' }],
      ['write_file', { path: 'd.txt', content: 'd' }],
      ['delete_file', { path: 'b.txt' }],
    ),
    'done',
  ],
});
let past = '';

beforeAll(async () => {
  await loop.open();
  await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
  past = (await loop.client.run.start({ agent: { name: 'worker' }, text: 'go', flags: {} })).run;
  await loop.settled(past);
  await loop.answer(past, 'allow');
  await loop.answer(past, 'deny');
  await loop.answer(past, 'deny');
});
afterAll(() => loop.close());

const list = (agent?: string) => loop.client.policy.list(agent === undefined ? {} : { agent });
const rowOf = (rows: PolicyRow[], id: string | RegExp) =>
  rows.find((row) => (typeof id === 'string' ? row.id === id : id.test(row.id)));

describe('the list of rules', () => {
  it('holds what is built in, accepted, given and bound, with how many calls each decided', async () => {
    const rows = await list();
    expect(rowOf(rows, 'default:reads')).toEqual({
      id: 'default:reads',
      kind: 'default',
      sentence: 'Reading in the agent’s folders needs no question.',
      decision: 'allow',
      source: 'Default',
      hits: 1,
      revocable: false,
    });
    expect(rowOf(rows, 'default:effects')).toMatchObject({ decision: 'ask', hits: 2, revocable: false });
    expect(rowOf(rows, 'default:not-permitted')).toMatchObject({ decision: 'deny', hits: 0, revocable: false });
    expect(rowOf(rows, 'default-secret-files')).toMatchObject({ kind: 'default', decision: 'deny', revocable: true });
    expect(rowOf(rows, /-read-folder-/)).toMatchObject({
      kind: 'grant',
      decision: 'allow',
      agent: 'worker',
      source: 'Agent worker, accepted by you',
      hits: 1,
      revocable: true,
    });
    expect(rowOf(rows, 'agent:edit_file:ask-always')).toMatchObject({
      kind: 'binding',
      decision: 'ask',
      agent: 'worker',
    });
    expect(rowOf(rows, 'agent:make_folder:ask-never')).toMatchObject({ decision: 'allow', source: 'Agent worker' });
    expect(rowOf(rows, 'agent:list_files:folders')).toMatchObject({
      decision: 'deny',
      sentence: 'list_files reaches only work.',
    });
  });

  it('puts those first that decided most, then deny before ask before allow', async () => {
    const rows = await list();
    const order = rows.map(({ hits, decision }) => hits * 10 - ['deny', 'ask', 'allow'].indexOf(decision));
    expect(order).toEqual([...order].sort((one, other) => other - one));
  });

  it('keeps the figures of an accepted rule when its agent is saved again', async () => {
    await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
    expect(rowOf(await list(), /-2-read-folder-/)).toMatchObject({ hits: 1 });
  });

  it('for one agent leaves out what is about others, and refuses one that is not there', async () => {
    await loop.client.agent.save({ file: { ...loop.agentFile, name: 'other' }, base: loop.home });
    const rows = await list('other');
    expect(new Set(rows.flatMap(({ agent }) => agent ?? []))).toEqual(new Set(['other']));
    expect(rowOf(rows, 'agent:edit_file:ask-always')).toMatchObject({ hits: 0 });
    expect(rowOf(rows, 'default:reads')).toMatchObject({ hits: 0 });
    expect(rowOf(await list('worker'), 'default:reads')).toMatchObject({ hits: 1 });
    await expect(list('nobody')).rejects.toThrow(/no agent nobody/);
    await loop.client.agent.remove({ name: 'other' });
  });
});

const file = (verbs: ('read' | 'write' | 'delete')[], path = '**'): Permission => ({
  kind: 'file',
  folder: loop.work,
  path,
  verbs,
});
const draft = (type: GrantDraft['type'], permission: Permission, agent = 'worker'): GrantDraft => ({
  agent,
  type,
  permission,
});

describe('rules that others overrule', () => {
  const row = async () => rowOf(await list('worker'), /-write-folder-/);

  it('are told as what is decided: nobody is asked where a rule of the person’s own covers all of it', async () => {
    expect(await row()).toMatchObject({ decision: 'ask' });
    const part = await loop.client.grant.add(draft('allow', file(['write'], 'notes/**')));
    expect(await row()).toMatchObject({ decision: 'ask' });
    const whole = await loop.client.grant.add(draft('allow', file(['write'])));
    expect(await row()).toMatchObject({ decision: 'allow', overruledBy: whole.id });
    const said = await loop.client.explain.call({
      agent: 'worker',
      tool: 'write_file',
      command: [],
      input: { path: 'new.txt', content: '' },
    });
    expect(said.steps.at(-2)).toEqual({
      text: 'Overruled, as a rule of yours that covers it comes before what would ask: “worker may write files in work.”',
      source: 'You',
    });
    const ask = await loop.client.grant.add(draft('ask', file(['write'])));
    expect((await row())?.overruledBy).toBeUndefined();
    for (const { id } of [part, whole, ask]) await loop.client.grant.revoke({ id });
  });
});

async function asked(change: { add?: GrantDraft[]; revoke?: string[]; agent?: string }): Promise<WhatIf> {
  let last: WhatIf | undefined;
  for await (const word of await loop.client.policy.whatIf(change)) last = word;
  if (!last?.done) throw new Error('the last word says that it is done');
  return last;
}

describe('what if', () => {
  it('says which past calls a rule would have let through, those that were denied first', async () => {
    const { counts, calls: changed, runs, sentences } = await asked({ add: [draft('allow', file(['write']))] });
    expect(counts).toEqual({ nowAllowed: 2, nowAsked: 0, nowDenied: 0, deniedWouldRun: 1, unchanged: 2 });
    expect(runs).toEqual({ looked: 1, of: 1 });
    expect(sentences).toEqual(['worker may write files in work without asking.']);
    const words = changed.map(({ object, tool, before, answer, now, agent }) => ({
      ...{ object, tool, before, answer, now, agent },
    }));
    const common = { tool: 'write_file', before: 'ask', now: 'allow', agent: 'worker' };
    expect(words).toEqual([
      { ...common, object: 'd.txt', answer: 'deny' },
      { ...common, object: 'c.txt', answer: 'allow' },
    ]);
    expect(changed[0]).toMatchObject({ run: past, runTitle: 'go', rule: { sentence: sentences[0] } });
  });

  it('says which a rule would have asked about or denied, and which the loss of one', async () => {
    expect((await asked({ add: [draft('ask', file(['read']))] })).counts).toMatchObject({ nowAsked: 1, unchanged: 3 });
    const denied = await asked({ add: [draft('deny', file(['read', 'write']), 'every')] });
    expect(denied.counts).toEqual({ nowAllowed: 0, nowAsked: 0, nowDenied: 3, deniedWouldRun: 0, unchanged: 1 });
    const tool = rowOf(await list(), /-tool-delete_file$/)?.id ?? '';
    expect((await asked({ revoke: [tool] })).counts).toMatchObject({ nowDenied: 1, unchanged: 3 });
    expect((await asked({ revoke: [tool] })).calls).toMatchObject([{ tool: 'delete_file', answer: 'deny' }]);
  });

  it('lets nothing through that must be asked, whatever the rule', async () => {
    const { counts } = await asked({ add: [draft('allow', file(['write', 'delete']))] });
    expect(counts).toMatchObject({ nowAllowed: 2, unchanged: 2 });
  });

  it('never counts a call as allowed because of a rule that denies or asks', async () => {
    const verbs = fc.uniqueArray(fc.constantFrom('read' as const, 'write' as const, 'delete' as const), {
      minLength: 1,
    });
    const path = fc.constantFrom('**', '*', 'a.txt', 'd.txt', 'sub/**');
    const narrowing = fc.record({ type: fc.constantFrom('deny' as const, 'ask' as const), verbs, path });
    await fc.assert(
      fc.asyncProperty(fc.array(narrowing, { minLength: 1, maxLength: 3 }), async (all) => {
        const { counts } = await asked({
          add: all.map((each) => draft(each.type, file(each.verbs, each.path), 'every')),
        });
        const { nowAllowed, nowAsked, nowDenied, unchanged } = counts;
        return nowAllowed === 0 && counts.deniedWouldRun === 0 && nowAsked + nowDenied + unchanged === 4;
      }),
      { numRuns: 25 },
    );
  });

  it('changes no rule and leaves no entry', async () => {
    const before = [await list(), await loop.entries(past)];
    await asked({ add: [draft('allow', file(['write']))], revoke: ['default-own-disk'] });
    expect([await list(), await loop.entries(past)]).toEqual(before);
  });

  it('refuses a rule that can’t be, one that is not there, and an agent that is not there', async () => {
    await expect(asked({ add: [draft('allow', file([]))] })).rejects.toThrow(/read, list, write or delete/);
    await expect(asked({ revoke: ['grant-none'] })).rejects.toThrow(/no rule grant-none/);
    await expect(asked({ agent: 'nobody' })).rejects.toThrow(/no agent nobody/);
  });

  it('passes over runs of other agents, and of agents that were removed', async () => {
    await loop.client.agent.save({ file: { ...loop.agentFile, name: 'gone' }, base: loop.home });
    const { run } = await loop.client.run.start({ agent: { name: 'gone' }, text: 'go', flags: {} });
    await loop.settled(run);
    const change = { add: [draft('deny', file(['read']), 'every')] };
    expect((await asked(change)).counts).toMatchObject({ nowDenied: 2 });
    expect((await asked({ ...change, agent: 'worker' })).counts).toMatchObject({ nowDenied: 1 });
    await loop.client.agent.remove({ name: 'gone' });
    expect((await asked(change)).counts).toMatchObject({ nowDenied: 1 });
  });
});
