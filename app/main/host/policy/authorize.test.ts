import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import type { Binding, Grant, Permission } from '#contract/permission';
import { bindingOf, grantOf, type PolicyCase, toolOf, verdictOf } from '../testing/policy-fixture.ts';
import { askRuleFor } from './authorize.ts';
import { authorizeConfig, authorizeSecret } from './authorize-secret.ts';
import { GrantSet } from './grant-set.ts';
import { netUsesOf } from './net-use.ts';

// Two keys: the binding names it and a grant does; a deny takes it away again (rows A16.1 to A16.6, A16.12, A16.13).

const remoteRead = { change: 'read', where: 'remote', repeat: 'safe' } as const;
const fetch = toolOf('fetch', remoteRead, { hosts: [{ field: 'url', method: 'method' }] });
const net = (part: Partial<Extract<Permission, { kind: 'net' }>> = {}): Permission => ({
  kind: 'net',
  host: '*.example.com',
  ports: [],
  methods: ['GET'],
  ...part,
});
const allow = (permission: Permission, part: Partial<Grant> = {}) =>
  grantOf('reach', { permission, standing: false, ...part });

/** A call of a tool that reaches a host. */
const get = (input: Json, more: Grant[], binding: Partial<Binding> = {}): PolicyCase => ({
  tool: 'fetch',
  tools: [fetch],
  bindings: [{ tool: 'fetch', hosts: ['*.example.com'], ...binding }],
  input,
  more,
  // Accepting the agent gave these; here each case says what is given.
  revoked: [...(binding.hosts ?? []), '*.example.com'].map((host) => `accepted-agent-1-1-host-${host}`),
});
const words = (given: PolicyCase): string => {
  const verdict = verdictOf(given);
  return verdict.type === 'deny' ? verdict.reason : verdict.type;
};
const url = 'https://a.example.com/x';

describe('a call that reaches a host', () => {
  it('needs a grant and a binding that both name it', () => {
    expect(words(get({ url }, [allow(net())]))).toBe('allow');
    expect(words(get({ url }, []))).toBe('no grant lets the agent reach a.example.com');
    expect(words(get({ url }, [allow(net())], { hosts: [] }))).toBe('a.example.com is not a host that fetch may reach');
    expect(words(get({ url }, [allow(net())], { hosts: ['b.example.com', 'no host', 'x:1-2-3'] }))).toBe(
      'a.example.com is not a host that fetch may reach',
    );
  });

  it.each([
    [{ url, method: 'POST' }, 'no grant lets the agent reach a.example.com by POST'],
    [{ url: 'https://a.example.com:8443/' }, 'a.example.com on port 8443 is not a host that fetch may reach'],
    [{ url: 'https://a.example.com.evil.test/' }, 'a.example.com.evil.test is not a host that fetch may reach'],
    [{ url: 'http://a.example.com\\@evil.test/' }, /^url can’t be used as an address: .*U\+005C/],
    [{ url: 'https://a.example.com@evil.test/' }, /holds a name or a password/],
    [{ url: 'https://me:pass@a.example.com/' }, /holds a name or a password/],
    [{ url: 'file:///etc/passwd' }, /begins with something other than http/],
    [{ url: 'javascript:alert(1)' }, /begins with something other than http/],
    [{ url: 'a.example.com' }, /does not begin with http/],
    [{ url: ['https://a.example.com'] }, 'url is not an address'],
    [{ url, method: 'GET / HTTP' }, 'method is not a method such as GET'],
    [{ url, method: ['GET'] }, 'method is not a method such as GET'],
  ])('%j: %s', (input, reason) => {
    const said = words(get(input, [allow(net())]));
    if (typeof reason === 'string') expect(said).toBe(reason);
    else expect(said).toMatch(reason);
  });

  it('may use another port where grant and binding name it', () => {
    const given = { url: 'https://a.example.com:8443/' };
    const port = [{ from: 8000, to: 9000 }];
    expect(words(get(given, [allow(net({ ports: port }))], { hosts: ['*.example.com:8443'] }))).toBe('allow');
    expect(words(get(given, [allow(net({ ports: port }))], { hosts: ['**:*'] }))).toBe('allow');
    expect(words(get(given, [allow(net())], { hosts: ['*.example.com:8443'] }))).toBe(
      'no grant lets the agent reach a.example.com on port 8443',
    );
  });

  it('is denied by a rule whatever allows it', () => {
    const deny = grantOf('no', { type: 'deny', permission: net({ host: '**' }), sentence: 'No host.' });
    expect(words(get({ url }, [allow(net()), deny]))).toBe('a.example.com: No host.');
  });

  it('rests on the grant that named the host', () => {
    expect(verdictOf(get({ url }, [allow(net())]))).toMatchObject({
      grants: expect.arrayContaining([expect.objectContaining({ id: 'reach' })]),
    });
  });
});

describe('askRuleFor', () => {
  const call = { id: 'c', tool: 'fetch', command: [], input: { url } };
  const [command] = fetch.commands;
  const used = command && netUsesOf(call, command);
  const nets = used && 'nets' in used ? used.nets : [];
  const use = { verb: 'list', place: { folder: 'f', segments: ['a'] }, shown: 'a', path: { place: 'agent' } } as never;
  const asks = (permission: Permission): string | undefined =>
    askRuleFor(
      call,
      [use],
      nets,
      new GrantSet([grantOf('b', { type: 'ask', permission }), grantOf('a', { permission })]),
    )?.id;

  it('finds the rule by the tool, the file and the host', () => {
    expect(asks({ kind: 'tool', tool: 'FETCH', command: '**' })).toBe('b');
    expect(asks({ kind: 'file', folder: 'f', path: 'A', verbs: ['read'] })).toBe('b');
    expect(asks(net({ methods: [] }))).toBe('b');
    expect(asks({ kind: 'tool', tool: 'other', command: '**' })).toBeUndefined();
    expect(asks({ kind: 'file', folder: 'f', path: 'a', verbs: ['write'] })).toBeUndefined();
    expect(asks(net({ host: 'b.example.com' }))).toBeUndefined();
  });
});

it('a rule that asks gives nothing, and asks about what something else allows', () => {
  const asking = (permission: Permission) => allow(permission, { id: 'asking', type: 'ask' });
  expect(words(get({ url }, [asking(net())]))).toBe('no grant lets the agent reach a.example.com');
  expect(words(get({ url }, [asking(net()), allow(net())]))).toBe('ask');
  const set = new GrantSet([
    asking({ kind: 'secret', name: 'key', use: 'header' }),
    asking({ kind: 'config', key: 'k' }),
  ]);
  const binding = bindingOf('t', {
    secrets: [{ secret: 'key', as: 'header', origin: 'o', header: 'h' }],
    config: ['k'],
  });
  expect(authorizeSecret('key', 'header', binding, set).type).toBe('deny');
  expect(authorizeConfig('k', binding, set).type).toBe('deny');
});

describe('a binding with a version', () => {
  const of = (version: string): PolicyCase => ({
    tool: 't',
    tools: [toolOf('t', { change: 'none', where: 'local', repeat: 'safe' })],
    bindings: [{ tool: 't', version }],
  });

  it('runs in that version only (A16.6)', () => {
    expect(verdictOf(of('1')).type).toBe('allow');
    expect(verdictOf(of('2'))).toMatchObject({
      type: 'deny',
      reason: 'version 2 of t is not here',
      rule: { id: 'default:version' },
    });
  });
});

describe('a secret', () => {
  const header = { secret: 'key', as: 'header', origin: 'https://a.example.com', header: 'x-key' } as const;
  const may = (use: 'header' | 'reveal') => grantOf(use, { permission: { kind: 'secret', name: 'key', use } });
  const verdict = (use: 'header' | 'reveal', secrets: Binding['secrets'], grants: Grant[]) => {
    const said = authorizeSecret('key', use, bindingOf('t', { secrets }), new GrantSet(grants));
    return said.type === 'deny' ? said.reason : said.grants.map(({ id }) => id);
  };

  it('is used only where binding and grant name it for that use (A16.2)', () => {
    expect(verdict('header', [header], [may('header')])).toEqual(['header']);
    expect(verdict('header', [header], [])).toBe('no grant lets the agent use key');
    expect(verdict('header', [header], [may('reveal')])).toBe('no grant lets the agent use key');
    expect(verdict('header', [], [may('header')])).toBe('key is not a secret that t may send');
    expect(verdict('reveal', [header], [may('header'), may('reveal')])).toBe('key is not a secret that t may see');
  });

  it('is revealed by the grant for that alone, which sends it nowhere', () => {
    const value = [{ secret: 'key', as: 'value' } as const];
    expect(verdict('reveal', value, [may('header'), may('reveal')])).toEqual(['reveal']);
    expect(verdict('reveal', value, [may('reveal')])).toEqual(['reveal']);
    expect(verdict('reveal', value, [may('header')])).toBe('no grant lets the agent see the value of key');
  });

  it('is denied by a rule about it, and its value by a rule about sending it', () => {
    const no = grantOf('no', {
      type: 'deny',
      sentence: 'No.',
      permission: { kind: 'secret', name: 'KEY', use: 'header' },
    });
    expect(verdict('header', [header], [may('header'), no])).toBe('No.');
    expect(verdict('reveal', [{ secret: 'key', as: 'value' }], [may('header'), may('reveal'), no])).toBe('No.');
  });
});

it('a setting is read only where binding and grant name it', () => {
  const read = grantOf('read', { permission: { kind: 'config', key: 'region' } });
  const no = grantOf('no', { type: 'deny', sentence: 'No.', permission: { kind: 'config', key: '*' } });
  const said = (config: string[], grants: Grant[]) =>
    authorizeConfig('region', bindingOf('t', { config }), new GrantSet(grants));
  expect(said(['region'], [read])).toEqual({ type: 'allow', grants: [read] });
  expect(said([], [read])).toMatchObject({ type: 'deny', rule: { id: 'default:other-config' } });
  expect(said(['region'], [])).toMatchObject({ type: 'deny', rule: { id: 'default:no-config' } });
  expect(said(['region'], [read, no])).toMatchObject({ type: 'deny', rule: { id: 'no' } });
});
