import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Agent } from '#contract/agent';
import { AgentFile } from '#contract/agent-file';
import type { Json } from '#contract/ids';
import { BUILTIN_TOOLS } from '../tools/builtin-tools.ts';
import { agentToFile, formatAgentFile } from './agent-to-file.ts';
import { type AgentParts, folderId, makeAgent } from './make-agent.ts';
import { checkAgentFile, parseAgentFile } from './parse-agent-file.ts';

const tools = BUILTIN_TOOLS.map((builtin) => builtin.tool);

const parts: AgentParts = {
  id: 'a1',
  revision: 3,
  accepted: true,
  base: '/home/ada/agents',
  checkFolder: (folder) =>
    folder.includes('gone')
      ? { ok: false, message: `The folder ${folder} does not exist.` }
      : { ok: true, path: folder, identity: `1:${folder.length}` },
};

async function made(file: Json, more: Partial<AgentParts> = {}): Promise<Agent> {
  const parsed = checkAgentFile(file, tools);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const result = await makeAgent(parsed.file, { ...parts, ...more });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.agent;
}

describe('makeAgent', () => {
  it('makes bindings and folders with identity, relative paths from the file’s folder', async () => {
    const agent = await made({
      name: 'ledger-check',
      model: 'ollama/qwen3:8b',
      tools: [
        { tool: 'read_file', folders: ['ledger'] },
        { tool: 'write_file', ask: 'always', timeout: 2.5, folders: ['out'] },
        {
          tool: 'run_python',
          hosts: ['a.example'],
          secrets: [
            { secret: 'k', as: 'header', header: 'Authorization', origin: 'https://a.example' },
            { secret: 'v', as: 'value' },
          ],
        },
      ],
      folders: [{ path: '../ledger' }, { path: '/data/out', access: 'write', trust: 'outside' }],
    });
    const ledger = path.resolve('/home/ada/ledger');
    const out = path.resolve('/data/out');
    const ledgerId = folderId(ledger, `1:${ledger.length}`);
    const outId = folderId(out, `1:${out.length}`);
    expect(Agent.parse(agent)).toEqual(agent);
    expect(agent.folders).toEqual([
      { id: ledgerId, name: 'ledger', path: ledger, identity: `1:${ledger.length}`, access: 'read', trust: 'own' },
      { id: outId, name: 'out', path: out, identity: `1:${out.length}`, access: 'write', trust: 'outside' },
    ]);
    const empty = { hosts: [], secrets: [], config: [], middleware: [], options: {} };
    expect(agent.bindings).toEqual([
      { tool: 'read_file', ask: 'effects', folders: [{ folder: ledgerId, verbs: ['read', 'list'] }], ...empty },
      {
        tool: 'write_file',
        ask: 'always',
        folders: [{ folder: outId, verbs: ['read', 'list', 'write', 'delete'] }],
        ...empty,
        timeoutMs: 2500,
      },
      {
        tool: 'run_python',
        ask: 'effects',
        ...empty,
        hosts: ['a.example'],
        secrets: [
          { secret: 'k', as: 'header', header: 'Authorization', origin: 'https://a.example' },
          { secret: 'v', as: 'value' },
        ],
      },
    ]);
    expect(agent).toMatchObject({
      id: 'a1',
      revision: 3,
      accepted: true,
      model: { provider: 'ollama', model: 'qwen3:8b' },
    });
  });

  it('tells the problem of every folder', async () => {
    const parsed = checkAgentFile(
      { name: 'x', folders: [{ path: 'gone' }, { path: '/ok' }, { path: '/gone2' }] },
      tools,
    );
    if (!parsed.ok) throw new Error('not parsed');
    expect(await makeAgent(parsed.file, parts)).toEqual({
      ok: false,
      problems: [
        { path: '/folders/0/path', message: `The folder ${path.resolve('/home/ada/agents/gone')} does not exist.` },
        { path: '/folders/2/path', message: `The folder ${path.resolve('/gone2')} does not exist.` },
      ],
    });
  });

  it('refuses one folder under two paths', async () => {
    const parsed = checkAgentFile({ name: 'x', folders: [{ path: '/a' }, { path: '/link' }] }, tools);
    if (!parsed.ok) throw new Error('not parsed');
    const checkFolder: AgentParts['checkFolder'] = () => ({ ok: true, path: '/a', identity: '1:2' });
    expect(await makeAgent(parsed.file, { ...parts, checkFolder })).toEqual({
      ok: false,
      problems: [{ path: '/folders/1/path', message: 'The folder /link is there twice. Leave one of them out.' }],
    });
  });

  it('gives a folder that took another one’s place another id (P14)', () => {
    expect(folderId('/a', '1:2')).toBe(folderId('/a', '1:2'));
    expect(folderId('/a', '1:2')).not.toBe(folderId('/a', '1:3'));
    expect(folderId('/a', '1:2')).not.toBe(folderId('/b', '1:2'));
  });
});

describe('formatAgentFile', () => {
  it('writes keys in a stable order and leaves defaults out', async () => {
    const agent = await made({
      limits: { usd: 0.5, steps: 15 },
      folders: [{ access: 'write', path: '/data/out' }],
      tools: [
        { ask: 'always', tool: 'write_file' },
        { ask: 'effects', tool: 'read_file' },
      ],
      model: 'demo',
      name: 'tidy',
    });
    expect(formatAgentFile(agentToFile(agent))).toBe(`{
  "name": "tidy",
  "tools": [
    {
      "tool": "write_file",
      "ask": "always"
    },
    {
      "tool": "read_file"
    }
  ],
  "folders": [
    {
      "path": ${JSON.stringify(path.resolve('/data/out'))},
      "name": "out",
      "access": "write"
    }
  ],
  "limits": {
    "usd": 0.5
  }
}
`);
  });

  it('writes a file that makes the same agent again', async () => {
    const name = fc.constantFrom('tidy', 'ledger-check', 'a1-b2');
    const toolUse = (tool: string) =>
      fc.record(
        {
          tool: fc.constant(tool),
          ask: fc.constantFrom('always', 'effects', 'never'),
          hosts: fc.array(fc.domain(), { maxLength: 2 }),
          folders: fc.subarray(['one', 'two']),
          secrets: fc.array(
            fc.constantFrom<Json>(
              { secret: 'k', as: 'value' },
              { secret: 'k', as: 'header', header: 'H', origin: 'https://a.example' },
            ),
            { maxLength: 2 },
          ),
          config: fc.array(fc.string(), { maxLength: 2 }),
          timeout: fc.integer({ min: 1, max: 3600 }),
          // A tool without options takes none.
          options: tool === 'http_fetch' ? fc.record({ timeout: fc.integer({ min: 1, max: 30 }) }) : fc.constant({}),
        },
        { requiredKeys: ['tool'] },
      );
    const file = fc.record(
      {
        name,
        description: fc.string({ maxLength: 20 }),
        instructions: fc.string({ maxLength: 20 }),
        model: fc.constantFrom('demo', 'obedient', 'scripted:x.jsonl', 'ollama/qwen3:8b'),
        protocol: fc.constantFrom('auto', 'native', 'react'),
        tools: fc.tuple(toolUse('http_fetch'), toolUse('read_file')).map((uses) => uses as Json),
        folders: fc.constant<Json>([
          { path: '/data/one', access: 'write' },
          { path: '/data2/two', trust: 'outside' },
        ]),
        guardrails: fc.array(
          fc.constantFrom('facts-provenanced', 'no-failed-evidence', 'length:9', 'length:1-80', 'tool:mine'),
          {
            maxLength: 2,
          },
        ),
        output: fc.constantFrom<Json>(
          { schema: { type: 'array' } },
          { schema: { type: 'object' }, repairs: 0 },
          { schema: { type: 'object' }, gather: false },
        ),
        memory: fc.boolean(),
        unattended: fc.constantFrom('park', 'skip', 'stop'),
        limits: fc.record(
          {
            steps: fc.integer({ min: 1, max: 10_000 }),
            usd: fc.constantFrom(0, 0.25, 1),
            seconds: fc.constantFrom(1, 600),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: ['name', 'folders'] },
    );
    await fc.assert(
      fc.asyncProperty(file, async (input) => {
        const agent = await made(input as Json);
        const text = formatAgentFile(agentToFile(agent));
        const parsed = parseAgentFile(text, tools);
        expect(parsed).toMatchObject({ ok: true });
        if (!parsed.ok) return;
        expect(formatAgentFile(parsed.file)).toBe(text);
        const again = await makeAgent(parsed.file, { ...parts, base: '/elsewhere' });
        expect(again).toEqual({ ok: true, agent });
        expect(AgentFile.parse(parsed.file)).toEqual(agentToFile(agent));
      }),
    );
  });
});
