import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, LoopFixture } from '../host/testing/loop-fixture.ts';
import { EXIT } from './exit-codes.ts';
import { warrantOn } from './testing/warrant-on.ts';

// The commands about rules, in this process, on one host with one past run.

const loop = new LoopFixture({
  files: { 'a.txt': 'a' },
  tools: ['read_file', 'write_file'].map((tool) => ({ tool })),
  script: [calls(['write_file', { path: 'c.txt', content: 'c' }]), 'done'],
});

beforeAll(async () => {
  await loop.open();
  await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
  const { run } = await loop.client.run.start({ agent: { name: 'worker' }, text: 'go', flags: {} });
  await loop.settled(run);
  await loop.answer(run, 'deny');
});
afterAll(() => loop.close());

/** Runs a command line as the entry of the program would. */
const warrant = (words: readonly string[], input = '') => warrantOn(loop, words, input);

const ADD = ['--agent', 'worker', '--allow', '--folder', './work', '--verbs', 'write'];

async function add(...words: string[]): Promise<{ sentence: string; id: string }> {
  const { code, out, err } = await warrant(['grant', 'add', ...words]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const [sentence = '', id = ''] = out.split('\n');
  return { sentence, id };
}

describe('explain url', () => {
  it('says allow, ask or deny, of one address or line by line', async () => {
    const resolve = ['--resolve', 'public.test=93.184.216.34,2606:4700::1111', '--resolve', 'none.test='];
    const url = async (...words: string[]) => JSON.parse((await warrant(['explain', 'url', ...words, ...resolve])).out);
    expect(await url('http://public.test/', '--host', '*.test')).toMatchObject({ decision: 'allow' });
    expect(await url('http://public.test/', '--host', '*.test', '--method', 'PUT')).toMatchObject({ decision: 'ask' });
    expect(await url('http://none.test/', '--host', '*.test')).toMatchObject({ decision: 'deny' });
    expect(await url('http://public.test/')).toMatchObject({ decision: 'deny', reason: expect.any(String) });
    const lines = [
      { url: 'http://127.0.0.1:8080/', host: ['127.0.0.1:8080'] },
      { url: 'http://pub\tlic.test/', host: ['**'], resolve: { 'public.test': ['93.184.216.34'] } },
      { url: 'http://mix.test/', host: '**', resolve: { 'mix.test': ['93.184.216.34', '10.0.0.1'] } },
      { url: 7 },
    ];
    const { code, out } = await warrant(['explain', 'url', '-'], lines.map((line) => JSON.stringify(line)).join('\n'));
    expect(code).toBe(1);
    const answers = out.trim().split('\n');
    expect(answers.map((line) => JSON.parse(line).decision)).toEqual(['allow', 'deny', 'deny', undefined]);
  });
});

describe('grant', () => {
  it('gives a host that is not public at the addresses that are named, and says so', async () => {
    const host = ['--agent', 'worker', '--allow', '--host', 'wiki.intern:443', '--address', '10.1.0.0/16'];
    const { sentence, id } = await add(...host);
    expect(sentence).toBe(
      'worker may reach wiki.intern at addresses 10.1.0.0/16, which are not public, on port 443, without asking.',
    );
    expect((await warrant(['grant', 'revoke', id])).code).toBe(0);
    const refused = await warrant([...['grant', 'add', ...host].slice(0, -1), '169.254.0.0/16']);
    expect(refused).toMatchObject({ out: '', err: expect.stringMatching(/link-local.*no rule can allow/) });
  });

  it('prints the sentence first, then the id; lists it, takes it back and puts it back', async () => {
    const { sentence, id } = await add(...ADD);
    expect(sentence).toBe('worker may write files in work without asking.');
    const listed = async (): Promise<string> => (await warrant(['grants', '--agent', 'worker'])).out;
    expect(await listed()).toMatch(new RegExp(`^${id} .* You +0 +${sentence}$`, 'm'));
    expect(await warrant(['grant', 'revoke', id])).toEqual({ code: 0, out: `revoked: ${sentence}\n`, err: '' });
    expect(await listed()).not.toContain(id);
    expect(await warrant(['grant', 'restore', id])).toEqual({ code: 0, out: `restored: ${sentence}\n`, err: '' });
    const rows = JSON.parse((await warrant(['grants', '--output', 'json'])).out) as { id: string; hits: number }[];
    expect(rows).toContainEqual(expect.objectContaining({ id, sentence, type: 'allow', hits: 0 }));
    await warrant(['grant', 'revoke', id, '--output', 'json']);
  });

  it.each<[string[], string]>([
    [['--agent', 'every', '--deny', '--tool', 'write_file'], 'No agent may use write_file.'],
    [
      ['--agent', 'worker', '--ask', '--folder', 'work', '--path', 'sub/**', '--verbs', 'read,list'],
      'worker asks before it reads or lists `work/sub` and all files below it.',
    ],
    [
      [
        '--agent',
        'worker',
        '--deny',
        '--host',
        'API.example.com',
        '--port',
        '443',
        '--port',
        '80-90',
        '--method',
        'get',
      ],
      'worker may not reach api.example.com, on port 443 or 80 to 90, by GET.',
    ],
    [['--agent', 'worker', '--deny', '--config', 'region'], 'worker may not read the setting `region`.'],
    [
      ['--agent', 'worker', '--deny', '--secret', '*', '--use', 'reveal'],
      'worker may not see the value of any secret.',
    ],
  ])('reads %j', async (words, sentence) => {
    const given = await add(...words);
    expect(given.sentence).toBe(sentence);
    await warrant(['grant', 'revoke', given.id]);
  });

  it('ends a rule at a time from now, which the sentence says', async () => {
    const { sentence, id } = await add(...ADD, '--until', '9999d');
    expect(sentence).toMatch(/ without asking, until \d\d:\d\d on .* \d{4}\.$/);
    await warrant(['grant', 'revoke', id]);
  });

  it.each<[string[], RegExp]>([
    [[], /--allow, --ask, --deny/],
    [['--allow', '--deny', '--agent', 'worker', '--tool', 'write_file'], /--allow, --ask, --deny/],
    [['--allow', '--tool', 'write_file'], /--agent NAME/],
    [['--allow', '--agent', 'worker'], /exactly one of --tool/],
    [['--allow', '--agent', 'worker', '--tool', 'a', '--host', 'b'], /exactly one of --tool/],
    [['--allow', '--agent', 'worker', '--tool', 'a', '--path', 'b'], /--path belongs to --folder/],
    [['--allow', '--agent', 'worker', '--folder', 'work'], /needs --verbs/],
    [['--allow', '--agent', 'worker', '--folder', 'work', '--verbs', 'fly'], /read, list, write, delete/],
    [['--allow', '--agent', 'worker', '--tool', 'a', '--input', 'x'], /FIELD=VALUE/],
    [['--allow', '--agent', 'worker', '--tool', 'a', '--input', '__proto__=1'], /"__proto__" can’t be the name/],
    [['--allow', '--agent', 'worker', '--tool', 'a', '--input', 'x=1', '--input', 'x=2'], /names "x" twice/],
    [['--allow', '--agent', 'worker', '--tool', 'write_file', '--input', 'toString=1'], /no argument toString/],
    [['--allow', '--agent', 'worker', '--tool', 'a', '--prefix'], /--prefix belongs to --line/],
    [['--allow', '--agent', 'worker', '--tool', 'a', '--line', 'script'], /--line takes/],
    [['--allow', '--agent', 'worker', '--tool', 'a', '--line', 'script', 'a && b'], /not one simple command/],
    [['--allow', '--agent', 'worker', '--host', 'a', '--port', 'x'], /port such as 443/],
    [['--allow', '--agent', 'worker', '--tool', 'a', '--until', 'soon'], /30d, 12h, 90m/],
    [['--allow', '--agent', 'worker', '--tool', 'a', '--until', '2020-01-01'], /It is past/],
    [['--allow', '--agent', 'worker', '--tool', 'a\nb\u001b[1m'], /a\\nb<U\+001B>/],
  ])('refuses %j as a wrong command line, in one line', async (words, message) => {
    const { code, out, err } = await warrant(['grant', 'add', ...words]);
    expect({ code, out }).toEqual({ code: EXIT.usage, out: '' });
    expect(err).toMatch(message);
    expect(err.trimEnd()).not.toContain('\n');
  });

  it('says what the host refuses, in one line', async () => {
    const { code, out, err } = await warrant(['grant', 'revoke', 'none']);
    expect({ code, out }).toEqual({ code: EXIT.failed, out: '' });
    expect(err).toBe('There is no rule none in force. `warrant grants` lists them.\n');
    const builtin = await warrant(['grant', 'revoke', 'default:reads']);
    expect(builtin).toMatchObject({ code: EXIT.failed, err: expect.stringContaining('can’t be taken back') });
  });
});

describe('agent save and import', () => {
  it('say which rules of the person hold over the file', async () => {
    const { id } = await add('--agent', 'every', '--deny', '--folder', './work', '--verbs', 'write');
    fs.writeFileSync(path.join(loop.home, 'w.agent.json'), JSON.stringify(loop.agentFile));
    const words = 'Narrowed by your rules\n  No agent may write files in work.\n';
    expect(await warrant(['agent', 'import', 'w.agent.json'])).toMatchObject({
      code: EXIT.waiting,
      out: expect.stringContaining(words),
    });
    expect((await warrant(['agent', 'save', 'w.agent.json'])).out).toBe(`saved worker, revision 2\n${words}`);
    await warrant(['grant', 'revoke', id]);
    expect((await warrant(['agent', 'save', 'w.agent.json'])).out).toBe('saved worker, revision 3\n');
  });
});

describe('policy', () => {
  it('lists every rule with its figures', async () => {
    const { out } = await warrant(['policy', 'list', '--agent', 'worker']);
    expect(out).toMatch(/^decision +hits +from +id +rule$/m);
    expect(out).toMatch(/^ask +1 +Default +default:effects +Every other write or effect asks\.$/m);
  });

  it('tests a call, with the steps by number, or as `explain call` gives it', async () => {
    const words = ['--agent', 'worker', '--tool', 'write_file', '--input', '{"path":"b.txt","content":""}'];
    const { code, out } = await warrant(['policy', 'test', ...words]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Asked\. Every other write or effect asks\.\nRule: .*\(Default, default:effects\)\n1\. /);
    expect(out).toContain('2. Path resolved: /folders/work/b.txt (Workspace)\n');
    const json = await warrant(['policy', 'test', ...words, '--output', 'json']);
    expect(json.out).toBe((await warrant(['explain', 'call', ...words])).out);
    expect((await warrant(['policy', 'test', '--agent', 'worker'])).code).toBe(EXIT.usage);
    expect((await warrant(['policy', 'test', ...words.slice(0, 4), '--input', '{'])).code).toBe(EXIT.usage);
    expect(await warrant(['policy', 'test', '--agent', 'nobody', '--tool', 'x'])).toMatchObject({
      code: EXIT.failed,
      err: 'There is no agent nobody. There are: worker.\n',
    });
  });

  it('says what a rule would have done to past calls, and changes nothing', async () => {
    const { code, out } = await warrant(['policy', 'what-if', '--add', ...ADD]);
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toBe('worker may write files in work without asking.');
    expect(lines.slice(1, 6).map((line) => line.trim())).toEqual([
      '1  would be allowed',
      '0  would be asked about',
      '0  would be denied',
      '0  unchanged, in 1 run',
      '1 that you had denied would run without a question.',
    ]);
    expect(lines.at(-1)).toMatch(/ worker +write_file +asked, you denied it +allowed +c\.txt$/);
    expect((await warrant(['grants'])).out).not.toContain('without asking');
    const last = JSON.parse((await warrant(['policy', 'what-if', '--add', ...ADD, '--output', 'json'])).out);
    expect(last).toMatchObject({ done: true, counts: { nowAllowed: 1, deniedWouldRun: 1 } });
    const rows = JSON.parse((await warrant(['grants', '--output', 'json'])).out) as { id: string }[];
    const id = rows.find((row) => row.id.endsWith('-tool-write_file'))?.id ?? '';
    expect((await warrant(['policy', 'what-if', '--revoke', id])).out).toContain('1  would be denied');
    expect((await warrant(['policy', 'what-if'])).code).toBe(EXIT.usage);
  });

  it('prints and sets the middleware of every call', async () => {
    expect((await warrant(['policy', 'middleware'])).out).toBe('[]\n');
    const list = [{ name: 'rate-limit', version: '1', config: { calls: 5, seconds: 60 } }];
    const set = await warrant(['policy', 'middleware', '-', '--output', 'json'], JSON.stringify(list));
    expect(set).toEqual({ code: 0, out: `${JSON.stringify(list)}\n`, err: '' });
    expect((await warrant(['policy', 'list'])).out).toContain('At most 5 calls in each 60 seconds of a run.');
    expect(await warrant(['policy', 'middleware', '-'], '{')).toMatchObject({ code: EXIT.usage, out: '' });
    expect(await warrant(['policy', 'middleware', 'none.json'])).toMatchObject({ code: EXIT.failed, out: '' });
    await warrant(['policy', 'middleware', '-'], '[]');
  });
});
