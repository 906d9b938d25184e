import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Ended, ended, parseLines, says, Warrant } from './testing/warrant.ts';

// The command line as a program of its own: what stands in spec "Commands" and "Stream", with streams and exit codes.

vi.setConfig({ testTimeout: 120_000 });

const home = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'warrant-cli-'));
const folder = path.join(home, 'place');
const warrant = new Warrant(path.join(home, 'data'), folder);

beforeAll(async () => {
  fs.mkdirSync(path.join(folder, 'work'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'work/a.txt'), 'hello\n');
  await warrant.print('runs');
}, 120_000);
afterAll(() => fs.rmSync(home, { recursive: true, force: true }));

const call = (name: string, args: object) => ({ name, args });

/** A script for the test model; gives the words that choose it. */
function scripted(name: string, ...lines: unknown[]): string[] {
  fs.writeFileSync(path.join(folder, `${name}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return ['--model', `scripted:${name}.jsonl`];
}

function agentFile(name: string, more: object = {}): string {
  const file = {
    name,
    model: 'demo/demo',
    tools: ['calculator', 'read_file', 'write_file', 'ask_person'].map((tool) => ({ tool })),
    folders: [{ path: './work', name: 'work', access: 'write' }],
    ...more,
  };
  fs.writeFileSync(path.join(folder, `${name}.agent.json`), JSON.stringify(file));
  return `./${name}.agent.json`;
}

/** One line, no stack. */
const LINE = /^[^\n]+\n$/;

describe('run', () => {
  it('prints one line per call as Python would write it, and the answer last', async () => {
    expect(await warrant.run(['run', 'what is 3*4?'])).toEqual({
      code: 0,
      out: "tool_call: calculator called with args={'expression': '3*4'}\n3*4 = 12\n",
      err: '',
    });
  });

  it('streams JSON lines in the order things happen, a call before its decision and its result', async () => {
    const { code, out, err } = await warrant.run(['run', 'what is 3*4?', '--output', 'jsonl']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const lines = parseLines(out);
    const [run, toolCall] = lines;
    const text = lines.filter(({ type }) => type === 'text').map(({ delta }) => delta);
    expect(text.join('')).toBe('3*4 = 12');
    expect(lines.filter(({ type }) => type !== 'text')).toEqual([
      { type: 'run', run: expect.stringMatching(/^.{12,}$/), agent: 'desk-calculator', model: 'demo' },
      { type: 'tool_call', id: expect.any(String), name: 'calculator', args: { expression: '3*4' } },
      {
        type: 'decision',
        id: toolCall?.id,
        decision: 'allow',
        rule: expect.any(String),
        reason: expect.any(String),
      },
      {
        type: 'tool_result',
        id: toolCall?.id,
        name: 'calculator',
        result: '12',
        error: false,
        truncated: false,
        ms: expect.any(Number),
      },
      {
        type: 'end',
        run: run?.run,
        status: 'completed',
        output: '3*4 = 12',
        tool_calls: [{ name: 'calculator', summary: "called with args={'expression': '3*4'}" }],
        marks: [{ start: 6, end: 8, text: '12', item: 'number', kind: 'computed', call: toolCall?.id }],
        badges: [],
        usage: expect.any(Object),
      },
    ]);
    expect(lines.at(-1)?.type).toBe('end');
  });

  it('prints the last object alone, with facts, as json', async () => {
    const { code, out } = await warrant.run(['--output', 'json', 'run', 'what is 2+2?']);
    expect(code).toBe(0);
    expect(out).toMatch(LINE);
    expect(JSON.parse(out)).toMatchObject({ type: 'end', status: 'completed', output: '2+2 = 4', facts: [] });
  });

  it('reads the prompt from standard input for -', async () => {
    const { code, out } = await warrant.run(['run', '-'], 'what is\n5*5?\n');
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n').at(-1)).toBe('5*5 = 25');
  });

  it('exits 1 with the reason for a run that failed', async () => {
    const script = scripted('fails', { error: { status: 401, message: 'no such key' } });
    const { code, out, err } = await warrant.run(['run', 'x', ...script]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(LINE);
    expect(err).toContain('401');
  });

  it('exits 5 at a limit and says how to go on; resume --more goes on', async () => {
    const again = { tool_calls: [call('calculator', { expression: '1+1' })] };
    const script = scripted('steps', again, { text: 'two' });
    const { code, out, err } = await warrant.run(['run', 'x', '--max-steps', '1', '--output', 'json', ...script]);
    expect(code).toBe(5);
    const { run, status, usage } = JSON.parse(out) as { run: string; status: string; usage: unknown };
    expect(status).toBe('limit');
    expect(usage).toMatchObject({ steps: 1, usd: 0 });
    expect(err).toBe('');
    const resumed = await warrant.run(['resume', run, '--more', '2']);
    expect(resumed).toMatchObject({ code: 0, out: 'two\n' });
  });

  it('exits 5 at a limit of calls too, in words, and says how far it would go on', async () => {
    const agent = agentFile('few-calls', { limits: { calls: { calculator: 1 } } });
    const lines = [1, 2].map((n) => ({ tool_calls: [call('calculator', { expression: `${n}+1` })] }));
    const { code, err } = await warrant.run(['run', 'x', '--accept', '--agent', agent, ...scripted('few', ...lines)]);
    expect(code).toBe(5);
    expect(err).toMatch(
      /^at a limit: calculator was called 1 of 1 times\. `warrant resume \S+` goes on by 10 calls, /m,
    );
  });

  it('is stopped by the first SIGINT, which is recorded, and exits 130', async () => {
    const script = scripted('slow', { delay_ms: 60_000, text: 'late' });
    const child = warrant.start(['run', 'x', '--output', 'jsonl', ...script]);
    const end = ended(child);
    const run = /"run":"([^"]+)"/.exec(await says(child.stdout, '"type":"run"'))?.[1] ?? '';
    child.kill('SIGINT');
    const { code, out, err } = await end;
    expect({ code, err }).toEqual({ code: 130, err: 'stopping; once more to leave at once\n' });
    expect(parseLines(out).at(-1)).toMatchObject({ type: 'end', status: 'cancelled' });
    expect(JSON.parse(await warrant.print('show', run, '--format', 'json'))).toMatchObject({ status: 'cancelled' });
  });

  it('is stopped by cancel from another process', async () => {
    const script = scripted('slow', { delay_ms: 60_000, text: 'late' });
    const child = warrant.start(['run', 'x', '--output', 'jsonl', ...script]);
    const end = ended(child);
    const run = /"run":"([^"]+)"/.exec(await says(child.stdout, '"type":"run"'))?.[1] ?? '';
    expect(await warrant.print('cancel', run)).toBe(`stopped ${run}\n`);
    expect((await end).code).toBe(130);
  });
});

describe('an agent file', () => {
  it('waits to be accepted with exit 4, and says what it asks for', async () => {
    const { code, out, err } = await warrant.run(['run', '--agent', agentFile('asks'), 'write hi to b.txt']);
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(err).toMatch(LINE);
    expect(err).toContain(`read and write files in ${path.join(folder, 'work')}`);
    expect(err).toContain('--accept');
    expect(fs.existsSync(path.join(folder, 'work/b.txt'))).toBe(false);
  });

  it('runs with --accept, which prints what it accepts', async () => {
    const { code, err } = await warrant.run(['run', '--agent', agentFile('asks'), '--accept', 'read a.txt']);
    expect(code).toBe(0);
    expect(err).toContain(`read and write files in ${path.join(folder, 'work')}`);
  });

  it.each([
    ['unknown tool', { tools: [{ tool: 'frobnicate' }] }, 'frobnicate'],
    ['unknown key', { colour: 'red' }, 'colour'],
    ['missing folder', { folders: [{ path: './nowhere' }] }, 'nowhere'],
  ])('with an %s is one clear line', async (_what, more, named) => {
    const { code, out, err } = await warrant.run(['run', '--agent', agentFile('broken', more), '--accept', 'x']);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/^.*\n?[^\n]+\n$/);
    expect(err.trimEnd().split('\n').at(-1)).toContain(named);
    expect(err).not.toMatch(/\n\s+at /);
  });
});

describe('an approval', () => {
  /** A run that waits for a write; gives the run and the approval. */
  async function waiting(name: string, ...more: string[]): Promise<{ run: string; approval: string }> {
    const script = scripted(
      name,
      { tool_calls: [call('write_file', { path: `${name}.txt`, content: `${name}\n` })] },
      { text: 'written' },
    );
    const agent = agentFile('writer');
    const words = ['run', 'x', '--agent', agent, '--accept', '--approve', 'never', '--output', 'jsonl', ...script];
    const { code, out } = await warrant.run([...words, ...more]);
    expect(code).toBe(4);
    const lines = parseLines(out);
    expect(lines.map(({ type }) => type)).toEqual(['run', 'tool_call', 'decision', 'approval', 'end']);
    expect(lines.at(-1)).toMatchObject({ status: 'waiting', output: '' });
    return { run: String(lines[0]?.run), approval: String(lines[3]?.approval) };
  }
  const written = (name: string): boolean => fs.existsSync(path.join(folder, 'work', `${name}.txt`));

  it('is listed, answered once from another process, and the run goes on in a third', async () => {
    const { run, approval } = await waiting('one');
    const list = JSON.parse(await warrant.print('approvals', '--output', 'json')) as { run: string }[];
    expect(list.find((item) => item.run === run)).toMatchObject({ type: 'approval', approval: { id: approval } });
    expect(await warrant.print('approvals')).toContain(approval);
    expect(written('one')).toBe(false);
    expect(await warrant.print('approve', approval, '--once')).toBe(`allowed; run ${run}\n`);
    expect(written('one')).toBe(false);
    expect(await warrant.run(['resume', run])).toEqual({ code: 0, out: 'written\n', err: '' });
    expect(fs.readFileSync(path.join(folder, 'work/one.txt'), 'utf8')).toBe('one\n');
    expect(parseLines(await warrant.print('show', run, '--format', 'jsonl')).map(({ type }) => type)).toEqual([
      'run',
      'tool_call',
      'decision',
      'approval',
      'decision',
      'tool_result',
      'text',
      'end',
    ]);
  });

  it('answered from two processes at once counts once', async () => {
    const { run, approval } = await waiting('both');
    const answers = await Promise.all([
      warrant.run(['approve', approval, '--once']),
      warrant.run(['approve', approval, '--once']),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(answers.find(({ code }) => code === 1)?.err).toMatch(LINE);
    expect((await warrant.run(['resume', run])).code).toBe(0);
    const types = parseLines(await warrant.print('show', run, '--format', 'jsonl')).map(({ type }) => type);
    expect(types.filter((type) => type === 'tool_result')).toHaveLength(1);
  });

  it('denied lets the agent go on with a denial; the answer still exits 0', async () => {
    const { run, approval } = await waiting('denied');
    expect(await warrant.print('approve', approval, '--deny', '--note', 'not today')).toBe(`denied; run ${run}\n`);
    const { code, out, err } = await warrant.run(['resume', run]);
    expect({ code, out }).toEqual({ code: 0, out: 'written\n' });
    expect(err).toContain('denied');
    expect(written('denied')).toBe(false);
  });

  it('edited runs what the person wrote', async () => {
    const { run, approval } = await waiting('edited');
    const edit = JSON.stringify({ path: 'edited.txt', content: 'of a person\n' });
    await warrant.print('approve', approval, '--edit', edit);
    expect((await warrant.run(['resume', run])).code).toBe(0);
    expect(fs.readFileSync(path.join(folder, 'work/edited.txt'), 'utf8')).toBe('of a person\n');
  });

  it('for a reach prints the grant before it is given', async () => {
    const { approval } = await waiting('reach');
    const host = await warrant.run(['approve', approval, '--for', 'host']);
    expect(host).toMatchObject({ code: 1, err: expect.stringMatching(LINE) });
    const { code, err } = await warrant.run(['approve', approval, '--for', 'file']);
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^grant: writer may write .+reach\.txt.+\n$/),
    });
  });

  it('needs exactly one answer, and an id that waits', async () => {
    expect((await warrant.run(['approve', 'x'])).code).toBe(2);
    expect((await warrant.run(['approve', 'x', '--once', '--deny'])).code).toBe(2);
    const { code, err } = await warrant.run(['approve', 'nothing-waits', '--once']);
    expect(code).toBe(1);
    expect(err).toMatch(LINE);
  });

  it('is not needed with --approve all, which warns', async () => {
    const script = scripted(
      'all',
      { tool_calls: [call('write_file', { path: 'all.txt', content: 'all\n' })] },
      { text: 'ok' },
    );
    const words = ['run', 'x', '--agent', agentFile('writer'), '--accept', '--approve', 'all', ...script];
    const { code, err } = await warrant.run(words);
    expect(code).toBe(0);
    expect(err).toContain('warning: ');
    expect(written('all')).toBe(true);
  });
});

it('a question of the agent is answered from another process', async () => {
  const script = scripted(
    'question',
    { tool_calls: [call('ask_person', { question: 'Which one?', choices: ['red', 'blue'] })] },
    { expect: 'blue', text: 'blue it is' },
  );
  const words = ['run', 'x', '--agent', agentFile('asker'), '--accept', '--output', 'jsonl', ...script];
  const { code, out } = await warrant.run(words);
  expect(code).toBe(4);
  const lines = parseLines(out);
  const question = lines.find(({ type }) => type === 'question');
  expect(question).toEqual({ type: 'question', question: expect.any(String), text: 'Which one?' });
  await warrant.print('answer', String(question?.question), 'blue');
  expect(await warrant.run(['resume', String(lines[0]?.run)])).toMatchObject({ code: 0, out: 'blue it is\n' });
});

describe('runs', () => {
  it('are listed, shown in every form, renamed, sent a message and removed', async () => {
    const { out } = await warrant.run(['run', 'what is 6*7?', '--output', 'json']);
    const { run } = JSON.parse(out) as { run: string };
    expect(await warrant.print('runs')).toMatch(new RegExp(`^run +status .*\\n(.*\\n)*${run} +completed`));
    await warrant.print('run-rename', run, 'The answer');
    const list = JSON.parse(await warrant.print('runs', '--output', 'json')) as { id: string; title: string }[];
    expect(list.find(({ id }) => id === run)?.title).toBe('The answer');
    expect(await warrant.print('show', run)).toContain('6*7 = 42');
    expect(await warrant.print('show', run, '--format', 'markdown')).toContain('The answer');
    expect(JSON.parse(await warrant.print('show', run, '--format', 'json'))).toMatchObject({ output: '6*7 = 42' });
    expect(await warrant.print('send', run, 'and 2*2?')).toMatch(/2\*2 = 4\n$/);
    expect(await warrant.print('run-remove', run)).toBe(`removed ${run}\n`);
    expect((await warrant.run(['show', run])).code).toBe(1);
    expect(await warrant.print('log', 'verify')).toMatch(/^the chain holds: \d+ entries in \d+ streams\n$/);
  });
});

describe('agent', () => {
  it('save accepts a file; list, show and remove work on it by name', async () => {
    expect(await warrant.print('agent', 'save', agentFile('kept'))).toBe('saved kept, revision 1\n');
    expect(await warrant.print('agent', 'list')).toContain('kept');
    expect(JSON.parse(await warrant.print('agent', 'list', '--output', 'json'))).toContainEqual(
      expect.objectContaining({ name: 'kept', accepted: true }),
    );
    expect(await warrant.print('agent', 'show', 'kept')).toContain('"name": "kept"');
    expect((await warrant.run(['run', '--agent', 'kept', 'what is 1+1?'])).code).toBe(0);
    expect(await warrant.print('agent', 'remove', 'kept')).toBe('removed kept\n');
    expect((await warrant.run(['agent', 'show', 'kept'])).code).toBe(1);
  });
});

describe('tool', () => {
  it('list and show describe every tool with its flags', async () => {
    const tools = JSON.parse(await warrant.print('tool', 'list', '--output', 'json')) as { name: string }[];
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['calculator', 'run_python', 'write_file']));
    expect(await warrant.print('tool', 'show', 'write_file')).toContain('--create-folders');
  });

  it('invoke takes flags made from the definition, or JSON', async () => {
    expect(await warrant.print('tool', 'invoke', 'calculator', '--expression', '2+2')).toBe('4\n');
    expect(await warrant.print('tool', 'invoke', 'calculator', '--input', '{"expression":"2*3"}')).toBe('6\n');
    const lines = parseLines(
      await warrant.print('tool', 'invoke', 'calculator', '--expression', '2+2', '--output', 'jsonl'),
    );
    expect(lines.map(({ type }) => type)).toEqual(['run', 'tool_call', 'decision', 'tool_result', 'end']);
  });

  it('invoke as the person reaches the folders of its flags and no other', async () => {
    const read = (...more: string[]) =>
      warrant.run(['tool', 'invoke', 'read_file', '--path', '/folders/work/a.txt', ...more]);
    expect(await read('--folder', 'work')).toEqual({ code: 0, out: 'hello\n', err: '' });
    const { code, out, err } = await read();
    expect({ code, out }).toEqual({ code: 6, out: '' });
    expect(err).not.toContain('    at ');
  });

  it('invoke --agent calls under the authority of the agent', async () => {
    await warrant.print('agent', 'save', agentFile('limited', { tools: [{ tool: 'calculator' }] }));
    const invoke = (...words: string[]) => warrant.run(['tool', 'invoke', ...words, '--agent', 'limited']);
    expect(await invoke('calculator', '--expression', '1+2')).toMatchObject({ code: 0, out: '3\n' });
    expect((await invoke('write_file', '--path', 'x.txt', '--content', 'x')).code).toBe(6);
    expect(fs.existsSync(path.join(folder, 'work/x.txt'))).toBe(false);
  });

  it.each([
    [['tool', 'invoke', 'nope'], 1, 'nope'],
    [['tool', 'show', 'nope'], 1, 'nope'],
    [['tool', 'invoke', 'calculator'], 1, 'expression'],
    [['tool', 'invoke', 'calculator', '--bogus', '1'], 2, '--bogus'],
    [['tool', 'invoke', 'calculator', '--input', '{'], 2, '--input'],
    [['tool', 'invoke', 'list_files', '--recursive', 'maybe'], 2, 'maybe'],
  ])('%j exits %i with one line that names %s', async (words, expected, named) => {
    const { code, out, err } = await warrant.run(words);
    expect({ code, out }).toEqual({ code: expected, out: '' });
    expect(err).toMatch(LINE);
    expect(err).toContain(named);
  });
});

describe('explain', () => {
  it('path says allow, ask or deny, with the reason', async () => {
    const path = (...words: string[]) => warrant.print('explain', 'path', ...words);
    expect(JSON.parse(await path('a.txt', '--folder', 'work'))).toMatchObject({ decision: 'allow' });
    expect(JSON.parse(await path('a.txt', '--folder', 'work:rw', '--write'))).toMatchObject({ decision: 'ask' });
    expect(JSON.parse(await path('../x', '--folder', 'work'))).toMatchObject({
      decision: 'deny',
      reason: expect.any(String),
    });
  });

  it('path - answers line by line, in order', async () => {
    const lines = [
      { path: 'a.txt', folder: 'work' },
      { path: '../../etc/passwd', folder: 'work' },
      { path: 'b.txt', folder: 'work:rw', write: true },
    ];
    const input = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const { code, out } = await warrant.run(['explain', 'path', '-'], input);
    expect(code).toBe(0);
    expect(parseLines(out).map(({ decision }) => decision)).toEqual(['allow', 'deny', 'ask']);
  });

  it('call - answers line by line, and a line that is none of them says so in its place', async () => {
    await warrant.print('agent', 'save', agentFile('explained'));
    const good = { agent: 'explained', tool: 'write_file', input: { path: 'x', content: '' } };
    const lines = [good, { agent: 'explained' }, { ...good, tool: 'run_python', input: { code: '1' } }];
    const input = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    const { code, out } = await warrant.run(['explain', 'call', '-'], input);
    expect(code).toBe(1);
    const answers = parseLines(out);
    expect(answers.map(({ decision }) => decision)).toEqual(['ask', undefined, 'deny']);
    expect(answers[1]).toHaveProperty('error');
    expect(answers[2]?.reason).toContain('not bound');
  });
});

describe('serve', () => {
  const served: ReturnType<Warrant['start']>[] = [];
  afterEach(() => {
    for (const child of served.splice(0)) child.kill('SIGKILL');
  });
  /** Starts it and waits until it listens; also gives how it will have ended. */
  async function serve(): Promise<{ child: ReturnType<Warrant['start']>; end: Promise<Ended>; line: string }> {
    const child = warrant.start(['serve', '--no-open', '--port', '0']);
    served.push(child);
    const end = ended(child);
    return { child, end, line: await says(child.stdout, '\n') };
  }

  it('is the one host: commands attach to it, a second one gives its link, and an answer moves its run on', async () => {
    const { child, end, line } = await serve();
    expect(line).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+\/#token=.+\n/);
    const lock = path.join(warrant.dataFolder, 'host.lock');
    expect(fs.statSync(lock).mode & 0o777).toBe(0o600);
    const { origin } = JSON.parse(fs.readFileSync(lock, 'utf8')) as { origin: string };
    const second = await warrant.run(['serve', '--no-open']);
    expect(second).toMatchObject({ code: 0, out: expect.stringContaining(`listening on ${origin}/#token=`) });
    expect(second.err).toMatch(LINE);
    expect(JSON.parse(fs.readFileSync(lock, 'utf8'))).toMatchObject({ origin, pid: child.pid });

    const script = scripted(
      'served',
      { tool_calls: [call('write_file', { path: 'served.txt', content: 'served\n' })] },
      { text: 'written' },
    );
    const words = ['run', 'x', '--agent', agentFile('served'), '--accept', '--output', 'jsonl', ...script];
    const { code, out } = await warrant.run(words);
    expect(code).toBe(4);
    const lines = parseLines(out);
    await warrant.print('approve', String(lines.find(({ type }) => type === 'approval')?.approval), '--once');
    const shown = await warrant.run(['resume', String(lines[0]?.run)]);
    expect(shown.code === 0 || shown.err.includes('is done')).toBe(true);
    expect(fs.readFileSync(path.join(folder, 'work/served.txt'), 'utf8')).toBe('served\n');

    child.kill('SIGINT');
    expect((await end).code).toBe(130);
    expect(fs.existsSync(lock)).toBe(false);
  });

  it('killed with an approval open has it open again when it is started anew, and the write is made once', async () => {
    const first = await serve();
    const script = scripted(
      'reopened',
      { tool_calls: [call('write_file', { path: 'reopened.txt', content: 'once\n' })] },
      { text: 'written' },
    );
    const words = ['run', 'x', '--agent', agentFile('served'), '--accept', '--output', 'jsonl', ...script];
    const lines = parseLines((await warrant.run(words)).out);
    const [run, approval] = [lines[0]?.run, lines.find(({ type }) => type === 'approval')?.approval].map(String);
    first.child.kill('SIGKILL');
    await first.end;
    const again = await serve();
    expect(await warrant.print('approvals')).toContain(approval);
    await warrant.print('approve', approval ?? '', '--once');
    await expect.poll(() => fs.existsSync(path.join(folder, 'work/reopened.txt')), { timeout: 20_000 }).toBe(true);
    again.child.kill('SIGTERM');
    expect((await again.end).code).toBe(0);
    const types = parseLines(await warrant.print('show', run ?? '', '--format', 'jsonl')).map(({ type }) => type);
    expect(types.filter((type) => type === 'tool_result')).toHaveLength(1);
  });
});

it('doctor says what works here, as a table and as JSON', async () => {
  const rows = JSON.parse((await warrant.run(['doctor', '--output', 'json'])).out) as { name: string; state: string }[];
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['Sandbox', 'Log', 'Key storage', 'Models']));
});

describe('usage', () => {
  it.each([
    [[], 'run'],
    [['frobnicate'], 'frobnicate'],
    [['run'], 'prompt'],
    [['run', 'x', '--approve', 'sometimes'], '--approve'],
    [['run', 'x', '--max-steps', '0'], '--max-steps'],
    [['run', 'x', '--folder', ':rw'], '--folder'],
    [['show'], 'run'],
    [['runs', '--output', 'xml'], '--output'],
    [['explain', 'call'], '--agent'],
    [['explain', 'path', 'x'], '--folder'],
    [['serve', '--port', 'x'], '--port'],
  ])('%j exits 2 and names %s', async (words, named) => {
    const { code, out, err } = await warrant.run(words);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(named);
    if (words.length > 0) expect(err).toMatch(LINE);
  });

  it('a data folder that can’t be one is said in one line', async () => {
    const file = path.join(home, 'a-file');
    fs.writeFileSync(file, 'x');
    for (const place of [file, path.join(file, 'below'), ...(process.platform === 'linux' ? ['/proc/warrant'] : [])]) {
      const { code, out, err } = await new Warrant(place, folder).run(['runs']);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^The data folder [^\n]+ can’t be made: [^\n]+\n$/);
    }
    expect(fs.readFileSync(file, 'utf8')).toBe('x');
  });

  it('a reader that leaves before the end hurts nothing', async () => {
    const child = warrant.start(['tool', 'list', '--output', 'json']);
    child.stdout.destroy();
    expect(await ended(child)).toMatchObject({ code: 0, err: '' });
  });

  it('--debug shows where an error came from, and nothing else does', async () => {
    expect((await warrant.run(['show', 'nope'])).err).toMatch(LINE);
    expect((await warrant.run(['show', 'nope', '--debug'])).err).toContain('    at ');
  });
});
