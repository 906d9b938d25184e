import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Signal } from '#contract/event';
import type { Json } from '#contract/ids';
import { calls, type LoopFixture, openLoop, type Turn } from '../testing/loop-fixture.ts';
import { defineTool } from '../tools/define-tool.ts';

// Rows A9.9–A9.13, decision D9: of a blocked answer nothing gets out, and nothing is left.

const SECRET_WORDS = 'an answer that is let through by nobody';
const BLOCKS = { guardrails: ['length:3'] };
const write = (file: string, content: string): [string, Json] => ['write_file', { path: file, content }];

async function signalsOf(loop: LoopFixture, run: string): Promise<string> {
  let text = '';
  for await (const item of await loop.client.log.subscribe({ stream: `run:${run}`, afterSeq: 0 })) {
    if ('event' in item && item.event.type === 'run-ended') return text;
    if (!('event' in item)) text += JSON.stringify(item satisfies Signal);
  }
  return text;
}

async function blockedRun(script: Turn[], options: Partial<Parameters<typeof openLoop>[0]> = {}) {
  const loop = await openLoop({ script, agent: BLOCKS, ...options });
  const run = await loop.start('do it', { approve: 'all' });
  return { loop, run };
}

/** A run that is blocked once it has made these calls, and somebody did something to the folder meanwhile. */
async function blockedWhile(
  files: Record<string, string>,
  made: [string, Json][],
  meanwhile: (at: (name: string) => string) => void,
  before: (at: (name: string) => string) => void = () => undefined,
) {
  const loop = await openLoop({
    files,
    script: [...made.map((call) => calls(call)), 'held', SECRET_WORDS],
    agent: BLOCKS,
  });
  const at = (name: string): string => path.join(loop.work, name);
  before(at);
  const run = await loop.start('go', { approve: 'all' }, false);
  while (loop.requests.length <= made.length) {
    const [item] = await loop.client.approval.list();
    if (item?.type === 'approval') {
      const { id, hash } = item.approval;
      const { nonce } = await loop.client.approval.open({ id });
      loop.clock.at += 1000;
      await loop.client.approval.answer({ id, nonce, hash, answer: { type: 'allow' } });
    }
    await new Promise(setImmediate);
  }
  meanwhile(at);
  loop.release();
  expect(await loop.status(run)).toBe('blocked');
  return { loop, run };
}

const listed = (loop: LoopFixture): string[] => fs.readdirSync(loop.work, { recursive: true }).map(String).sort();
const contents = (loop: LoopFixture, name: string): string => fs.readFileSync(path.join(loop.work, name), 'utf8');

describe('the text of a blocked answer', () => {
  it('is in no stream and no export, and its guardrail and reason are (A9.9)', async () => {
    const loop = await openLoop({
      script: [{ chunks: [SECRET_WORDS.slice(0, 9), SECRET_WORDS.slice(9)] }],
      agent: BLOCKS,
    });
    const run = await loop.start('go', {}, false);
    expect(await signalsOf(loop, run)).toBe('');
    expect(await loop.status(run)).toBe('blocked');
    for (const format of ['text', 'json', 'jsonl', 'markdown', 'prov'] as const) {
      const { text } = await loop.client.run.export({ run, format });
      expect(text).not.toContain(SECRET_WORDS);
    }
    expect(await loop.output(run)).toBe('');
    const { end } = await loop.state(run);
    expect(end).toEqual({
      type: 'blocked',
      guardrail: 'length:3',
      reason: 'the answer has 39 characters; 3 are the most',
    });
  });

  it('is held while it comes also where it is let through in the end, which streams it whole', async () => {
    const loop = await openLoop({ script: [{ chunks: ['let ', 'through'] }], agent: { guardrails: ['length:20'] } });
    const run = await loop.start('go', {}, false);
    expect(await signalsOf(loop, run)).toBe('');
    const { text } = await loop.client.run.export({ run, format: 'jsonl' });
    expect(text).toContain('{"type":"text","delta":"let through"}');
  });

  it.each([
    ['blocked', SECRET_WORDS],
    ['completed', 'ok'],
  ])('is held with words before a call, which nothing looks at, for ever: %s', async (status, last) => {
    const said = 'PRELEAK 99,123 dogs exist.';
    const first = { text: said, tool_calls: [{ name: 'make_folder', args: { path: '/folders/work/new' } }] };
    const second = { text: said, tool_calls: [{ name: 'calculator', args: { expression: '1+1' } }] };
    const loop = await openLoop({ script: [first, second, last], agent: BLOCKS });
    const run = await loop.start('go');
    const card = await loop.client.approval.list();
    expect(card).toHaveLength(1);
    expect(JSON.stringify(card)).not.toContain('PRELEAK');
    await loop.answer(run, 'allow');
    expect(await loop.status(run)).toBe(status);
    for (const format of ['text', 'json', 'jsonl', 'markdown', 'prov'] as const) {
      const { text } = await loop.client.run.export({ run, format });
      expect(text).not.toContain('PRELEAK');
      if (format === 'jsonl') expect(text).toContain('"type":"tool_call"');
      if (format === 'markdown') expect(text).toContain('(words before a call, not looked at)');
    }
    expect(await signalsOf(loop, run)).toBe('');
    const words = (await loop.state(run)).transcript.filter((item) => item.type === 'assistant' && !item.final);
    expect(words).toMatchObject([{ held: true }, { held: true }]);
  });

  it('stops the guardrails after it (A9.10, F21)', async () => {
    const loop = await openLoop({
      script: [SECRET_WORDS],
      agent: { guardrails: ['length:80', 'length:3', 'length:90'] },
    });
    const run = await loop.start();
    expect((await loop.events(run, 'guardrail-checked')).map(({ guardrail, verdict }) => [guardrail, verdict])).toEqual(
      [
        ['length:80', 'pass'],
        ['length:3', 'block'],
      ],
    );
  });
});

describe('what a blocked run leaves', () => {
  it('is no file: new ones go, changed ones, deleted ones and moved ones are as they were', async () => {
    const files = { 'changed.txt': 'one', 'gone.txt': 'here', 'moved/from.txt': 'move me', 'untouched.txt': 'x' };
    const { loop, run } = await blockedRun(
      [
        calls(['make_folder', { path: '/folders/work/new/deep' }], write('/folders/work/new/deep/a.txt', 'a')),
        calls(write('/folders/work/changed.txt', 'two'), write('/agent/own.txt', 'b')),
        calls(write('/folders/work/changed.txt', 'three')),
        calls(['delete_file', { path: '/folders/work/gone.txt' }]),
        calls(['move_file', { from: '/folders/work/moved', to: '/folders/work/elsewhere' }]),
        SECRET_WORDS,
      ],
      { files },
    );
    while ((await loop.status(run)) === 'waiting') await loop.answer(run, 'allow');
    expect((await loop.outcomes(run)).map(({ code }) => code)).toEqual(Array(7).fill('ok'));
    expect(await loop.status(run)).toBe('blocked');
    expect(listed(loop)).toEqual(['changed.txt', 'gone.txt', 'moved', 'moved/from.txt', 'untouched.txt']);
    for (const [name, text] of Object.entries(files)) expect(contents(loop, name)).toBe(text);
    const disks = fs.readdirSync(path.join(loop.dataFolder, 'disks'), { recursive: true }).map(String);
    expect(disks.filter((name) => name.endsWith('own.txt'))).toEqual([]);
    const [restored] = await loop.events(run, 'files-restored');
    expect(restored?.changes.map((change) => change.path)).toContain('/folders/work/changed.txt');
    const reason = 'the answer has 39 characters; 3 are the most';
    expect((await loop.state(run)).end).toMatchObject({ reason });
  });

  it('is what somebody changed meanwhile, and that is named', async () => {
    const loop = await openLoop({
      script: [calls(write('/folders/work/a.txt', 'mine')), 'held', SECRET_WORDS],
      agent: BLOCKS,
    });
    const run = await loop.start('go', { approve: 'all' }, false);
    await expect.poll(() => loop.requests.length).toBe(2);
    fs.writeFileSync(path.join(loop.work, 'a.txt'), 'theirs');
    loop.release();
    await loop.settled(run);
    await loop.client.run.resume({ run }).catch(() => undefined);
    expect(await loop.status(run)).toBe('blocked');
    expect(contents(loop, 'a.txt')).toBe('theirs');
    const kept = [{ path: '/folders/work/a.txt', why: 'was changed meanwhile' }];
    expect(await loop.events(run, 'files-restored')).toMatchObject([{ changes: [], kept }]);
    const reason = expect.stringContaining('it can’t be taken back: /folders/work/a.txt was changed meanwhile');
    expect((await loop.state(run)).end).toMatchObject({ reason });
  });

  it('is whatever somebody changed, moved, deleted or added meanwhile, each named with what was done', async () => {
    const { loop, run } = await blockedWhile(
      { 'edited.txt': 'one', 'gone.txt': 'one', 'away.txt': 'one', 'back.txt': 'one', 'link.txt': 'one' },
      [
        ...['edited', 'gone', 'away', 'new', 'renamed', 'link'].map((name) =>
          write(`/folders/work/${name}.txt`, 'mine'),
        ),
        ['make_folder', { path: '/folders/work/full' }],
        ['move_file', { from: '/folders/work/back.txt', to: '/folders/work/moved.txt' }],
        write('/folders/work/plain.txt', 'mine'),
      ],
      (at) => {
        fs.writeFileSync(at('edited.txt'), 'theirs');
        fs.rmSync(at('gone.txt'));
        fs.renameSync(at('away.txt'), at('other.txt'));
        fs.rmSync(at('new.txt'));
        fs.renameSync(at('renamed.txt'), at('their-name.txt'));
        fs.writeFileSync(at('full/theirs.txt'), 'theirs');
        fs.renameSync(at('moved.txt'), at('moved-on.txt'));
        fs.rmSync(at('link.txt'));
        fs.symlinkSync('edited.txt', at('link.txt'));
      },
    );
    const [restored] = await loop.events(run, 'files-restored');
    const kept = new Map(
      (restored?.kept ?? []).map(({ path: name, why }) => [name.slice('/folders/work/'.length), why]),
    );
    const gone = 'was moved or deleted meanwhile';
    expect(Object.fromEntries(kept)).toEqual({
      'edited.txt': 'was changed meanwhile',
      'gone.txt': gone,
      'away.txt': gone,
      'new.txt': gone,
      'renamed.txt': gone,
      'moved.txt': gone,
      full: 'holds something that the run did not put there',
      'link.txt': 'is something else now',
    });
    expect(listed(loop)).toEqual(
      [
        'back.txt',
        'edited.txt',
        'full',
        'full/theirs.txt',
        'link.txt',
        'moved-on.txt',
        'other.txt',
        'their-name.txt',
      ].sort(),
    );
    expect(contents(loop, 'back.txt')).toBe('one');
    const { end } = await loop.state(run);
    expect(end).toMatchObject({ reason: expect.stringContaining(`${[...kept.keys()][0]} ${[...kept.values()][0]}`) });
  });

  it('is no other mode: each file and folder has the one it had', async () => {
    const modes: Record<string, number> = {
      'edited.txt': 0o644,
      'over.sh': 0o755,
      'gone.txt': 0o640,
      'moved.txt': 0o664,
    };
    const { loop, run } = await blockedWhile(
      {
        'edited.txt': 'one',
        'over.sh': 'one',
        'gone.txt': 'one',
        'moved.txt': 'one',
        'dir/deep/in.txt': 'one',
        'same.txt': 'one',
      },
      [
        ['edit_file', { path: '/folders/work/edited.txt', old: 'one', new: 'two' }],
        write('/folders/work/over.sh', 'two'),
        ['delete_file', { path: '/folders/work/gone.txt' }],
        write('/folders/work/gone.txt', 'brought back'),
        ['move_file', { from: '/folders/work/moved.txt', to: '/folders/work/to.txt' }],
        ['move_file', { from: '/folders/work/dir', to: '/folders/work/other' }],
        write('/folders/work/same.txt', 'two'),
        write('/folders/work/same.txt', 'one'),
      ],
      () => undefined,
      (at) => {
        for (const [name, mode] of Object.entries(modes)) fs.chmodSync(at(name), mode);
        fs.chmodSync(at('same.txt'), 0o444);
        fs.chmodSync(at('dir/deep/in.txt'), 0o604);
        fs.chmodSync(at('dir/deep'), 0o555);
        fs.chmodSync(at('dir'), 0o755);
      },
    );
    expect((await loop.outcomes(run)).map(({ code }) => code)).toEqual(Array(8).fill('ok'));
    const now = (name: string): number => fs.statSync(path.join(loop.work, name)).mode & 0o777;
    const all = { ...modes, 'same.txt': 0o444, dir: 0o755, 'dir/deep': 0o555, 'dir/deep/in.txt': 0o604 };
    expect(Object.fromEntries(Object.keys(all).map((name) => [name, now(name)]))).toEqual(all);
    expect(listed(loop)).toHaveLength(8);
    expect((await loop.events(run, 'files-restored'))[0]?.kept).toBeUndefined();
  });

  it('is what was done before the person’s last message', async () => {
    const script = [
      calls(write('/folders/work/first.txt', '1')),
      'ok',
      calls(write('/folders/work/second.txt', '2')),
      SECRET_WORDS,
    ];
    const { loop, run } = await blockedRun(script);
    expect(await loop.status(run)).toBe('completed');
    await loop.client.run.send({ run, text: 'more' });
    expect(await loop.status(run)).toBe('blocked');
    expect(listed(loop)).toEqual(['first.txt']);
    // Asked once more, the model knows that what it wrote is gone.
    await loop.client.run.send({ run, text: 'again' });
    await loop.settled(run);
    const told = loop.requests.at(-1)?.messages.slice(-2);
    expect(told).toMatchObject([{ text: expect.stringContaining('was not given out') }, { text: 'again' }]);
  });

  it('is what a file carried before: text from outside is marked again', async () => {
    const page = defineTool({
      name: 'page',
      description: 'Gives a page.',
      input: {},
      effect: { change: 'none', where: 'local', repeat: 'safe' },
      outside: true,
      run: () => ({ type: 'ok', text: 'outside words' }),
    });
    const file = '/folders/work/a.txt';
    const loop = await openLoop({
      script: [],
      tools: ['page', 'write_file', 'read_file'].map((tool) => ({ tool })),
      ports: { moreTools: [page] },
    });
    const runOf = async (script: Turn[], guardrails: string[]): Promise<string> => {
      loop.options.script.splice(0, 9, ...script);
      loop.options.agent = { guardrails };
      const run = await loop.start(`write ${file}`, { approve: 'all' });
      while ((await loop.status(run)) === 'waiting') await loop.answer(run, 'allow');
      return run;
    };
    await runOf([calls(['page', {}]), calls(write(file, 'outside words')), 'done'], []);
    const blocked = await runOf([calls(write(file, 'clean')), SECRET_WORDS], ['length:3']);
    expect(await loop.status(blocked)).toBe('blocked');
    expect(contents(loop, 'a.txt')).toBe('outside words');
    const read = await runOf([calls(['read_file', { path: file }]), 'done'], []);
    expect((await loop.events(read, 'tool-call-ended')).flatMap(({ labels }) => labels)).not.toEqual([]);
  });

  it('is what left this computer, and that is said', async () => {
    const post = defineTool({
      name: 'post',
      description: 'Posts a message.',
      input: {},
      effect: { change: 'irreversible', where: 'remote', repeat: 'no' },
      run: () => ({ type: 'ok', text: 'posted' }),
    });
    const { loop, run } = await blockedRun([calls(['post', {}]), SECRET_WORDS], {
      tools: [{ tool: 'post' }],
      ports: { moreTools: [post] },
    });
    while ((await loop.status(run)) === 'waiting') await loop.answer(run, 'allow');
    expect((await loop.state(run)).end).toMatchObject({
      reason: expect.stringContaining('it can’t be taken back: what left this computer with post (1 call)'),
    });
  });
});
