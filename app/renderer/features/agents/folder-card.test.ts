import { expect, it } from 'vitest';
import type { Tool } from '#contract/tool';
import { verdictOf } from './folder-card.tsx';

const tool = (name: string, verbs: ('read' | 'write' | 'delete')[], runsCode = false): Tool => ({
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
      effect: { change: 'write', where: 'local', repeat: 'safe' },
      files: [{ field: 'path', verbs }],
      runsCode,
      outside: false,
    },
  ],
});
const tools = [
  tool('read_file', ['read']),
  tool('write_file', ['write']),
  tool('edit_file', ['write']),
  tool('delete_file', ['delete']),
];

it('denies writing and deleting in a folder for reading, whatever the tools say', () => {
  const uses = [{ tool: 'write_file', ask: 'never' as const }, { tool: 'delete_file' }];
  expect(verdictOf('read', 'write', uses, tools)).toBe('deny');
  expect(verdictOf('read', 'delete', uses, tools)).toBe('deny');
});

it('allows writing only where every ticked tool that writes does not ask', () => {
  expect(verdictOf('write', 'write', [{ tool: 'write_file', ask: 'never' }], tools)).toBe('allow');
  expect(verdictOf('write', 'write', [{ tool: 'write_file', ask: 'never' }, { tool: 'edit_file' }], tools)).toBe('ask');
  expect(verdictOf('write', 'write', [{ tool: 'read_file' }], tools)).toBe('ask');
});

it('never allows deleting without asking, and denies it where no ticked tool deletes', () => {
  expect(verdictOf('write', 'delete', [{ tool: 'delete_file', ask: 'never' }], tools)).toBe('ask');
  expect(verdictOf('write', 'delete', [{ tool: 'write_file' }], tools)).toBe('deny');
  expect(verdictOf('write', 'delete', [{ tool: 'run_python' }], [tool('run_python', [], true)])).toBe('ask');
});
