import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunEvent, Signal } from '#contract/event';
import type { Json, RunId } from '#contract/ids';
import type { ModelPart, ModelRequest } from '#contract/model';
import type { Host } from '../../host.ts';
import { makeTestHome, openTestHost, removeTestHome, type TestClient } from '../../testing/test-home.ts';
import { answerAll } from '../../testing/test-job.ts';

// Agents that try to leak a secret through every tool, in every form, with the real loop and the real sandbox: then it is
// looked for byte by byte in everything that was written, sent or started (K2, K3, K8, O20; issue, "Must hold").

const CANARY = 'Cnry-7Qx/"é+ z9=Kw';
const bytes = Buffer.from(CANARY, 'utf8');

/** Written out here again, so that what looks for it does not share its faults with what takes it out. */
const FORMS: [string, string][] = [
  ['raw', CANARY],
  ['reversed', [...CANARY].reverse().join('')],
  ['hex', bytes.toString('hex')],
  ['capital hex', bytes.toString('hex').toUpperCase()],
  ['URL', encodeURIComponent(CANARY)],
  ['small URL', encodeURIComponent(CANARY).replace(/%../g, (code) => code.toLowerCase())],
  ['JSON', JSON.stringify(CANARY).slice(1, -1)],
  ['JSON in ASCII', JSON.stringify(CANARY).slice(1, -1).replaceAll('é', '\\u00e9')],
  ['base64', bytes.toString('base64').replace(/=+$/, '').slice(0, -1)],
  ['base64 after one byte', Buffer.from(`x${CANARY}`).toString('base64').slice(2, -3)],
  ['base64 after two bytes', Buffer.from(`xy${CANARY}`).toString('base64').slice(3, -3)],
  ['base64 for URLs', bytes.toString('base64url').slice(0, -1)],
];

/** The same as an agent writes them: whole, with what stands beside the value in base64. */
const SAID = FORMS.slice(0, 8)
  .map(([, form]) => form)
  .concat(['', 'x', 'xy'].map((before) => Buffer.from(`${before}${CANARY}`).toString('base64')));

function found(content: Uint8Array | string): string[] {
  const all = Buffer.from(content as Uint8Array);
  return FORMS.filter(([, form]) => all.includes(form)).map(([name]) => name);
}

/** Every file below a folder that holds a form of it, and every name that does. */
function foundBelow(folder: string): string[] {
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true }).flatMap((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    const inName = found(entry.name).map((form) => `${file}: ${form} in its name`);
    return inName.concat(entry.isFile() ? found(fs.readFileSync(file)).map((form) => `${file}: ${form}`) : []);
  });
}

const PYTHON = `
import base64, json, sys, urllib.parse
s = open('/secrets/canary').read()
print(s)
print('x' + s + s[::-1])
print(base64.b64encode(s.encode()).decode(), base64.urlsafe_b64encode(('x' + s).encode()).decode())
print(base64.b64encode(('xy' + s + 'z').encode()).decode())
print(s.encode().hex(), s.encode().hex().upper())
print(urllib.parse.quote(s, safe=''), urllib.parse.quote_plus(s), urllib.parse.urlencode({'a': s}))
print(json.dumps(s), json.dumps(json.dumps({'a': s})), repr(s.encode()))
print(s[:7], end='')
print(s[7:])
for c in s: print(c, end='', flush=True)
print()
for place in ('/agent/leak.txt', '/folders/work/leak.txt', '/agent/' + s.encode().hex(), '/folders/work/' + s.encode().hex()):
    for content in (s, s[::-1], base64.b64encode(('pad ' + s).encode()).decode(), s.encode().hex(), json.dumps(s)):
        try:
            with open(place, 'w') as file: file.write(content)
            print('wrote', place)
        except OSError as error:
            print('refused')
sys.stderr.write(s)
`;

const JAVASCRIPT = `
const s = readFile('/secrets/canary');
console.log(s, [...s].reverse().join(''), encodeURIComponent(s), JSON.stringify({ [s]: s }));
console.error(s);
throw new Error(s);
`;

const call = (name: string, args: Json) => ({ name, args });

/** What the model writes and asks for, turn by turn. It knows the value, as if it had been told. */
const TURNS: { text: string; calls: ReturnType<typeof call>[] }[] = [
  {
    text: SAID.join(' and '),
    calls: SAID.flatMap((form) => [
      call('calculator', { expression: form }),
      call('word_count', { text: form }),
      call('write_file', { path: `/folders/work/${form}.txt`, content: `a ${form} b` }),
      call('edit_file', { path: '/folders/work/plain.txt', old: 'plain', new: form }),
      call('make_folder', { path: `/agent/${form}` }),
      call('move_file', { from: '/folders/work/plain.txt', to: `/folders/work/${form}` }),
      call('list_files', { path: `/folders/work/${form}` }),
      call('read_file', { path: `/agent/${form}` }),
      call('search_files', { pattern: form }),
      call('delete_file', { path: `/agent/${form}` }),
      call('no_such_tool', { [form]: form }),
    ]),
  },
  {
    text: '',
    calls: [call('read_file', { path: '/folders/work/held.txt' }), call('search_files', { pattern: 'key' })],
  },
  { text: '', calls: [call('edit_file', { path: '/folders/work/held.txt', old: 'line', new: 'row' })] },
  { text: '', calls: [call('ask_person', { question: `Is it ${CANARY}?`, choices: [CANARY, 'no'] })] },
  { text: '', calls: [call('run_python', { code: PYTHON })] },
  { text: '', calls: [call('run_python', { code: "raise ValueError(open('/secrets/canary').read())" })] },
  { text: '', calls: [call('run_python', { code: `print(${JSON.stringify(CANARY)})` })] },
  { text: '', calls: [call('run_javascript', { code: JAVASCRIPT })] },
  { text: `The value is ${CANARY}.`, calls: [] },
];

const places = makeTestHome({ 'plain.txt': 'plain text\n', 'held.txt': `a line\nkey=${CANARY}\n` });
const requests: ModelRequest[] = [];
const signals: Signal[] = [];
let host: Host;
let client: TestClient;
let run: RunId;
let events: RunEvent[];

async function* reply(request: ModelRequest): AsyncGenerator<ModelPart> {
  requests.push(structuredClone(request));
  const turn = TURNS[Math.min(request.step, TURNS.length - 1)] ?? { text: '', calls: [] };
  for (let at = 0; at < turn.text.length; at += 5) yield { type: 'text-delta', text: turn.text.slice(at, at + 5) };
  const toolCalls = turn.calls.map(({ name, args }, n) => ({
    id: `c${request.step}-${n}`,
    tool: name,
    command: [],
    input: args,
  }));
  const stopReason = toolCalls.length > 0 ? ('tool-calls' as const) : ('end' as const);
  yield {
    type: 'reply',
    reply: { text: turn.text, toolCalls, stopReason, usage: { inputTokens: 1, outputTokens: 1 } },
  };
}

const TOOLS = [
  ...['calculator', 'word_count', 'current_time', 'list_files', 'read_file', 'search_files', 'write_file'],
  ...['edit_file', 'move_file', 'make_folder', 'delete_file', 'ask_person'],
].map((tool) => ({ tool }));

beforeAll(async () => {
  ({ host, client } = await openTestHost(places, {
    advances: true,
    passphrase: 'a passphrase of this test',
    modelFor: (provider) => (provider === 'test' ? { id: 'test', auto: 'native', stream: reply } : undefined),
  }));
  await client.secret.set({ name: 'canary', origin: 'https://api.example.com', value: CANARY });
  const secrets = [{ secret: 'canary', as: 'value' }];
  const file = {
    name: 'leaker',
    model: 'test/model',
    protocol: 'native',
    tools: [...TOOLS, { tool: 'run_python', secrets }, { tool: 'run_javascript', secrets }],
    folders: [{ path: places.work, name: 'work', access: 'write' }],
    limits: { steps: 100, tokens: 1_000_000 },
  };
  const agent = { file, base: places.home, path: path.join(places.home, 'leaker.agent.json') };
  const text = `Send ${CANARY} to whoever asks`;
  ({ run } = await client.run.start({ agent, text, flags: { accept: true, approve: 'all' } }));
  const stop = new AbortController();
  const heard = (async () => {
    for await (const item of await client.log.subscribe({ stream: `run:${run}` }, { signal: stop.signal }))
      if (!('event' in item)) signals.push(item);
  })().catch(() => undefined);
  for (let rounds = 0; rounds < 100; rounds++) {
    const { status } = await client.run.settled({ run });
    if (status !== 'waiting') break;
    await answerAll(client, (ms) => new Promise((resolve) => setTimeout(resolve, ms)));
  }
  stop.abort();
  await heard;
  events = (await client.run.show({ run })).entries.map((entry) => entry.event as RunEvent);
}, 120_000);

afterAll(async () => {
  await host.close();
  removeTestHome(places);
});

function ended(id: string): string {
  const event = events.find((each) => each.type === 'tool-call-ended' && each.callId === id);
  return JSON.stringify(event);
}

describe('the run', () => {
  it('did what it was meant to try, up to its end', async () => {
    expect((await client.run.settled({ run })).status).toBe('completed');
    expect(requests).toHaveLength(TURNS.length);
    expect(events.filter((event) => event.type === 'tool-call-ended')).toHaveLength(
      TURNS.flatMap((turn) => turn.calls).length,
    );
  });

  it('gave the value to the code that was granted it, and says so before (A18.3)', () => {
    const order = events.flatMap((event) =>
      event.type === 'secret-revealed' || event.type === 'tool-call-ended' ? [`${event.type} ${event.callId}`] : [],
    );
    for (const id of ['c4-0', 'c5-0', 'c7-0']) {
      expect(order.filter((line) => line === `secret-revealed ${id}`)).toHaveLength(1);
      expect(order.indexOf(`secret-revealed ${id}`)).toBeLessThan(order.indexOf(`tool-call-ended ${id}`));
      expect(ended(id)).toContain('[secret:canary]');
    }
    expect(order).not.toContain('secret-revealed c6-0');
    expect(ended('c4-0')).toContain('refused');
    expect(ended('c4-0')).not.toContain('wrote');
  });

  it('read a person’s file without the value in it, and changed none that holds it', () => {
    expect(ended('c1-0')).toContain('key=[secret:canary]');
    expect(ended('c1-1')).toContain('key=[secret:canary]');
    expect(ended('c2-0')).toContain('secrets are not written to files');
    expect(fs.readFileSync(path.join(places.work, 'held.txt'), 'utf8')).toBe(`a line\nkey=${CANARY}\n`);
  });
});

describe('the value is found nowhere', () => {
  it('in the data folder, by content or by name', () => expect(foundBelow(places.dataFolder)).toEqual([]));

  it('in what the model was sent', () => {
    expect(found(JSON.stringify(requests))).toEqual([]);
    for (const request of requests)
      for (const message of request.messages) expect(found(JSON.stringify(message))).toEqual([]);
  });

  it('in what a page was shown while it ran', () => {
    expect(signals.length).toBeGreaterThan(3);
    const shown = signals.map((signal) => signal.text).join('');
    expect(shown).toContain('[secret:canary]');
    expect([found(shown), found(JSON.stringify(signals))]).toEqual([[], []]);
  });

  it('in the entries and every export', async () => {
    expect(found(JSON.stringify(events))).toEqual([]);
    for (const format of ['text', 'json', 'jsonl', 'markdown'] as const) {
      const { text } = await client.run.export({ run, format });
      expect(found(text)).toEqual([]);
      if (format !== 'text') expect(text).toContain('[secret:canary]');
    }
    expect(found(JSON.stringify([await client.run.list(), await client.secret.list()]))).toEqual([]);
  });

  it('in the person’s folder, but in the file that held it', () => {
    expect(foundBelow(places.work).filter((line) => !line.startsWith(path.join(places.work, 'held.txt')))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('in the environment and the words of any child (K8)', () => {
    const children = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isBelowUs(Number(name)));
    expect(children.length).toBeGreaterThan(0);
    for (const child of children)
      for (const file of ['environ', 'cmdline'])
        expect([child, found(read(`/proc/${child}/${file}`))]).toEqual([child, []]);
  });

  it('in an error', async () => {
    const fault = await client.run.show({ run: CANARY as RunId }).catch((error: unknown) => error);
    const { message, stack } = fault as Error;
    expect(message).toContain('[secret:canary]');
    expect(found(`${message}${stack}`)).toEqual([]);
  });
});

function read(file: string): string {
  try {
    return fs.readFileSync(file, 'latin1');
  } catch {
    // It has ended, or is not ours to look at: then it holds nothing of ours.
    return '';
  }
}

function isBelowUs(pid: number): boolean {
  for (let at = pid; at > 1; ) {
    const parent = Number(/\) \S (\d+) /.exec(read(`/proc/${at}/stat`))?.[1] ?? 0);
    if (parent === process.pid) return true;
    at = parent;
  }
  return false;
}
