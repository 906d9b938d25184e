import { describe, expect, it } from 'vitest';
import type { Grant, Permission } from '#contract/permission';
import { emptyCatalog } from '#contract/projections/catalog';
import type { Tool } from '#contract/tool';
import type { GrantDraft } from '#contract/views';
import { policyInput, toolOf } from '../testing/policy-fixture.ts';
import { makeGrant } from './make-grant.ts';

// A tool with a command tree, a command line and an address, which no built-in tool is yet.

const effect = { change: 'write' as const, where: 'local' as const, repeat: 'no' as const };
const input = { type: 'object', properties: { script: {}, url: {}, name: {} } };
const [single] = toolOf('bash', effect, { line: 'script', hosts: [{ field: 'url' }], input }).commands;
if (!single) throw new Error('the tool has a command');
const tools: Tool[] = [
  toolOf('bash', effect, { line: 'script', hosts: [{ field: 'url' }], input }),
  { ...toolOf('git', effect), commands: [['commit'], ['remote', 'add']].map((path) => ({ ...single, path })) },
];
const { run } = policyInput({ tool: 'read_file', input: { path: 'a' } });
const { agent } = run.run;
const catalog = {
  ...emptyCatalog(),
  agents: new Map([[agent.id, agent]]),
  secrets: new Map([['key', { name: 'key', createdAt: 0 }]]),
};

function make(permission: Permission, more: Partial<GrantDraft> = {}): Grant {
  const draft: GrantDraft = { agent: 'worker', type: 'allow', permission, ...more };
  return makeGrant(draft, { id: 'g', now: 1000, catalog, tools });
}

const tool = (name: string, more: object = {}): Permission => ({ kind: 'tool', tool: name, command: '**', ...more });
const line = (words: string[], more: boolean, field = 'script') => tool('bash', { line: { field, words, more } });

describe('makeGrant', () => {
  it.each<[Permission, string]>([
    [tool('git', { command: 'remote/add' }), 'worker may use git remote add without asking.'],
    [tool('git', { command: 'remote/*' }), 'worker may use git `remote/*` without asking.'],
    [line(['git', 'status'], false), 'worker may run the line `git status` in bash without asking.'],
    [line(['npm', 'run'], true), 'worker may run a line that begins with `npm run` in bash without asking.'],
    [tool('bash', { input: { name: 'x' } }), 'worker may use bash with name `x` without asking.'],
    [{ kind: 'secret', name: 'key', use: 'header' }, 'worker may send the secret `key` in a header without asking.'],
    [
      { kind: 'net', host: 'A.example.', ports: [], methods: ['get'] },
      'worker may reach a.example, on ports 80 and 443, by GET, without asking.',
    ],
  ])('makes %j', (permission, sentence) => {
    expect(make(permission)).toMatchObject({ sentence, standing: true, labels: 'none', createdAt: 1000 });
  });

  it.each<[Permission, RegExp]>([
    [tool('git', { command: 'push' }), /git has no command push\. There are: commit, remote add\./],
    [tool('bash', { input: { script: 'ls' } }), /holds a command line; make the rule about the line/],
    [tool('bash', { input: { url: 'https://a.example' } }), /holds an address; make the rule about a host/],
    [line(['ls'], false, 'name'), /no command line in an argument name/],
    [line(['ls', '&&'], true), /"&&" of the line: a rule names plain words/],
    [line([''], true), /"" of the line/],
    [{ kind: 'file', folder: 'folder-docs', path: '**', verbs: ['write'] }, /worker may only read docs/],
  ])('refuses %j', (permission, words) => {
    expect(() => make(permission)).toThrow(words);
  });

  it('lets a rule deny or ask where an allow would give nothing', () => {
    const docs: Permission = { kind: 'file', folder: 'docs', path: 'a/', verbs: ['write'] };
    expect(make(docs, { type: 'deny' })).toMatchObject({
      permission: { folder: 'folder-docs', path: 'a' },
      standing: false,
      labels: 'any',
    });
    expect(make({ kind: 'secret', name: '*', use: 'reveal' }, { type: 'ask' }).type).toBe('ask');
    expect(() => make({ kind: 'secret', name: '*', use: 'reveal' })).toThrow(/no secret \*/);
  });

  it('can’t be derived from a rule of another kind, or from one that counts calls', () => {
    const parent = make(tool('git'));
    const with_ = (grant: Grant) => ({ ...catalog, grants: new Map([['p', { ...grant, id: 'p' }]]) });
    const derive = (grant: Grant, permission: Permission) =>
      makeGrant(
        { agent: 'worker', type: 'allow', permission, parent: 'p' },
        { id: 'g', now: 0, catalog: with_(grant), tools },
      );
    expect(derive(parent, tool('git', { command: 'commit' })).parent).toBe('p');
    expect(() => derive(parent, line(['ls'], false))).toThrow(/gives more/);
    expect(() => derive({ ...parent, uses: 3 }, tool('git'))).toThrow(/number of calls/);
    expect(() => derive({ ...parent, type: 'deny' }, tool('git'))).toThrow(/only a rule that allows/);
  });
});
