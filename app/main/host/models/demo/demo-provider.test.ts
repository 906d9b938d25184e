import { describe, expect, test } from 'vitest';
import type { Message, ModelReply, ModelRequest } from '#contract/model';
import { BUILTIN_TOOLS } from '../../tools/builtin-tools.ts';
import { demoProvider } from './demo-provider.ts';
import { keyWord } from './file-skills.ts';
import { fileIn, findExpression } from './simple-skills.ts';

const FOLDER =
  'Be useful.\n\nPlaces for files:\n- /folders/work (read; a change needs the person’s consent)\n- /agent (your own disk)';

function request(messages: Message[], instructions = FOLDER): ModelRequest {
  const tools = BUILTIN_TOOLS.map((builtin) => builtin.tool);
  const model = { provider: 'demo', model: 'demo' };
  return { model, protocol: 'native', instructions, messages, tools, step: 0 };
}

async function replyTo(messages: Message[], instructions = FOLDER): Promise<ModelReply> {
  let deltas = '';
  for await (const part of demoProvider().stream(request(messages, instructions), new AbortController().signal)) {
    if (part.type === 'reply') {
      expect(deltas).toBe(part.reply.text);
      return part.reply;
    }
    deltas += part.text;
  }
  throw new Error('a stream ends with a reply');
}

const asks = (text: string): Message => ({ role: 'user', text });

function answered(reply: ModelReply, text: string, error = false): Message[] {
  const calls = reply.toolCalls.map((call, n) => ({ ...call, id: `c${n}` }));
  return [
    { role: 'assistant', reply: { ...reply, toolCalls: calls } },
    ...calls.map((call): Message => ({ role: 'tool', callId: call.id, tool: call.tool, text, error })),
  ];
}

describe('the demo model', () => {
  test.each([
    ['what is 1500 * 1.12?', 'calculator', { expression: '1500 * 1.12' }],
    ['How much is 12 times 7', 'calculator', { expression: '12 * 7' }],
    ['(2 + 3) * 4 = ?', 'calculator', { expression: '(2 + 3) * 4' }],
    ['what time is it?', 'current_time', {}],
    ['How many words are in “one two three”?', 'word_count', { text: 'one two three' }],
    ['Which files are there?', 'list_files', { path: '/folders/work', recursive: true }],
    ['read plan.md', 'read_file', { path: 'plan.md' }],
    ['write hello to note.txt', 'write_file', { path: 'note.txt', content: 'hello\n' }],
    ['Create todo.md with "buy milk"', 'write_file', { path: 'todo.md', content: 'buy milk\n' }],
    ['Who is the caterer?', 'search_files', { pattern: 'caterer', path: '/folders/work' }],
    ['check the ledger', 'list_files', { path: '/folders/work', recursive: true }],
  ])('understands "%s" by calling %s', async (prompt, tool, input) => {
    const { toolCalls } = await replyTo([asks(prompt)]);
    expect(toolCalls).toMatchObject([{ tool, input }]);
  });

  test('makes its answer from the result of the call', async () => {
    const first = await replyTo([asks('what is 1500 * 1.12?')]);
    const last = await replyTo([asks('what is 1500 * 1.12?'), ...answered(first, '1680')]);
    expect(last).toMatchObject({ text: '1500 * 1.12 = 1680', toolCalls: [], stopReason: 'end' });
  });

  test('says that nothing was written when the person denied it', async () => {
    const first = await replyTo([asks('write hello to note.txt')]);
    const last = await replyTo([
      asks('write hello to note.txt'),
      ...answered(first, 'Error: The person denied this call.', true),
    ]);
    expect(last.text).toMatch(/^note\.txt was not written\..*denied/s);
  });

  test('never reports findings that the program did not print', async () => {
    const listed = await replyTo([asks('check the ledger')]);
    const history = [asks('check the ledger'), ...answered(listed, 'statement.csv')];
    const ran = await replyTo(history);
    expect(ran.toolCalls).toMatchObject([{ tool: 'run_python' }]);
    const last = await replyTo([
      ...history,
      ...answered(ran, 'could not check the ledger: no statement\n{"check":"ledger","error":"no statement"}'),
    ]);
    expect(last.text).toContain('no result that can be read');
    expect(last.toolCalls).toEqual([]);
  });

  test('says what it is when it does not understand', async () => {
    const { text } = await replyTo([asks('compose an ode')], 'No folders.');
    expect(text).toContain('follows rules and is no language model');
  });
});

test.each([
  ['what is 2+2', '2+2'],
  ['sum: 1,000 + 2,500.50', '1000 + 2500.50'],
  ['is -5 + 3 negative?', '-5 + 3'],
  ['call me at 10', undefined],
  ['the year 2026 was good', undefined],
])('finds the sum in "%s"', (text, expression) => {
  expect(findExpression(text)).toBe(expression);
});

test.each([
  ['read notes/plan.md please', 'notes/plan.md'],
  ['what is 1.5 + 2', undefined],
  ['look at “a.txt”', 'a.txt'],
])('finds the file in "%s"', (text, file) => {
  expect(fileIn(text)).toBe(file);
});

test('searches for the word that matters', () => {
  expect(keyWord('Who is the caterer for the party?')).toBe('caterer');
});
