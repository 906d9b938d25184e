import { expect, it } from 'vitest';
import type { Tool } from '#contract/tool';
import { emptyForm, endOf, type RuleForm, readForm } from './rule-form.ts';

const shell: Tool = {
  name: 'run_shell',
  version: '1',
  description: '',
  runtime: { type: 'host' },
  commands: [
    {
      path: [],
      description: '',
      input: {},
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
  expect(read({ kind: 'net', host: 'a.example' })).toEqual({
    kind: 'net',
    host: 'a.example',
    ports: [],
    methods: ['GET'],
  });
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

it('says nothing while something is missing', () => {
  const missing: Partial<RuleForm>[] = [
    {},
    { folder: 'f', verbs: [] },
    { kind: 'tool' },
    { kind: 'net', host: ' ' },
    { kind: 'line', line: 'git' },
    { kind: 'line', tool: 'run_shell', line: ' ' },
    { kind: 'line', tool: 'other', line: 'git' },
  ];
  for (const part of missing) expect(read(part)).toBeUndefined();
});

it('ends when it was chosen to', () => {
  expect(endOf('always', 7)).toBeUndefined();
  expect(endOf('hour', 7)).toBe(3_600_007);
  expect(readForm({ ...emptyForm('every'), folder: '*', until: 9 }, [])).toMatchObject({
    agent: 'every',
    expiresAt: 9,
  });
});
