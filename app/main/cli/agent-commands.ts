import fs from 'node:fs';
import path from 'node:path';
import type { Agent } from '#contract/agent';
import { WarrantError } from '#contract/errors';
import type { Json } from '#contract/ids';
import type { Sheet } from '#contract/views';
import type { Client } from './client.ts';
import { EXIT } from './exit-codes.ts';
import { printTable } from './print-table.ts';
import type { CommandContext } from './program.ts';
import { systemWords } from './run-commands.ts';
import { print, printJson, type Terminal, warn } from './terminal.ts';

function readAgentFile(file: string, workingFolder: string): { text: string; base: string } {
  const full = path.resolve(workingFolder, file);
  try {
    return { text: fs.readFileSync(full, 'utf8'), base: path.dirname(full) };
  } catch (error) {
    throw new WarrantError('not-found', `The agent file ${full} can’t be read: ${systemWords(error)}.`);
  }
}

function printSheet(terminal: Terminal, sheet: Sheet): void {
  const groups = [
    ['Without asking', sheet.without],
    ['After you agree, each time', sheet.asking],
    ['Never', sheet.never],
    ['At most', sheet.most],
  ] as const;
  for (const [title, lines] of groups)
    if (lines.length > 0)
      print(
        terminal,
        [title, ...lines.map(({ text, code }) => `  ${[text, code].filter(Boolean).join(' ')}`)].join('\n'),
      );
}

/** Which rules of the person hold over what an agent file asks for. */
function printNarrowed(terminal: Terminal, narrowed: readonly string[] = []): void {
  if (narrowed.length > 0)
    print(terminal, ['Narrowed by your rules', ...narrowed.map((each) => `  ${each}`)].join('\n'));
}

/** Names the secrets that an agent asks for and that nobody stored yet: its calls fail where they need one. */
async function warnMissingSecrets(client: Client, terminal: Terminal, agent: Agent): Promise<void> {
  const wanted = new Set(agent.bindings.flatMap(({ secrets }) => secrets.map(({ secret }) => secret)));
  if (wanted.size === 0) return;
  for (const { name } of await client.secret.list()) wanted.delete(name);
  for (const name of wanted)
    warn(terminal, `warning: there is no secret ${name} yet; \`warrant secret set ${name}\` stores it`);
}

/** `agent list|show|save|export|import|remove`. */
export function addAgentCommands(context: CommandContext): void {
  const { program, parts, withClient } = context;
  const { terminal } = parts;
  const agent = program.command('agent').description('agents. Example: warrant agent list');
  agent
    .command('list')
    .description('list agents. Example: warrant agent list')
    .action(() =>
      withClient(async ({ client }) => {
        printTable(context, (await client.agent.list()) as Json[], [
          ['name', (row) => row.name],
          ['revision', (row) => row.revision],
          ['model', (row) => row.model],
          ['may', (row) => row.fault ?? row.summary],
        ]);
        return 0;
      }),
    );
  agent
    .command('show')
    .description('show an agent’s file and what it may do. Example: warrant agent show ledger-check')
    .argument('<name>')
    .action((name: string) =>
      withClient(async ({ client }) => {
        const shown = await client.agent.show({ name });
        if (context.form() !== 'text') {
          printJson(terminal, { agent: shown.agent, sheet: shown.sheet, path: shown.path });
          return 0;
        }
        print(terminal, shown.text);
        printSheet(terminal, shown.sheet);
        return 0;
      }),
    );
  agent
    .command('save')
    .description('save an agent file and accept what it asks for. Example: warrant agent save ./checker.agent.json')
    .argument('<file>')
    .action((file: string) =>
      withClient(async ({ client }) => {
        const { text, base } = readAgentFile(file, parts.workingFolder);
        const saved = await client.agent.save({ file: text, base });
        print(terminal, `saved ${saved.agent.name}, revision ${saved.agent.revision}`);
        printNarrowed(terminal, saved.narrowed);
        await warnMissingSecrets(client, terminal, saved.agent);
        warn(terminal, saved.path);
        return 0;
      }),
    );
  agent
    .command('export')
    .description('print an agent’s file. Example: warrant agent export ledger-check > checker.agent.json')
    .argument('<name>')
    .action((name: string) =>
      withClient(async ({ client }) => {
        const { text } = await client.agent.show({ name });
        // A file gets it as it is.
        if ('isTTY' in terminal.output && terminal.output.isTTY === true) print(terminal, text);
        else terminal.output.write(text);
        return 0;
      }),
    );
  agent
    .command('import')
    .description('show what an agent file asks for; --yes saves it. Example: warrant agent import ./checker.agent.json')
    .argument('<file>')
    .option('--yes', 'accept what it asks for, and save it')
    .action((file: string, { yes }: { yes?: boolean }) =>
      withClient(async ({ client }) => {
        const { text, base } = readAgentFile(file, parts.workingFolder);
        const checked = await client.agent.check({ file: text, base });
        const [first] = checked.problems;
        if (first) throw new WarrantError('bad-input', `The agent file can’t be used: ${first.message}`);
        if (checked.sheet) printSheet(terminal, checked.sheet);
        printNarrowed(terminal, checked.narrowed);
        if (!yes) {
          warn(terminal, 'nothing was saved; --yes accepts this and saves it');
          return EXIT.waiting;
        }
        const saved = await client.agent.save({ file: text, base });
        print(terminal, `saved ${saved.agent.name}, revision ${saved.agent.revision}`);
        return 0;
      }),
    );
  agent
    .command('remove')
    .description('remove an agent; its runs stay. Example: warrant agent remove checker')
    .argument('<name>')
    .action((name: string) =>
      withClient(async ({ client }) => {
        await client.agent.remove({ name });
        print(terminal, `removed ${name}`);
        return 0;
      }),
    );
}
