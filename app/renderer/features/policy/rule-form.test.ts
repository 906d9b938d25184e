import { expect, it } from 'vitest';
import type { Tool } from '#contract/tool';
import { argumentsOf, emptyForm, endOf, missingIn, type RuleForm, readForm } from './rule-form.ts';

const shell: Tool = {
  name: 'run_shell',
  version: '1',
  description: '',
  runtime: { type: 'host' },
  commands: [
    {
      path: [],
      description: '',
      input: { properties: { script: { type: 'string' }, cwd: { type: 'string' } } },
      output: {},
      effect: { change: 'write', where: 'local', repeat: 'no' },
      files: [],
      runsCode: false,
      line: 'script',
      outside: false,
    },
  ],
};

const read = (part: Partial<RuleForm>) => readForm({ ...emptyForm('sample'), ...part }, [shell])?.permission;

it('says files of a folder, all of it where no path is given', () => {
  expect(read({ folder: 'f', verbs: ['read', 'list'] })).toEqual({
    kind: 'file',
    folder: 'f',
    path: '**',
    verbs: ['read', 'list'],
  });
  expect(read({ folder: 'f', path: ' a/** ' })).toMatchObject({ path: 'a/**', verbs: ['write'] });
});

it('says a host, with one port or with those the host has without', () => {
  expect(read({ kind: 'net', host: 'a.example', type: 'allow' })).toEqual({
    kind: 'net',
    host: 'a.example',
    ports: [],
    methods: ['GET'],
  });
  expect(read({ kind: 'net', host: 'a.example', type: 'deny' })).toMatchObject({ methods: ['*'] });
  expect(read({ kind: 'net', host: 'a.example', type: 'deny', anyMethod: false })).toMatchObject({ methods: ['GET'] });
  expect(read({ kind: 'net', host: ' a.example:8080 ', anyMethod: true })).toMatchObject({
    host: 'a.example',
    ports: [{ from: 8080, to: 8080 }],
    methods: ['*'],
  });
  expect(read({ kind: 'net', host: '[::1]' })).toMatchObject({ host: '[::1]', ports: [] });
});

it('says a tool, and the words of a command line in the field that takes it', () => {
  expect(read({ kind: 'tool', tool: 'run_shell' })).toEqual({ kind: 'tool', tool: 'run_shell', command: '**' });
  expect(read({ kind: 'line', tool: 'run_shell', line: ' git  status', more: false })).toMatchObject({
    line: { field: 'script', words: ['git', 'status'], more: false },
  });
});

it('says one argument of a tool, a secret and how it is used, and a setting', () => {
  expect(argumentsOf(shell)).toEqual(['script', 'cwd']);
  expect(read({ kind: 'argument', tool: 'run_shell', argument: 'cwd', value: '/tmp' })).toEqual({
    kind: 'tool',
    tool: 'run_shell',
    command: '**',
    input: { cwd: '/tmp' },
  });
  expect(read({ kind: 'secret', secret: 'mail', use: 'reveal' })).toEqual({
    kind: 'secret',
    name: 'mail',
    use: 'reveal',
  });
  expect(read({ kind: 'config', key: ' mail.from ' })).toEqual({ kind: 'config', key: 'mail.from' });
});

it('says nothing while something is missing, and what that is', () => {
  const missing: [Partial<RuleForm>, string][] = [
    [{}, 'folder'],
    [{ folder: 'f', verbs: [] }, 'acts'],
    [{ kind: 'tool' }, 'tool'],
    [{ kind: 'net', host: ' ' }, 'host'],
    [{ kind: 'line', line: 'git' }, 'tool'],
    [{ kind: 'line', tool: 'run_shell', line: ' ' }, 'line'],
    [{ kind: 'argument', tool: 'run_shell', value: 'x' }, 'argument'],
    [{ kind: 'argument', tool: 'run_shell', argument: 'cwd' }, 'value'],
    [{ kind: 'secret' }, 'secret'],
    [{ kind: 'config', key: ' ' }, 'key'],
  ];
  for (const [part, what] of missing) {
    expect(read(part)).toBeUndefined();
    expect(missingIn({ ...emptyForm('sample'), ...part }, [shell])).toBe(what);
  }
  expect(missingIn({ ...emptyForm('sample'), folder: 'f' }, [shell])).toBeUndefined();
});

it('ends when it was chosen to', () => {
  expect(endOf('always', 7)).toBeUndefined();
  expect(endOf('hour', 7)).toBe(3_600_007);
  expect(readForm({ ...emptyForm('every'), folder: '*', until: 9 }, [])).toMatchObject({
    agent: 'every',
    expiresAt: 9,
  });
});
