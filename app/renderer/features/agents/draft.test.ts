import { describe, expect, it } from 'vitest';
import { AgentFile } from '#contract/agent-file';
import {
  absolutePath,
  blankDraft,
  draftOf,
  fileOf,
  folderOfFile,
  readNumber,
  sameDraft,
  withAsk,
  withCallLimit,
  withFolder,
  withTool,
} from './draft.ts';

const saved = AgentFile.parse({
  name: 'rates',
  tools: [{ tool: 'http_fetch', hosts: ['rates.example.org'], options: { depth: 2 } }],
  guardrails: ['facts-provenanced'],
  output: { schema: { type: 'object' }, repairs: 1 },
  memory: true,
  unattended: 'stop',
  limits: { steps: 5, tokens: 100, seconds: 30, usd: 0.5, calls: { http_fetch: 20 } },
});

describe('fileOf', () => {
  it('writes what a new agent starts with, and nothing empty', () => {
    expect(fileOf({ ...blankDraft(), name: 'paper-list' })).toEqual({
      name: 'paper-list',
      description: '',
      instructions: '',
      model: 'demo',
      protocol: 'auto',
      tools: [
        { tool: 'run_python' },
        { tool: 'list_files' },
        { tool: 'read_file' },
        { tool: 'search_files' },
        { tool: 'ask_person' },
      ],
      folders: [],
      limits: { steps: 15, seconds: 600, tokens: 200_000, usd: 1 },
    });
  });

  it('keeps what the form does not show', () => {
    expect(AgentFile.parse(fileOf(draftOf(saved)))).toEqual(saved);
  });

  it('writes calls of a tool as typed, and drops those of a tool that goes', () => {
    const limited = withCallLimit(withCallLimit(draftOf(saved), 'http_fetch', '1,000'), 'run_python', 'few');
    expect(fileOf(limited)).toMatchObject({ limits: { calls: { http_fetch: 1000, run_python: 'few' } } });
    expect(fileOf(withTool(draftOf(saved), 'http_fetch', false, []))).toMatchObject({ tools: [] });
    expect(withTool(limited, 'run_python', false, []).calls).toEqual({ http_fetch: '1,000' });
  });

  it('makes a file that the contract accepts from every change of the form', () => {
    const changed = withFolder(
      withAsk(withTool(draftOf(saved), 'write_file', true, []), 'write_file', 'always'),
      '/home/ada/papers',
    );
    expect(AgentFile.parse(fileOf(changed))).toMatchObject({
      tools: [{ tool: 'http_fetch' }, { tool: 'write_file', ask: 'always' }],
      folders: [{ path: '/home/ada/papers', access: 'read', trust: 'own' }],
    });
  });

  it('leaves a limit that is no number as the text it is, so that the host names it', () => {
    const draft = { ...blankDraft(), limits: { ...blankDraft().limits, steps: 'many' } };
    expect(fileOf(draft)).toMatchObject({ limits: { steps: 'many' } });
  });
});

describe('readNumber', () => {
  it.each([
    ['15', 15],
    [' 200,000 ', 200_000],
    ['200 000', 200_000],
    ['1,5', 1.5],
    ['0.5', 0.5],
    ['', ''],
    ['1.2.3', '1.2.3'],
    ['Infinity', 'Infinity'],
  ])('reads %j as %j', (text, value) => {
    expect(readNumber(text)).toBe(value);
  });
});

describe('withTool', () => {
  it('puts a ticked tool where the list has it', () => {
    const draft = { ...blankDraft(), tools: [{ tool: 'list_files' }] };
    const order = ['run_python', 'list_files', 'write_file'];
    const both = withTool(withTool(draft, 'write_file', true, order), 'run_python', true, order);
    expect(both.tools.map((use) => use.tool)).toEqual(order);
    expect(withTool(both, 'list_files', false, order).tools.map((use) => use.tool)).toEqual([
      'run_python',
      'write_file',
    ]);
  });
});

describe('withAsk', () => {
  it('writes no ask for the default and keeps the tool’s other settings', () => {
    const always = withAsk(draftOf(saved), 'http_fetch', 'always');
    expect(always.tools).toEqual([{ ...saved.tools[0], ask: 'always' }]);
    expect(withAsk(always, 'http_fetch', 'effects').tools).toEqual(saved.tools);
  });
});

describe('withFolder', () => {
  it('proposes a folder read only, once', () => {
    const one = withFolder(blankDraft(), '/a');
    expect(one.folders).toEqual([{ path: '/a', access: 'read', trust: 'own' }]);
    expect(withFolder(one, '/a')).toBe(one);
  });
});

it('tells a draft that would write the same file', () => {
  const draft = draftOf(saved);
  expect(sameDraft(draft, { ...draft, limits: { ...draft.limits, tokens: ' 100 ' } })).toBe(true);
  expect(sameDraft(draft, { ...draft, description: 'Other' })).toBe(false);
});

describe('absolutePath', () => {
  it('starts a relative path from the file’s folder, in either kind of path', () => {
    expect(absolutePath('./ledger', '/home/ada/agents')).toBe('/home/ada/agents/ledger');
    expect(absolutePath('ledger', 'C:\\agents')).toBe('C:\\agents\\ledger');
    expect(absolutePath('/srv/ledger', '/home/ada')).toBe('/srv/ledger');
    expect(absolutePath('D:\\ledger', 'C:\\agents')).toBe('D:\\ledger');
    expect(absolutePath('ledger', undefined)).toBe('ledger');
  });

  it('takes a file’s folder from its path', () => {
    expect(folderOfFile('/home/ada/a.agent.json')).toBe('/home/ada');
    expect(folderOfFile('C:\\agents\\a.agent.json')).toBe('C:\\agents');
  });
});
