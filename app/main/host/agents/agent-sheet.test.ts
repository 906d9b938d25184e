import { describe, expect, it } from 'vitest';
import { type Agent, DEFAULT_LIMITS } from '#contract/agent';
import { DEFAULT_GRANTS } from '#contract/default-grants';
import type { AskMode, Binding, Grant } from '#contract/permission';
import type { FileVerb, Tool } from '#contract/tool';
import { BUILTIN_TOOLS } from '../tools/builtin-tools.ts';
import { agentSheet, limitsText } from './agent-sheet.ts';
import { agentSummary } from './agent-summary.ts';
import { rulesOnceAccepted } from './reach-verdicts.ts';

const tools = BUILTIN_TOOLS.map((builtin) => builtin.tool);

const bind = (tool: string, ask: AskMode = 'effects', rest: Partial<Binding> = {}): Binding => ({
  tool,
  ask,
  hosts: [],
  secrets: [],
  config: [],
  middleware: [],
  options: {},
  ...rest,
});

const folder = (
  name: string,
  access: 'read' | 'write',
  path = `/home/ada/samples/${name}`,
): Agent['folders'][number] => ({
  id: `f-${path}`,
  name,
  path,
  identity: '1:1',
  access,
  trust: 'own',
});

const agentWith = (bindings: Binding[], folders: Agent['folders'] = [], rest: Partial<Agent> = {}): Agent => ({
  id: 'a1',
  revision: 1,
  name: 'ledger-check',
  description: '',
  instructions: '',
  model: { provider: 'demo', model: 'demo' },
  protocol: 'auto',
  bindings,
  folders,
  guardrails: [],
  memory: false,
  unattended: 'park',
  limits: DEFAULT_LIMITS,
  accepted: true,
  ...rest,
});

/** The sheet as text, code in backquotes. */
function sheetOf(agent: Agent, known: Tool[] = tools, own: Grant[] = []): Record<string, string[]> {
  const rules = rulesOnceAccepted(agent, [...DEFAULT_GRANTS, ...own]);
  return Object.fromEntries(
    Object.entries(agentSheet(agent, known, true, rules)).map(([group, lines]) => [
      group,
      lines.map(({ text, code }) => (code === undefined ? text : `${text} \`${code}\``)),
    ]),
  );
}

describe('agentSheet', () => {
  it('says what the sample agent may do', () => {
    const bindings = ['run_python', 'list_files', 'read_file', 'search_files', 'write_file', 'ask_person'];
    const agent = agentWith(
      bindings.map((tool) => bind(tool)),
      [folder('ledger', 'write')],
      { guardrails: ['no-unsourced-figures'] },
    );
    expect(sheetOf(agent)).toEqual({
      without: [
        'read files in `samples/ledger`',
        'run Python in a sandbox with no network, up to 20 seconds a call',
        'ask you a question',
        'keep files of its own in `/agent`',
      ],
      asking: ['write files in `samples/ledger`', 'delete or move files in `samples/ledger`'],
      never: [
        'touch any other folder',
        'reach the network, or use a secret',
        'finish with a figure that has no source',
      ],
      most: ['15 steps, 10 minutes, 200,000 tokens, 1.00 USD; then it stops and asks'],
    });
  });

  it('says what its guardrails keep it from answering', () => {
    const guardrails = ['facts-provenanced', 'no-failed-evidence', 'length:4000', 'length:1-80', 'tool:mine'];
    const output = { schema: { type: 'object' }, repairs: 2 };
    expect(sheetOf(agentWith([], [], { guardrails, output })).never?.slice(2)).toEqual([
      'finish with a fact that names no source',
      'finish with what rests on a failed call, or claim what no call has done',
      'finish with more than 4,000 characters',
      'finish with more than 80 characters, or fewer than 1',
      'finish at all, because of its guardrail `tool:mine`',
      'finish with anything but JSON of the form that it was given',
    ]);
  });

  it('says where the form of its answer leaves its tools unused (A3.13)', () => {
    const unused = 'use a tool: its tools are not used, as an answer of that form is asked for at once';
    const output = { schema: { type: 'object' }, repairs: 2 };
    const never = (bindings: Binding[], more: Partial<Agent>) => sheetOf(agentWith(bindings, [], more)).never;
    expect(never([bind('calculator')], { output })).toContain(unused);
    expect(never([bind('calculator')], { output: { ...output, gather: false } })).toContain(unused);
    expect(never([bind('calculator')], { output: { ...output, gather: true } })).not.toContain(unused);
    expect(never([], { output })).not.toContain(unused);
    expect(never([bind('calculator')], {})).not.toContain(unused);
  });

  it('says what a folder for reading keeps out', () => {
    expect(sheetOf(agentWith([bind('read_file'), bind('write_file')], [folder('ledger', 'read')]))).toMatchObject({
      without: ['read files in `samples/ledger`', 'keep files of its own in `/agent`'],
      asking: [],
      never: ['write or delete a file, or touch any other folder', 'reach the network, or use a secret'],
    });
  });

  it('says what a folder that is marked as from outside brings with it', () => {
    const marked = { ...folder('mail', 'read'), trust: 'outside' as const };
    const line = 'do what you did not ask for, once it has read files marked as from outside, in `samples/mail`';
    expect(sheetOf(agentWith([bind('read_file')], [marked])).asking).toContain(line);
    expect(sheetOf(agentWith([bind('read_file')], [folder('mail', 'read')])).asking).not.toContain(line);
  });

  it('never deletes where no tool can', () => {
    const agent = agentWith([bind('read_file'), bind('write_file')], [folder('ledger', 'write')]);
    expect(sheetOf(agent).never?.[0]).toBe('delete a file, or touch any other folder');
  });

  it('has a line for an agent without folders and one without tools', () => {
    expect(sheetOf(agentWith([bind('calculator'), bind('word_count')]))).toMatchObject({
      without: ['use `calculator, word_count`'],
      never: ['read, write or delete a file of yours', 'reach the network, or use a secret'],
    });
    expect(sheetOf(agentWith([], [folder('ledger', 'write')]))).toMatchObject({
      without: [],
      asking: [],
      never: ['read, write or delete a file of yours', 'reach the network, or use a secret'],
    });
  });

  it('follows the ask of each tool, and names tools only where they differ', () => {
    const agent = agentWith(
      [
        bind('run_python', 'always', { timeoutMs: 60_000 }),
        bind('read_file'),
        bind('write_file', 'never'),
        bind('edit_file'),
      ],
      [folder('ledger', 'write')],
    );
    expect(sheetOf(agent)).toMatchObject({
      without: [
        'read files, with read_file, in `samples/ledger`',
        'write files, with write_file, in `samples/ledger`',
        'keep files of its own in `/agent`',
      ],
      asking: [
        'read files, with run_python, in `samples/ledger`',
        'run Python in a sandbox with no network, up to 60 seconds a call',
        'write files, with run_python and edit_file, in `samples/ledger`',
        'delete or move files in `samples/ledger`',
        'write files that other programs run or obey, such as `.git/hooks`',
      ],
    });
  });

  it('says what the person’s own rules allow, ask about and deny', () => {
    const agent = agentWith([bind('read_file'), bind('write_file'), bind('delete_file')], [folder('ledger', 'write')]);
    const [{ id } = { id: '' }] = agent.folders;
    const own = (type: Grant['type'], verbs: FileVerb[], path = '**'): Grant => ({
      id: `${type}-${path}`,
      agent: 'a1',
      type,
      standing: true,
      permission: { kind: 'file', folder: id, path, verbs },
      layer: 'agent',
      source: 'You',
      sentence: '',
      labels: 'none',
    });
    const sheet = (...rules: Grant[]) => sheetOf(agent, tools, rules);
    const written = sheet(own('allow', ['write']));
    expect(written.without).toContain('write files, by your rule, in `samples/ledger`');
    expect(written.asking).not.toContain('write files in `samples/ledger`');
    const denied = sheet(own('deny', ['write', 'delete']), own('allow', ['write']));
    expect(denied.never?.slice(0, 3)).toEqual([
      'write files, by your rule, in `samples/ledger`',
      'delete files, by your rule, in `samples/ledger`',
      'write or delete a file, or touch any other folder',
    ]);
    expect(denied.asking).toEqual([]);
    expect(sheet(own('ask', ['read'])).asking).toContain('read files, by your rule, in `samples/ledger`');
    expect(sheet(own('deny', ['read'], 'old.txt')).never).toContain('by your rule: read `samples/ledger/old.txt`');
  });

  it('says list where nothing can read', () => {
    expect(sheetOf(agentWith([bind('list_files')], [folder('ledger', 'read')])).without).toEqual([
      'list files in `samples/ledger`',
    ]);
  });

  it('tells folders apart that end alike', () => {
    const agent = agentWith([bind('read_file')], [folder('one', 'read', '/a/x/y'), folder('two', 'read', '/b/x/y')]);
    expect(sheetOf(agent).without).toEqual(['read files in `/a/x/y`', 'read files in `/b/x/y`']);
  });

  it('names hosts and secrets, and what is sent out as asked', () => {
    const remote = (name: string, change: 'read' | 'write' | 'irreversible'): Tool => ({
      ...(tools.find((tool) => tool.name === 'calculator') as Tool),
      name,
      commands: [
        {
          path: [],
          description: '',
          input: {},
          output: {},
          effect: { change, where: 'remote', repeat: 'no' },
          files: [],
          runsCode: false,
          outside: true,
        },
      ],
    });
    const known = [remote('get', 'read'), remote('put', 'write'), remote('pay', 'irreversible')];
    const agent = agentWith([
      bind('get', 'effects', {
        hosts: ['rates.example.org', '127.0.0.1:8080'],
        secrets: [{ secret: 'rates-key', as: 'value' }],
      }),
      bind('put', 'never', { hosts: ['wiki.example.org'] }),
      bind('pay', 'never', { hosts: ['bank.example.org'] }),
    ]);
    expect(sheetOf(agent, known)).toMatchObject({
      without: [
        'get pages from `rates.example.org`',
        'get pages from a place that is not public, `127.0.0.1:8080`',
        'change something at `wiki.example.org`',
        'use the secret `rates-key`',
      ],
      asking: [
        'do what you did not ask for, once it has read pages that it fetched',
        'change something at `bank.example.org`',
      ],
      never: ['read, write or delete a file of yours', 'reach another host, or use another secret'],
    });
    expect(agentSummary(agent, known)).toBe('4 hosts, no files');
  });

  it('says what a pattern of hosts means, and the letters behind one that looks like another', () => {
    const reads = (...hosts: string[]) =>
      (sheetOf(agentWith([bind('http_fetch', 'effects', { hosts })])).without ?? []).filter((line) =>
        line.startsWith('get'),
      );
    expect(reads('**', '**:8080', '**:*', '*', '*:8000-8010', '*.example.org', '*.internal', 'intranet')).toEqual([
      'get pages from any host',
      'get pages from any host, on port 8080',
      'get pages from any host, on any port',
      'get pages from hosts with one name, such as intranet, where it is public',
      'get pages from hosts with one name, such as intranet, where it is public, on ports 8000 to 8010',
      'get pages from `*.example.org`',
      'get pages from, where it is public, `*.internal`',
      'get pages from, where it is public, `intranet`',
    ]);
    expect(reads('exаmple.com', '*.bücher.example:8080', 'пример.рф', '[2606:4700::1]')).toEqual([
      'get pages from `exаmple.com (xn--exmple-4nf.com)`',
      'get pages from `*.bücher.example:8080 (*.xn--bcher-kva.example)`',
      'get pages from `пример.рф (xn--e1afmkfd.xn--p1ai)`',
      'get pages from `[2606:4700::1]`',
    ]);
    const any = agentWith([bind('http_fetch', 'effects', { hosts: ['**'] })]);
    expect(sheetOf(any).never).toContain('reach a place that is not public, or use a secret');
    expect(agentSummary(any, tools)).toBe('any host, no files');
  });

  it('says that what comes from the web is from outside, where a tool brings any', () => {
    const once = (...bindings: Binding[]) =>
      (sheetOf(agentWith(bindings)).asking ?? []).filter((line) => line.startsWith('do what you did not ask for'));
    const fetch = bind('http_fetch', 'effects', { hosts: ['example.org'] });
    const line = 'do what you did not ask for, once it has read';
    expect(once(fetch, bind('web_search'))).toEqual([`${line} pages that it fetched or search results`]);
    expect(once(fetch)).toEqual([`${line} pages that it fetched`]);
    expect(once(bind('web_search'))).toEqual([`${line} search results`]);
    expect(once(bind('http_fetch'), bind('calculator'))).toEqual([]);
  });

  it('says nothing of a tool that is not here', () => {
    expect(sheetOf(agentWith([bind('gone')])).without).toEqual([]);
  });
});

describe('limitsText', () => {
  it('counts in words', () => {
    expect(limitsText({ steps: 1, seconds: 1, tokens: 1, usd: 0 })).toBe('1 step, 1 second, 1 token, 0.00 USD');
    expect(limitsText({ steps: 2, seconds: 90, tokens: 1500, usd: 12.5 })).toBe(
      '2 steps, 90 seconds, 1,500 tokens, 12.50 USD',
    );
    expect(limitsText({ steps: 2, seconds: 7200, tokens: 2, usd: 1 })).toBe('2 steps, 2 hours, 2 tokens, 1.00 USD');
  });
});

describe('agentSummary', () => {
  it('says the same in one line', () => {
    const ledger = folder('ledger', 'write');
    const all = agentWith([bind('run_python'), bind('read_file'), bind('write_file')], [ledger]);
    expect(agentSummary(all, tools)).toBe('reads samples/ledger, runs Python; asks to write and delete');
    expect(agentSummary(agentWith([bind('read_file')], [ledger]), tools)).toBe('reads samples/ledger');
    expect(agentSummary(agentWith([bind('write_file', 'never')], [ledger]), tools)).toBe('writes in samples/ledger');
    expect(agentSummary(agentWith([bind('run_python', 'always')]), tools)).toBe('no files; asks to run code');
    expect(agentSummary(agentWith([bind('read_file', 'always')], [ledger]), tools)).toBe('asks to read');
    const three = [folder('a', 'read'), folder('b', 'read'), folder('c', 'read')];
    expect(agentSummary(agentWith([bind('read_file')], three), tools)).toBe('reads 3 folders');
  });
});
