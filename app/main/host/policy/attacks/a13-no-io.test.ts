import childProcess from 'node:child_process';
import dns from 'node:dns';
import fs from 'node:fs';
import net from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import type { Json } from '#contract/ids';
import { change, type PolicyCase, policyInput, toolOf } from '../../testing/policy-fixture.ts';
import { decideToolCall, judgeToolCall } from '../decide-tool-call.ts';

// A13: a decision reads only what it is given: no file, no network, no process, no clock, no chance, no timer.

const REACHED: string[] = [];
afterEach(() => vi.restoreAllMocks());

function trap(target: object, name: string): void {
  vi.spyOn(target as Record<string, () => unknown>, name).mockImplementation(() => {
    REACHED.push(name);
    throw new Error(`a decision called ${name}`);
  });
}

function trapAll(): void {
  for (const name of [
    'readFileSync',
    'openSync',
    'statSync',
    'lstatSync',
    'writeFileSync',
    'readdirSync',
    'existsSync',
  ])
    trap(fs, name);
  for (const name of ['readFile', 'open', 'stat']) trap(fs.promises, name);
  trap(net, 'connect');
  trap(dns, 'lookup');
  trap(childProcess, 'spawn');
  for (const name of ['fetch', 'setTimeout', 'setInterval', 'queueMicrotask']) trap(globalThis, name);
  trap(Date, 'now');
  trap(Math, 'random');
  trap(process, 'hrtime');
}

const middleware = [
  { name: 'require-approval', version: '1', config: {} },
  { name: 'rate-limit', version: '1', config: { calls: 1, seconds: 60 } },
  { name: 'redact-output', version: '1', config: { texts: ['x'] } },
  { name: 'rewrite', version: '1', config: { field: 'path', from: 'a', to: 'b' } },
  { name: 'mine', version: '1', config: {} },
] as Json;
const bash = toolOf('bash', { change: 'write', where: 'local', repeat: 'no' }, { line: 'script' });
const fetchTool = toolOf('get', { change: 'write', where: 'remote', repeat: 'no' }, { hosts: [{ field: 'url' }] });

const cases: PolicyCase[] = [
  { tool: 'write_file', input: { path: 'a', content: 'x' } },
  { tool: 'delete_file', input: { path: 'a' } },
  { tool: 'read_file', input: { path: '/etc/passwd' } },
  { tool: 'nowhere' },
  { tool: 'run_python', input: { code: '' }, staged: [change('/folders/work/a')] },
  { tool: 'bash', tools: [bash], input: { script: 'git status && rm -rf /' } },
  {
    tool: 'get',
    tools: [fetchTool],
    bindings: [{ tool: 'get', hosts: ['a.example'] }],
    input: { url: 'https://a.example' },
  },
  { tool: 'write_file', input: { path: 'a', content: 'x' }, labels: [{ origin: 'outside', callId: 'call-0' }] },
];

it('decides without reaching for anything', () => {
  const inputs = cases.flatMap((given) => [policyInput(given), policyInput({ ...given, middleware })]);
  // Whatever is loaded at its first use is loaded now; a decision then has nothing left to fetch.
  for (const { state, ...input } of inputs) decideToolCall(state, input);
  trapAll();
  const decided = inputs.map(({ state, ...input }) => {
    judgeToolCall(state, input);
    return decideToolCall(state, input).length;
  });
  vi.restoreAllMocks();
  expect(REACHED).toEqual([]);
  expect(decided.every((length) => length > 0)).toBe(true);
});

it('is caught when it does reach for something', () => {
  trapAll();
  expect(() => Date.now()).toThrow('a decision called now');
  vi.restoreAllMocks();
  expect(REACHED.splice(0)).toEqual(['now']);
});
