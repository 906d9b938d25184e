import { expect, it } from 'vitest';
import type { Command, Tool } from '#contract/tool';
import { mainField, targetsOf, typedCall } from './test-call.ts';

const command = (part: Partial<Command>): Command => ({
  path: [],
  description: '',
  input: {},
  output: {},
  effect: { change: 'read', where: 'local', repeat: 'safe' },
  files: [],
  runsCode: false,
  outside: false,
  ...part,
});
const tool = (name: string, ...commands: Partial<Command>[]): Tool => ({
  name,
  version: '1',
  description: '',
  runtime: { type: 'host' },
  commands: commands.map(command),
});
const string = { type: 'string' };
const targets = targetsOf([
  tool('write_file', {
    input: { type: 'object', required: ['content', 'path'], properties: { content: string, path: string } },
    files: [{ field: 'path', verbs: ['write'] }],
  }),
  tool(
    'mail',
    { path: ['send'], input: { required: ['to', 'copies'], properties: { to: string, copies: { type: 'integer' } } } },
    { path: ['list'], input: { properties: { limit: { type: 'number' } } } },
  ),
]);
const [write, send, list] = targets;

it('lists each command by the name a model calls it by', () => {
  expect(targets.map(({ name }) => name)).toEqual(['write_file', 'mail__send', 'mail__list']);
});

it('types the path, the address or the line, else the first argument', () => {
  expect(targets.map(mainField)).toEqual(['path', 'to', 'limit']);
});

it('takes plain text as the main argument and the rest as empty, and names what it took', () => {
  expect(typedCall('a/b.md', write, targets)).toEqual({
    type: 'call',
    tool: 'write_file',
    command: [],
    input: { path: 'a/b.md', content: '' },
    filled: ['content'],
  });
  expect(typedCall('x@y', send, targets)).toMatchObject({ command: ['send'], input: { to: 'x@y', copies: 0 } });
  expect(typedCall('20', list, targets)).toMatchObject({ input: { limit: 20 } });
  expect(typedCall('', list, targets)).toMatchObject({ input: {} });
});

it('takes pasted JSON as a whole call, or as arguments of the chosen tool', () => {
  expect(typedCall('{"tool":"mail","command":["send"],"input":{"to":"z"}}', write, targets)).toEqual({
    type: 'call',
    tool: 'mail',
    command: ['send'],
    input: { to: 'z' },
    filled: [],
  });
  expect(typedCall('{"name":"mail__list","args":{}}', write, targets)).toMatchObject({ command: ['list'] });
  expect(typedCall(' {"path":"q"}', write, targets)).toMatchObject({ tool: 'write_file', input: { path: 'q' } });
});

it('says what is wrong with what was typed', () => {
  const fault = (text: string, chosen = write) => {
    const call = typedCall(text, chosen, targets);
    return call.type === 'fault' ? call.fault : call.type;
  };
  expect(fault('{"path":')).toBe('json');
  expect(fault('{"tool":"rm","input":{}}')).toBe('unknown-tool');
  expect(typedCall('a', undefined, [])).toMatchObject({ fault: 'no-tool' });
  expect(typedCall('{"path":"a"}', undefined, [])).toMatchObject({ fault: 'no-tool' });
});
