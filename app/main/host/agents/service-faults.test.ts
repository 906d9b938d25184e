import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { BUILTIN_TOOLS } from '../tools/builtin-tools.ts';
import { agentSheet } from './agent-sheet.ts';
import { agentToFile } from './agent-to-file.ts';
import { grantsOfAgent } from './grants-of-agent.ts';
import { makeAgent } from './make-agent.ts';
import { checkAgentFile } from './parse-agent-file.ts';

const tools = BUILTIN_TOOLS.map(({ tool }) => tool);
const key = { secret: 'search-key', as: 'value' };

const problemsOf = (...used: { [key: string]: Json }[]): { path: string; message: string }[] => {
  const parsed = checkAgentFile({ name: 'web', tools: used }, tools);
  return parsed.ok ? [] : parsed.problems;
};

async function agentOf(...used: { [key: string]: Json }[]) {
  const parsed = checkAgentFile({ name: 'web', tools: used }, tools);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const checkFolder = () => ({ ok: false as const, message: '' });
  const made = await makeAgent(parsed.file, { id: 'a1', revision: 1, accepted: true, base: '/', checkFolder });
  if (!made.ok) throw new Error('no folder is wrong');
  return { ...made, file: parsed.file };
}

describe('the options of tools that use the network, when an agent is saved', () => {
  it.each<[{ [key: string]: Json }, string, string]>([
    [{ tool: 'http_fetch', options: { timeout: 30.001 } }, '/tools/0/options/timeout', 'timeout'],
    [{ tool: 'http_fetch', options: { max_bytes: 0 } }, '/tools/0/options/max_bytes', 'max_bytes'],
    [{ tool: 'web_search', options: { provider: 'bing' } }, '/tools/0/options/provider', 'wikipedia, langsearch'],
    [{ tool: 'web_search', options: { provider: 'google' }, secrets: [key] }, '/tools/0/options/engine', 'engine'],
    [{ tool: 'web_search', options: { tries: 3 } }, '/tools/0/options/tries', '"tries"'],
    [{ tool: 'web_search', options: { provider: 'brave' } }, '/tools/0/secrets', 'the key of Brave Search'],
    [
      { tool: 'web_search', options: { provider: 'brave' }, secrets: [key, { ...key, secret: 'b' }] },
      '/tools/0/secrets',
      'one',
    ],
    [{ tool: 'web_search', hosts: ['example.org'] }, '/tools/0/hosts', 'en.wikipedia.org'],
    [{ tool: 'calculator', options: { precision: 3 } }, '/tools/0/options/precision', 'calculator has no options'],
    [{ tool: 'read_file', options: { 'a/b': null } }, '/tools/0/options/a~1b', 'a/b'],
    [{ tool: 'recall_memory', options: { limit: 3 } }, '/tools/0/options/limit', 'characters'],
    [{ tool: 'recall_memory', options: { characters: '3' } }, '/tools/0/options/characters', 'whole number'],
  ])('%o is refused at %s', (use, path, words) => {
    const [problem, ...more] = problemsOf(use);
    expect([problem?.path, more]).toEqual([path, []]);
    expect(problem?.message).toContain(words);
  });

  it.each<{ [key: string]: Json }>([
    { tool: 'http_fetch', options: { timeout: 30, max_bytes: 5_242_880 } },
    { tool: 'web_search' },
    { tool: 'calculator', options: {} },
    { tool: 'recall_memory', options: { characters: -1 } },
    { tool: 'web_search', options: { language: 'pt', count: 10, timeout: 60 }, hosts: ['*.wikipedia.org'] },
    { tool: 'web_search', options: { provider: 'google', engine: 'a:b' }, secrets: [key] },
  ])('%o is taken', (use) => {
    expect(problemsOf(use)).toEqual([]);
  });
});

describe('a search without hosts', () => {
  it('reaches its provider in the one way it needs, and nothing else', async () => {
    const { agent, file } = await agentOf({ tool: 'web_search', options: { language: 'pt' } });
    expect(agent.bindings[0]?.hosts).toEqual(['pt.wikipedia.org']);
    const nets = grantsOfAgent(agent).filter(({ permission }) => permission.kind === 'net');
    expect(nets.map(({ permission }) => permission)).toEqual([
      { kind: 'net', host: 'pt.wikipedia.org', ports: [], methods: ['GET'] },
    ]);
    expect(agentToFile(agent).tools).toEqual(file.tools);
    expect(agentSheet(agent, tools).without).toEqual([{ text: 'search Wikipedia at', code: 'pt.wikipedia.org' }]);
  });

  it('is asked by POST where its provider wants that, beside what another tool may do there', async () => {
    const use = { tool: 'web_search', options: { provider: 'langsearch' }, secrets: [key] };
    const methodsOf = async (...more: { [key: string]: Json }[]): Promise<string[]> => {
      const { agent } = await agentOf(use, ...more);
      return grantsOfAgent(agent).flatMap(({ permission }) => (permission.kind === 'net' ? permission.methods : []));
    };
    expect(await methodsOf()).toEqual(['POST']);
    expect(await methodsOf({ tool: 'http_fetch', hosts: ['api.langsearch.com'] })).toEqual(['*']);
  });
});

describe('the sheet of an agent that fetches', () => {
  it('says what is read unasked, and that what changes something is asked', async () => {
    const { agent } = await agentOf({ tool: 'http_fetch', hosts: ['example.org'] });
    const { without, asking } = agentSheet(agent, tools);
    expect(without).toContainEqual({ text: 'get pages from', code: 'example.org' });
    expect(asking).toContainEqual({ text: 'change something at', code: 'example.org' });
    const free = await agentOf({ tool: 'http_fetch', hosts: ['example.org'], ask: 'never' });
    expect(agentSheet(free.agent, tools).without).toContainEqual({ text: 'change something at', code: 'example.org' });
  });
});
