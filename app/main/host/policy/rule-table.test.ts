import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import type { Grant, Permission } from '#contract/permission';
import type { FileVerb, ToolCall } from '#contract/tool';
import { grantOf, toolOf } from '../testing/policy-fixture.ts';
import { every, FILES, HOSTS, own, type RuleRow } from '../testing/rule-rows.ts';
import { sentenceOf } from './grant-sentence.ts';
import { GrantSet } from './grant-set.ts';
import { netUsesOf } from './net-use.ts';

// A rule hits what its sentence says, and nothing else (rows A8.17, A16.8, A16.11, A16.13, P10, S22, S23).

type Of<Kind extends Permission['kind']> = Extract<Permission, { kind: Kind }>;

const tool = (name: string, command = '**', more: Partial<Of<'tool'>> = {}): Permission => ({
  kind: 'tool',
  tool: name,
  command,
  ...more,
});
const line = (words: string, more: boolean): Permission =>
  tool('bash', '**', { line: { field: 'line', words: words.split(' '), more } });

/** Tools: `name[/command] {input}`. */
const TOOLS: RuleRow[] = [
  own({
    type: 'allow',
    permission: tool('files', 'read/*'),
    sentence: 'worker may use files `read/*` without asking.',
    hits: ['files/read/text {}', 'files/read/bytes {"x":1}'],
    misses: ['files/read {}', 'files/delete/text {}', 'files/read/text/all {}', 'Files/read/text {}'],
  }),
  own({
    type: 'allow',
    permission: tool('files', 'read', { input: { mode: 'raw', path: '*' } }),
    sentence: 'worker may use files read with mode `raw` and any path without asking.',
    hits: ['files/read {"mode":"raw","path":"a"}', 'files/read {"mode":"raw","path":["a"],"x":1}'],
    misses: [
      'files/read {"mode":"all","path":"a"}',
      'files/read {"mode":"raw"}',
      'files/read {"mode":"RAW","path":"a"}',
      'files/read {"mode":["raw"],"path":"a"}',
      'files/read {"mode":"r\u200baw","path":"a"}',
      'files/read ["raw"]',
      'files/read "raw"',
    ],
  }),
  own({
    type: 'allow',
    permission: tool('t', '**', { input: { n: '5', yes: 'true' } }),
    sentence: 'worker may use t with n `5` and yes `true` without asking.',
    hits: ['t {"n":5,"yes":true}', 't {"n":"5","yes":"true"}'],
    misses: ['t {"n":5.5,"yes":true}', 't {"n":5,"yes":false}', 't {"n":[5],"yes":true}'],
  }),
  own({
    type: 'allow',
    permission: tool('mcp__mail__send'),
    sentence: 'worker may use mcp__mail__send without asking.',
    hits: ['mcp__mail__send {}', 'mcp__mail__send/now {}'],
    misses: ['mcp__mail__sendall {}', 'mcp__MAIL__send {}', 'mcp__mail__read {}', 'mcp__maiI__send {}'],
  }),
  own({
    type: 'allow',
    permission: tool('mcp__mail__*'),
    sentence: 'worker may use mcp__mail__* without asking.',
    hits: [],
    misses: ['mcp__mail__send {}'],
  }),
  every({
    type: 'deny',
    permission: tool('mcp__mail__send'),
    sentence: 'No agent may use mcp__mail__send.',
    hits: ['mcp__mail__send {}', 'mcp__MAIL__Send {}', 'mcp__mail__send 5', 'mcp__mail__ſend {}'],
    misses: ['mcp__mail__read {}', 'mcp__mail__sеnd {}'],
  }),
  every({
    type: 'deny',
    permission: tool('*', 'delete/**'),
    sentence: 'No agent may use any tool `delete/**`.',
    hits: ['files/delete {}', 'mail/delete/all {}', 'mail/DELETE {}'],
    misses: ['files/undelete {}', 'files {}'],
  }),
  own({
    type: 'deny',
    permission: tool('pay', '**', { input: { to: 'Straße 1' } }),
    sentence: 'worker may not use pay with to `Straße 1`.',
    hits: [
      'pay {"to":"Straße 1"}',
      'pay {"to":"STRASSE 1"}',
      'pay {"to":["Straße 1"]}',
      'pay {"to":{}}',
      'pay []',
      'pay null',
    ],
    misses: ['pay {"to":"Straße 2"}', 'pay {}', 'pay {"from":"Straße 1"}'],
  }),
  own({
    type: 'deny',
    permission: tool('open', '**', { input: { path: 'a/b' } }),
    sentence: 'worker may not use open with path `a/b`.',
    hits: ['open {"path":"a/b"}', 'open {"path":"./a//b"}', 'open {"path":"a/x/../B/"}', 'open {"path":" a/b "}'],
    misses: ['open {"path":"a/b/c"}', 'open {"path":"b"}'],
  }),
  own({
    type: 'ask',
    permission: tool('pay', '**', { input: { to: '*' } }),
    sentence: 'worker asks before it uses pay with any to.',
    hits: ['pay {"to":"x"}', 'pay {"to":null}', 'pay 7'],
    misses: ['pay {}', 'send {"to":"x"}'],
  }),
];

/** Lines: `bash LINE`. */
const LINES: RuleRow[] = [
  own({
    type: 'allow',
    permission: line('git status', false),
    sentence: 'worker may run the line `git status` in bash without asking.',
    hits: ['bash git status', "bash  'git' status "],
    misses: [
      'bash git status -s',
      'bash git status && ls',
      'bash git $X',
      'bash gіt status',
      'bash GIT status',
      'sh git status',
    ],
  }),
  own({
    type: 'allow',
    permission: line('git push', true),
    sentence: 'worker may run a line that begins with `git push` in bash without asking.',
    hits: ['bash git push', 'bash git push origin main'],
    misses: [
      'bash git push; ls',
      'bash git push > x',
      'bash git push $(ls)',
      'bash git push --exec=x',
      'bash git pushy',
    ],
  }),
  own({
    type: 'allow',
    permission: line('find .', true),
    sentence: 'worker may run a line that begins with `find .` in bash without asking.',
    hits: ['bash find . -name a'],
    misses: ['bash find . -exec rm x', 'bash find . -delete', 'bash find . -name *.txt'],
  }),
  own({
    type: 'ask',
    permission: line('git push', true),
    sentence: 'worker asks before it runs a line with a command that begins with `git push` in bash.',
    hits: [
      'bash git push',
      'bash ls && git push -f',
      'bash sh -c "git push"',
      'bash git -C x push',
      'bash $X',
      'bash "',
    ],
    misses: ['bash git status', 'bash echo git push', 'sh git push'],
  }),
  every({
    type: 'deny',
    permission: tool('*', '**', { line: { field: 'line', words: ['rm', '-rf', 'my folder'], more: false } }),
    sentence: "No agent may run a line with the command `rm -rf 'my folder'`.",
    hits: ["bash rm -rf 'my folder'", "sh sudo /bin/RM -rf 'MY FOLDER'", 'bash xargs rm -rf'],
    misses: ['bash rm -rf my folder', "bash rm -rf 'my folder' x"],
  }),
];

/** Secrets and settings: `header name`, `reveal name`, `config key`. */
const NAMES: RuleRow[] = [
  own({
    type: 'allow',
    permission: { kind: 'secret', name: 'key', use: 'header' },
    sentence: 'worker may send the secret `key` in a header without asking.',
    hits: ['header key'],
    misses: ['reveal key', 'header Key', 'header other', 'config key'],
  }),
  own({
    type: 'allow',
    permission: { kind: 'secret', name: '*', use: 'reveal' },
    sentence: 'worker may see the value of the secret `*` without asking.',
    hits: [],
    misses: ['reveal key', 'header key'],
  }),
  every({
    type: 'deny',
    permission: { kind: 'secret', name: 'key', use: 'header' },
    sentence: 'No agent may send the secret `key` in a header.',
    hits: ['header key', 'reveal key', 'header KEY', 'reveal \u212aey'],
    misses: ['header other', 'config key'],
  }),
  every({
    type: 'deny',
    permission: { kind: 'secret', name: '*', use: 'reveal' },
    sentence: 'No agent may see the value of any secret.',
    hits: ['reveal key', 'reveal other'],
    misses: ['header key'],
  }),
  own({
    type: 'ask',
    permission: { kind: 'config', key: 'region' },
    sentence: 'worker asks before it reads the setting `region`.',
    hits: ['config region', 'config REGION'],
    misses: ['config other', 'header region'],
  }),
];

const fetch = toolOf(
  'fetch',
  { change: 'read', where: 'remote', repeat: 'safe' },
  { hosts: [{ field: 'url', method: 'method' }] },
);
const callOf = (name: string, command: string[], input: Json): ToolCall => ({ id: 'c', tool: name, command, input });

/** Does a rule cover what one line of the tables says? */
function covers(rule: Grant, subject: string): boolean {
  const set = new GrantSet([rule]);
  const [word = '', rest = ''] = /^(\S+)(?: ([\s\S]*))?$/u.exec(subject)?.slice(1) ?? [];
  switch (rule.permission.kind) {
    case 'file': {
      const [folder = '', ...segments] = rest.split('/');
      return set.forFile({ folder, segments }, word as FileVerb).length > 0;
    }
    case 'net': {
      const uses = netUsesOf(
        callOf('fetch', [], { url: rest, method: word }),
        fetch.commands[0] as (typeof fetch)['commands'][0],
      );
      if ('refused' in uses) throw new Error(`${subject}: ${uses.refused}`);
      return uses.nets.some((use) => set.forNet(use).length > 0);
    }
    case 'tool': {
      const [name = '', ...command] = word.split('/');
      const input = rule.permission.line ? { line: rest } : (JSON.parse(rest) as Json);
      return set.forCall(callOf(name, command, input)).length > 0;
    }
    default:
      return (word === 'config' ? set.forConfig(rest) : set.forSecret(rest, word as 'header' | 'reveal')).length > 0;
  }
}

const ROWS = [...FILES, ...HOSTS, ...TOOLS, ...LINES, ...NAMES];
const folders = new Map([
  ['f1', 'ledger'],
  ['f2', 'out'],
]);

describe.each(ROWS)('$sentence', ({ type, permission, agent, sentence, hits, misses }) => {
  it('hits what it says and nothing else', () => {
    const rule = grantOf('rule', { type, permission });
    expect(sentenceOf(agent, type, permission, { folders })).toBe(sentence);
    expect(hits.filter((subject) => !covers(rule, subject))).toEqual([]);
    expect(misses.filter((subject) => covers(rule, subject))).toEqual([]);
  });
});

it('is tried on more than 120 calls', () => {
  expect(ROWS.flatMap(({ hits, misses }) => [...hits, ...misses]).length).toBeGreaterThan(120);
});
