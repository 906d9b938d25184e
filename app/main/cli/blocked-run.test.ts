import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cityPayload, lookupTool } from '../host/testing/fact-tools.ts';
import { calls, type LoopFixture, type LoopOptions, openLoop, type Turn } from '../host/testing/loop-fixture.ts';
import { defineTool } from '../host/tools/define-tool.ts';
import { warrantOn } from './testing/warrant-on.ts';

// Issue 4, "Must hold": with a guardrail on, an answer without ground is blocked, exit 3, nothing written.

async function open(options: LoopOptions): Promise<LoopFixture> {
  const loop = await openLoop(options);
  await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
  return loop;
}

const RUN = [
  'run',
  'How many people live in Bern? Write it down and remember it.',
  '--agent',
  'worker',
  '--approve',
  'all',
];
const bern = lookupTool({
  Bern: [cityPayload({ inhabitants: 134794 })],
  nowhere: [cityPayload({ inhabitants: 1 }, { url: '' })],
});
const tools = ['lookup', 'write_file', 'remember'].map((tool) => ({ tool }));
const write = calls(
  ['write_file', { path: '/folders/work/found.txt', content: 'found' }],
  ['remember', { content: 'it was found' }],
);

/** Words that are in no reason of a guardrail. */
const MARK = 'as everybody knows for certain';
const cases: { guardrail: string; does: string; script: Turn[]; reason: RegExp }[] = [
  {
    guardrail: 'no-unsourced-figures',
    does: 'invents a figure',
    script: [calls(['lookup', { topic: 'Bern' }]), write, `Bern has 999,111 inhabitants, ${MARK}.`],
    reason: /1 part of the answer has no source/,
  },
  {
    guardrail: 'no-unsourced-figures',
    does: 'cites an id that does not exist',
    script: [calls(['lookup', { topic: 'Bern' }]), write, `Bern has 777,123 inhabitants [F9], ${MARK}.`],
    reason: /1 with an id that does not exist/,
  },
  {
    guardrail: 'no-failed-evidence',
    does: 'claims success after a call that failed',
    script: [write, calls(['lookup', { topic: 'Atlantis' }]), `I have sent the email to the mayor, ${MARK}.`],
    reason: /effect that no call had|call that failed/,
  },
  {
    guardrail: 'facts-provenanced',
    does: 'rests on what names no source',
    script: [calls(['lookup', { topic: 'nowhere' }]), write, `Nobody knows, ${MARK}.`],
    reason: /missing source_url/,
  },
  {
    guardrail: 'length:10',
    does: 'says too much',
    script: [write, `Far too long, ${MARK}.`],
    reason: /10 are the most/,
  },
  {
    guardrail: 'tool:my_check',
    does: 'has a guardrail that can’t be asked yet',
    script: [write, `It is so, ${MARK}.`],
    reason: /follows with tools/,
  },
];

describe.each(['text', 'json', 'jsonl'])('--output %s', (form) => {
  it.each(cases)(
    'ends with 3 and nothing written where an answer $does ($guardrail)',
    async ({ guardrail, script, reason }) => {
      const loop = await open({ script, tools, agent: { guardrails: [guardrail] }, ports: { moreTools: [bern] } });
      const { code, out, err } = await warrantOn(loop, [
        ...RUN,
        '--output',
        form,
        '--trace',
        'trace.jsonl',
        '--trace-bodies',
      ]);
      expect({ code, err }).toMatchObject({ code: 3 });
      if (form === 'text') {
        expect(err).toContain(`blocked by ${guardrail}`);
        expect(err).toMatch(reason);
        expect(out.split('\n').filter((line) => line !== '' && !line.startsWith('tool_call: '))).toEqual([]);
        expect(err).toContain('taken back: files as they were before: /folders/work/found.txt; memories removed: M1');
      } else {
        const end = JSON.parse(out.trim().split('\n').at(-1) ?? '') as {
          status: string;
          output: string;
          marks: unknown[];
        };
        const taken = { files: ['/folders/work/found.txt'], memories: ['M1'] };
        expect(end).toMatchObject({ status: 'blocked', output: '', marks: [], guardrail, taken_back: taken });
        expect(end).toMatchObject({ reason: expect.stringMatching(reason) });
      }
      expect(out + err).not.toContain(MARK);
      expect(fs.readFileSync(path.join(loop.home, 'trace.jsonl'), 'utf8')).not.toContain(MARK);
      expect(fs.readdirSync(loop.work)).toEqual([]);
      expect((await loop.client.memory.list({ agent: 'worker' })).rows).toEqual([]);
      const [run] = await loop.client.run.list();
      const shown = await warrantOn(loop, ['show', run?.id ?? '', '--format', 'text']);
      expect(shown.out.trimEnd().split('\n').slice(-2)).toEqual([
        expect.stringMatching(new RegExp(`^blocked by ${guardrail}: .*(?:${reason.source})`)),
        'taken back: files as they were before: /folders/work/found.txt; memories removed: M1',
      ]);
    },
  );
});

it('gives out an answer whose figure is from a fact, with every guardrail on', async () => {
  const loop = await open({
    script: [calls(['lookup', { topic: 'Bern' }]), write, 'Bern has 134,794 inhabitants.'],
    tools,
    agent: { guardrails: ['facts-provenanced', 'no-unsourced-figures', 'no-failed-evidence', 'length:5-200'] },
    ports: { moreTools: [bern] },
  });
  const { code, out, err } = await warrantOn(loop, RUN);
  expect(code, err).toBe(0);
  expect(out.trimEnd().split('\n').at(-1)).toBe('Bern has 134,794 inhabitants.');
  expect(fs.readdirSync(loop.work)).toEqual(['found.txt']);
  expect((await loop.client.memory.list({ agent: 'worker' })).rows).toMatchObject([{ text: 'it was found' }]);
});

it('lets an answer through that says that a call failed, and how', async () => {
  const fails = defineTool({
    name: 'look',
    description: 'Fails.',
    input: {},
    effect: { change: 'none', where: 'local', repeat: 'safe' },
    run: () => ({ type: 'error', code: 'tool-failed', message: 'it answered with 500' }),
  });
  const run = async (answer: string) => {
    const options = { script: [calls(['look', {}]), answer], agent: { guardrails: ['no-failed-evidence'] } };
    const loop = await open({ ...options, tools: [{ tool: 'look' }], ports: { moreTools: [fails] } });
    return warrantOn(loop, RUN);
  };
  expect((await run('I could not read the page: it answered with 500.')).code).toBe(0);
  expect((await run('500 people live there.')).code).toBe(3);
});

describe('a trace (A12.5)', () => {
  const script = [
    { text: 'A thought.', tool_calls: [{ name: 'lookup', args: { topic: 'Bern' } }] },
    `It is sk-${'q7'.repeat(15)} indeed.`,
  ];
  const traced = async (...flags: string[]) => {
    const loop = await open({ script, tools, ports: { moreTools: [bern] } });
    const ended = await warrantOn(loop, [...RUN, ...flags]);
    const file = path.join(loop.home, 'trace.jsonl');
    if (!fs.existsSync(file)) return { ended, mode: 0, trace: '' };
    return { ended, mode: fs.statSync(file).mode & 0o777, trace: fs.readFileSync(file, 'utf8') };
  };

  it('says what happened and no text of it, to its owner alone', async () => {
    const { ended, mode, trace } = await traced('--trace', 'trace.jsonl');
    expect([ended.code, mode]).toEqual([0, 0o600]);
    const lines = trace
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; tool?: string });
    expect(lines.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['run-started', 'tool-call-ended', 'run-ended']),
    );
    expect(lines.find(({ type }) => type === 'tool-call-ended')?.tool).toBe('lookup');
    for (const told of ['Bern', 'thought', 'indeed']) expect(trace).not.toContain(told);
  });

  it('holds bodies where they are asked for, with keys masked', async () => {
    const { trace } = await traced('--trace', 'trace.jsonl', '--trace-bodies');
    for (const told of ['Bern', 'A thought.', 'indeed']) expect(trace).toContain(told);
    expect(trace).not.toContain('q7'.repeat(6));
  });

  it('replaces no file, makes no folder, and is not left where nothing ran', async () => {
    const loop = await open({ script, tools, ports: { moreTools: [bern] } });
    const at = (name: string): string => path.join(loop.home, name);
    fs.writeFileSync(at('mine.txt'), 'mine');
    fs.symlinkSync(at('nowhere'), at('link'));
    fs.mkdirSync(at('data'));
    const refused: [string, string][] = [
      ['mine.txt', 'it is there already. Give another name.'],
      ['link', 'it is there already. Give another name.'],
      ['no/trace.jsonl', `the folder ${at('no')} does not exist.`],
      ['mine.txt/trace.jsonl', `${at('mine.txt')} is no folder.`],
      ['data/trace.jsonl', 'it lies in the data folder'],
    ];
    for (const [name, why] of refused) {
      const { code, err } = await warrantOn(loop, [...RUN, '--trace', name]);
      expect(code, name).toBe(2);
      expect(err).toContain(`The trace can’t be written to ${at(name)}: ${why}`);
      expect(err).not.toMatch(/ENOENT|EEXIST/);
    }
    expect(fs.readFileSync(at('mine.txt'), 'utf8')).toBe('mine');
    expect(fs.existsSync(at('nowhere'))).toBe(false);
    expect((await warrantOn(loop, ['run', '--agent', 'nobody', '--trace', 'new.jsonl', 'go'])).code).not.toBe(0);
    expect(fs.existsSync(at('new.jsonl'))).toBe(false);
  });

  it('with bodies needs a file', async () => {
    expect((await traced('--trace-bodies')).ended.code).toBe(2);
  });
});
