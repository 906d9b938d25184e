import { describe, expect, it } from 'vitest';
import type { RunEvent } from '#contract/event';
import type { Grant } from '#contract/permission';
import { foldRun, type RunState } from '#contract/projections/run-state';
import type { Command, Tool } from '#contract/tool';
import { sampleOffer } from '../../testing/sample-approval.ts';
import { sampleCall, sampleEntries, sampleReply, sampleStart } from '../../testing/sample-run.ts';
import { accessSummary } from './access-summary.ts';

const sampleTool = (name: string, part: Partial<Command>): Tool => ({
  name,
  version: '1',
  description: '',
  runtime: { type: 'host' },
  commands: [
    {
      path: [],
      description: '',
      input: {},
      output: {},
      effect: { change: 'read', where: 'remote', repeat: 'safe' },
      files: [],
      runsCode: false,
      outside: true,
      ...part,
    },
  ],
});

const { grant } = sampleOffer('folder', 'sample may write files in ledger without asking, in this run.');

function folderOf(grants: Grant[], used: [string, number][] = []) {
  const state = foldRun(sampleEntries([sampleStart('Go')])) as RunState;
  const folder = { id: 'folder-1', name: 'ledger', path: '/ledger', access: 'write' as const, identity: 'x' };
  const agent = { ...state.run.agent, folders: [folder] };
  const run = { ...state.run, agent } as RunState['run'];
  return accessSummary({ ...state, run, grants, used: new Map(used) }).folders[0];
}

it('names what a person gave for a folder, until it is used up or over', () => {
  expect(folderOf([])).toMatchObject({ given: [], whole: false });
  expect(folderOf([grant])).toMatchObject({ given: [{ grant, run: 'run-1' }], whole: true });
  expect(
    folderOf([{ ...grant, permission: { kind: 'file', folder: 'other', path: '**', verbs: ['write'] } }]),
  ).toMatchObject({ given: [], whole: false });
  const file: Grant = { ...grant, permission: { kind: 'file', folder: 'folder-1', path: 'a.md', verbs: ['write'] } };
  expect(folderOf([file])).toMatchObject({ given: [{ grant: file, run: 'run-1' }], whole: false });
  expect(folderOf([{ ...grant, uses: 2 }], [[grant.id, 1]])?.given).toHaveLength(1);
  expect(folderOf([{ ...grant, uses: 2 }], [[grant.id, 2]])?.given).toEqual([]);
  expect(folderOf([{ ...grant, expiresAt: 1 }])?.given).toEqual([]);
});

describe('rules that a person gave', () => {
  const state = foldRun(sampleEntries([sampleStart('Go')])) as RunState;
  const host: Grant = {
    ...grant,
    id: 'grant-host',
    layer: 'agent',
    permission: { kind: 'net', host: 'a.example', ports: [], methods: ['*'] },
  };
  const accepted: Grant = { ...host, id: 'accepted-agent-1-1-host' };

  it('stand by what they are about, with the run where they hold there alone', () => {
    const { given } = accessSummary({ ...state, grants: [grant] }, [host, accepted, grant]);
    expect(given.hosts).toEqual([{ grant: host, run: undefined }]);
    expect(given.files).toEqual([{ grant, run: 'run-1' }]);
    expect([given.tools, given.secrets]).toEqual([[], []]);
  });

  it('do not make a folder free to write in where another one denies or asks', () => {
    expect(folderOf([grant, { ...grant, id: 'grant-no', type: 'deny' }])).toMatchObject({ whole: false });
  });
});

it('names the hosts that were asked for and refused, each once', () => {
  const fetch = sampleTool('http_fetch', { hosts: [{ field: 'url' }] });
  const started = sampleStart('Go');
  if (started.type !== 'run-started') throw new Error('a run starts with its start');
  started.run.tools = [fetch];
  const calls = ['https://paste.example.net/a', 'https://paste.example.net/b', 'no address'].map((url, index) =>
    sampleCall(`call-${index}`, 'http_fetch', { url }),
  );
  const denied = calls.map(
    ({ id }): RunEvent => ({
      type: 'tool-call-decided',
      callId: id,
      decision: { type: 'deny', rule: { id: 'default:host', sentence: 'No.', source: 'Default' }, reason: 'no' },
    }),
  );
  const refused = foldRun(sampleEntries([started, sampleReply('', calls), ...denied])) as RunState;
  expect(accessSummary(refused).refusedHosts).toEqual(['paste.example.net']);
});

describe('what asks', () => {
  const writes = sampleTool('write_file', {
    effect: { change: 'write', where: 'local', repeat: 'safe' },
    files: [{ field: 'path', verbs: ['write'] }],
  });
  const deletes = sampleTool('delete_file', {
    effect: { change: 'write', where: 'local', repeat: 'safe' },
    files: [{ field: 'path', verbs: ['delete'] }],
  });
  const summary = (ask: 'effects' | 'always' | 'never', grants: Grant[] = []) => {
    const started = sampleStart('Go');
    if (started.type !== 'run-started') throw new Error('a run starts with its start');
    const { agent } = started.run;
    const binding = { ask, hosts: [], secrets: [], config: [], middleware: [], options: {} };
    started.run.tools = [writes, deletes];
    agent.bindings = ['write_file', 'delete_file'].map((tool) => ({ tool, ...binding }));
    agent.folders = [
      { id: 'folder-1', name: 'ledger', path: '/ledger', access: 'write', identity: 'x', trust: 'outside' },
    ];
    const state = foldRun(sampleEntries([started])) as RunState;
    const { folders, askingTools, allowedTools } = accessSummary({ ...state, grants });
    return { asks: folders[0]?.asks, outside: folders[0]?.outside, askingTools, allowedTools };
  };

  it('is said alike by folders and tools: by default, and where the agent or the person lets it write', () => {
    expect(summary('effects')).toEqual({
      asks: true,
      outside: true,
      askingTools: ['write_file', 'delete_file'],
      allowedTools: [],
    });
    const free = { asks: false, outside: true, askingTools: ['delete_file'], allowedTools: ['write_file'] };
    expect(summary('never')).toEqual(free);
    expect(summary('effects', [grant])).toEqual(free);
    expect(summary('always', [grant])).toEqual(free);
  });
});
