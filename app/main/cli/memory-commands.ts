import type { Command } from 'commander';
import type { Json } from '#contract/ids';
import { LONGEST_MEMORY } from '#contract/memory';
import type { MemoryRow } from '#contract/views';
import { EXIT, UsageError } from './exit-codes.ts';
import { onOneLine } from './on-one-line.ts';
import { printTable } from './print-table.ts';
import { type CommandContext, positive } from './program.ts';
import { print, printJson, readAll, warn } from './terminal.ts';

const ORIGINS = { you: 'you', agent: 'agent', outside: 'outside text' } as const;

/** The agent, from `--agent` or as the first word; and the other words. */
function agentOf(words: readonly string[], agent: string | undefined): [agent: string, rest: string[]] {
  const [first, ...rest] = words;
  if (agent !== undefined) return [agent, [...words]];
  if (first === undefined) throw new UsageError('say whose memories: --agent NAME');
  return [first, rest];
}

/** Exactly one id of a memory. */
function idOf([id, ...more]: readonly string[]): string {
  if (id === undefined || more.length > 0) throw new UsageError('say one memory by its id, such as M12');
  return id;
}

function printRow(context: CommandContext, row: MemoryRow, said: string): void {
  const { terminal } = context.parts;
  if (context.form() === 'text') print(terminal, said);
  else printJson(terminal, row);
}

async function printRows(context: CommandContext, input: { agent: string; query?: string; limit: number }) {
  const { terminal } = context.parts;
  await context.withClient(async ({ client }) => {
    const { rows, note } = await client.memory.list(input);
    printTable(context, rows as unknown as Json[], [
      ['id', (row) => row.id],
      ['from', (row) => ORIGINS[row.origin as keyof typeof ORIGINS]],
      ['kept', (row) => new Date(Number(row.rememberedAt)).toISOString().slice(0, 16).replace('T', ' ')],
      ['runs', (row) => (Array.isArray(row.uses) ? row.uses.length : 0)],
      ['text', (row) => onOneLine(String(row.text))],
    ]);
    if (note !== undefined) warn(terminal, note);
    return EXIT.completed;
  });
}

/** `memory list|search|add|correct|remove|restore`: what an agent remembers. */
export function addMemoryCommands(context: CommandContext): void {
  const { program, parts, withClient } = context;
  const { terminal } = parts;
  const memory = program
    .command('memory')
    .description('what agents remember. Example: warrant memory list --agent city-brief');
  const sub = (name: string, description: string, usage: string): Command =>
    memory
      .command(name)
      .description(description)
      .argument('[words...]')
      .usage(`[options] ${usage}`)
      .option('--agent <name>', 'whose memories; else the first word');
  /** `-` stands for standard input. */
  const textOf = async (words: readonly string[]): Promise<string> => {
    const isPiped = words.length === 1 && words[0] === '-';
    const text = isPiped ? await readAll(terminal, LONGEST_MEMORY) : words.join(' ');
    // The rest is not read, so how long it is can't be said.
    if (isPiped && Buffer.byteLength(text) > LONGEST_MEMORY)
      throw new UsageError(`the text is too long: a memory may have ${LONGEST_MEMORY} bytes at most; nothing was kept`);
    if (text.trim() === '') throw new UsageError('say what is to be remembered');
    return text;
  };
  sub('list', 'the latest first. Example: warrant memory list --agent city-brief', '--agent NAME')
    .option('--limit <n>', 'how many at most', positive, 1000)
    .action((words: string[], options: { agent?: string; limit: number }) => {
      const [agent, more] = agentOf(words, options.agent);
      if (more.length > 0) throw new UsageError('to look for words, use: warrant memory search');
      return printRows(context, { agent, limit: options.limit });
    });
  sub('search', 'best match first. Example: warrant memory search --agent city-brief population', '--agent NAME WORDS…')
    .option('--limit <n>', 'how many at most', positive, 20)
    .action((words: string[], options: { agent?: string; limit: number }) => {
      const [agent, query] = agentOf(words, options.agent);
      return printRows(context, { agent, query: query.join(' '), limit: options.limit });
    });
  sub(
    'add',
    'keep a text of yours, or - for standard input. Example: warrant memory add --agent city-brief "Use km"',
    '--agent NAME TEXT',
  ).action(async (words: string[], options: { agent?: string }) => {
    const [agent, rest] = agentOf(words, options.agent);
    const text = await textOf(rest);
    return withClient(async ({ client }) => {
      const row = await client.memory.add({ agent, text });
      printRow(context, row, `kept as ${row.id}`);
      return EXIT.completed;
    });
  });
  sub(
    'correct',
    'put one right; it is yours then. Example: warrant memory correct --agent city-brief M3 "Use miles"',
    '--agent NAME ID TEXT',
  ).action(async (words: string[], options: { agent?: string }) => {
    const [agent, [id = '', ...rest]] = agentOf(words, options.agent);
    const text = await textOf(rest);
    return withClient(async ({ client }) => {
      printRow(context, await client.memory.correct({ agent, id, text }), `corrected ${id}`);
      return EXIT.completed;
    });
  });
  sub('remove', 'take one away. Example: warrant memory remove --agent city-brief M3', '--agent NAME ID').action(
    (words: string[], options: { agent?: string }) => {
      const [agent, rest] = agentOf(words, options.agent);
      const id = idOf(rest);
      return withClient(async ({ client, attached }) => {
        await client.memory.remove({ agent, id });
        // Where no app runs, the text is deleted as this command ends.
        const undo = attached ? `; for half a minute, warrant memory restore --agent ${agent} ${id} puts it back` : '';
        if (context.form() === 'text') print(terminal, `removed ${id}${undo}`);
        else printJson(terminal, { ok: true, id });
        return EXIT.completed;
      });
    },
  );
  sub(
    'restore',
    'put back one just removed, while the app runs. Example: warrant memory restore --agent city-brief M3',
    '--agent NAME ID',
  ).action((words: string[], options: { agent?: string }) => {
    const [agent, rest] = agentOf(words, options.agent);
    const id = idOf(rest);
    return withClient(async ({ client }) => {
      printRow(context, await client.memory.restore({ agent, id }), `put back ${id}`);
      return EXIT.completed;
    });
  });
}
