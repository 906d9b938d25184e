import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { BUILTIN_TOOLS } from '../tools/builtin-tools.ts';
import { checkAgentFile, parseAgentFile } from './parse-agent-file.ts';

const tools = BUILTIN_TOOLS.map((builtin) => builtin.tool);
const problemsOf = (file: Json) => {
  const result = checkAgentFile(file, tools);
  return result.ok ? [] : result.problems;
};

describe('parseAgentFile', () => {
  it('fills in what the file leaves out', () => {
    expect(parseAgentFile('{"name": "tidy"}', tools)).toEqual({
      ok: true,
      file: {
        name: 'tidy',
        description: '',
        instructions: '',
        model: 'demo',
        protocol: 'auto',
        tools: [{ tool: 'run_python' }, { tool: 'search_memory' }],
        folders: [],
        guardrails: [],
        memory: false,
        unattended: 'park',
        limits: { steps: 15, tokens: 200_000, seconds: 600, usd: 1 },
      },
    });
  });

  it('says where the text is no JSON', () => {
    expect(parseAgentFile('{\n  "name": "tidy"\n  "model": "demo"\n}', tools)).toEqual({
      ok: false,
      problems: [{ path: '', message: 'line 3, column 3: this is not JSON: "," or "}" belongs here, not "\\""' }],
    });
  });

  it('names an unknown key and its place (interfaces, "Agent file")', () => {
    const text = '{\n  "name": "tidy",\n  "foldrs": [],\n  "folders": [{ "path": ".",\n    "acess": "write" }]\n}';
    expect(parseAgentFile(text, tools)).toEqual({
      ok: false,
      problems: [
        { path: '/folders/0/acess', message: 'line 5, column 5: unknown key "acess" in folders[0]' },
        { path: '/foldrs', message: 'line 3, column 3: unknown key "foldrs" in an agent file' },
      ],
    });
  });

  it('points at what is around a key that is missing', () => {
    expect(parseAgentFile('{\n "folders": [\n  { "access": "read" }]}', tools)).toEqual({
      ok: false,
      problems: [
        { path: '/name', message: 'line 1, column 1: name is missing' },
        { path: '/folders/0/path', message: 'line 3, column 3: folders[0].path is missing' },
      ],
    });
  });

  it('refuses a text that is too long to be an agent file', () => {
    expect(parseAgentFile(' '.repeat(2_000_001), tools)).toMatchObject({ ok: false });
  });
});

describe('checkAgentFile', () => {
  it('lists every problem at once, in plain words', () => {
    expect(
      problemsOf({
        name: 'Tidy Up',
        description: 5,
        protocol: 'auto-detect',
        memory: null,
        limits: { steps: 0, usd: -1 },
        tools: [{ tool: '' }],
        unattended: 'wait',
      }),
    ).toEqual([
      { path: '/name', message: 'name: a name is lower-case words joined by "-", such as ledger-check' },
      { path: '/description', message: 'description must be a text, not 5' },
      { path: '/protocol', message: 'protocol must be one of "auto", "native", "react"' },
      { path: '/tools/0/tool', message: 'tools[0].tool must be a text that is not empty' },
      { path: '/memory', message: 'memory must be true or false, not null' },
      { path: '/unattended', message: 'unattended must be one of "park", "skip", "stop"' },
      { path: '/limits/steps', message: 'limits.steps must be at least 1' },
      { path: '/limits/usd', message: 'limits.usd must be at least 0' },
    ]);
  });

  it('refuses what is no object, and keys of the language itself', () => {
    expect(problemsOf([])).toEqual([{ path: '', message: 'the agent file must be an object, not a list' }]);
    expect(problemsOf('demo')).toHaveLength(1);
    expect(problemsOf(JSON.parse('{"name":"tidy","__proto__":{"memory":true}}'))).toEqual([
      { path: '/__proto__', message: 'unknown key "__proto__" in an agent file' },
    ]);
  });

  it('names a tool that is not here, with those that are', () => {
    expect(problemsOf({ name: 'tidy', tools: [{ tool: 'Calculator' }] })).toEqual([
      {
        path: '/tools/0/tool',
        message: `there is no tool "Calculator"; there are ${tools.map((tool) => tool.name).join(', ')}`,
      },
    ]);
  });

  it('refuses a pinned version that is not here (A16.6), and a tool that is there twice', () => {
    const tools = [{ tool: 'calculator', version: '7' }, { tool: 'calculator' }];
    expect(problemsOf({ name: 'tidy', tools })).toEqual([
      { path: '/tools/0/version', message: 'version "7" of calculator is not here, "1" is' },
      { path: '/tools/1/tool', message: 'the tool calculator is there twice' },
    ]);
  });

  it('refuses a model it can’t read the form of', () => {
    for (const model of ['gpt', '/x', 'ollama/'])
      expect(problemsOf({ name: 'tidy', model })[0], model).toMatchObject({ path: '/model' });
    for (const model of ['demo', 'obedient', 'scripted:a b.jsonl', 'ollama/qwen3:8b', 'openrouter/a/b'])
      expect(problemsOf({ name: 'tidy', model }), model).toEqual([]);
  });

  it('refuses names that Windows takes for devices', () => {
    expect(problemsOf({ name: 'con' })[0]?.message).toContain('device on Windows');
  });

  it('makes folder names unique, leaving given names as they are', () => {
    const folders = [{ path: '/a/notes' }, { path: '/b/notes' }, { path: '/c', name: 'notes' }, { path: 'C:\\d\\e\\' }];
    const result = checkAgentFile({ name: 'tidy', folders }, tools);
    expect(result.ok && result.file.folders.map(({ name }) => name)).toEqual(['notes-2', 'notes-3', 'notes', 'e']);
  });

  it('names "." after the folder it means where that is known', () => {
    const file = { name: 'tidy', folders: [{ path: '.' }, { path: './sub' }] };
    const named = checkAgentFile(file, tools, '/home/ada/invoices');
    expect(named.ok && named.file.folders.map(({ name }) => name)).toEqual(['invoices', 'sub']);
    const unnamed = checkAgentFile(file, tools);
    expect(unnamed.ok && unnamed.file.folders.map(({ name }) => name)).toEqual(['folder', 'sub']);
  });

  it('refuses folder names that are there twice or that no path could hold, and "~"', () => {
    const folders = [
      { path: '/a', name: 'Notes' },
      { path: '/b', name: 'notes' },
      { path: '/c', name: 'nul' },
      { path: '~/d' },
    ];
    expect(problemsOf({ name: 'tidy', folders }).map(({ path }) => path)).toEqual([
      '/folders/1/name',
      '/folders/2/name',
      '/folders/3/path',
    ]);
  });

  it('refuses a tool’s folder that the file does not have, and a header without its origin', () => {
    const tools = [
      {
        tool: 'read_file',
        folders: ['notes', 'other'],
        secrets: [
          { secret: 'k', as: 'header', header: 'Authorization' },
          { secret: 'k', as: 'value' },
        ],
      },
    ];
    expect(problemsOf({ name: 'tidy', tools, folders: [{ path: '/a/notes' }] }).map(({ path }) => path)).toEqual([
      '/tools/0/folders/1',
      '/tools/0/secrets/0',
    ]);
  });

  it('refuses an output schema that can’t be used', () => {
    expect(problemsOf({ name: 'tidy', output: { schema: { $ref: 'https://a.example/s' } } })).toHaveLength(1);
    expect(problemsOf({ name: 'tidy', output: { schema: true } })).toHaveLength(1);
    expect(problemsOf({ name: 'tidy', output: { schema: { type: 'object' } } })).toEqual([]);
  });

  it.each(['', {}])('refuses the output schema %j, which says nothing (A4.5)', (schema) => {
    expect(problemsOf({ name: 'tidy', output: { schema } }).map(({ path }) => path)).toEqual(['/output/schema']);
  });

  it('refuses a guardrail that is not known, or not a length, by its key and place', () => {
    const text = '{"name": "tidy",\n "guardrails": ["facts-provenanced", "length:80",\n  "no-lies", "length:9-3"]}';
    const parsed = parseAgentFile(text, tools);
    if (parsed.ok) throw new Error('it was taken');
    expect(parsed.problems.map(({ path }) => path)).toEqual(['/guardrails/2', '/guardrails/3']);
    expect(parsed.problems[0]?.message).toMatch(/^line 3, column 3: guardrails\[2\]: there is no guardrail "no-lies"/);
    expect(problemsOf({ name: 'tidy', guardrails: ['tool:mine', 'length:1-80', 'no-failed-evidence'] })).toEqual([]);
  });

  it('takes ten repairs and no more, and says where (A4.1)', () => {
    const output = (repairs: number): Json => ({ schema: { type: 'object' }, repairs });
    expect(problemsOf({ name: 'tidy', output: output(10) })).toEqual([]);
    for (const repairs of [11, 1_000_000_000])
      expect(problemsOf({ name: 'tidy', output: output(repairs) })).toEqual([
        { path: '/output/repairs', message: 'output.repairs must be at most 10' },
      ]);
  });

  it('gathers with its tools before a structured answer only where it says so (A3.13)', () => {
    const gathers = (more: { [key: string]: Json }, output: { [key: string]: Json } = {}): boolean | undefined => {
      const file = { name: 'tidy', output: { schema: { type: 'object' }, ...output }, ...more };
      const parsed = checkAgentFile(file, tools);
      return parsed.ok ? parsed.file.output?.gather : undefined;
    };
    expect(gathers({})).toBeUndefined();
    expect(gathers({ tools: [{ tool: 'calculator' }] })).toBeUndefined();
    expect(gathers({ tools: [{ tool: 'calculator' }] }, { gather: false })).toBe(false);
    expect(gathers({}, { gather: true })).toBe(true);
  });

  it('refuses a middleware by its key and place (A17.2)', () => {
    const middleware = [
      { name: 'rate-limit', version: '1', config: { calls: 5, seconds: 60 } },
      { name: 'rate-limit', version: '1', config: { calls: 5, second: 60 } },
      { name: 'audit', version: '1', config: {} },
    ];
    const problems = problemsOf({ name: 'tidy', tools: [{ tool: 'calculator' }, { tool: 'read_file', middleware }] });
    expect(problems.map(({ path }) => path)).toEqual([
      '/tools/1/middleware/1/config/seconds',
      '/tools/1/middleware/1/config/second',
      '/tools/1/middleware/2/name',
    ]);
    expect(problems.at(-1)?.message).toMatch(/^the middleware of read_file: there is no middleware "audit"; there are/);
  });

  it('names each host that would never be reached (A6.3, A6.17)', () => {
    const hosts = [
      'api.example.com',
      '127.0.0.1:8080',
      '[',
      'localhost',
      '127.0.0.1',
      '169.254.169.254:80',
      'a*.example',
    ];
    const problems = problemsOf({ name: 'tidy', tools: [{ tool: 'calculator', hosts }] });
    expect(problems.map(({ path }) => path)).toEqual([2, 3, 4, 5, 6].map((at) => `/tools/0/hosts/${at}`));
    expect(problems[2]?.message).toContain('name its port, such as 127.0.0.1:8080');
  });
});
