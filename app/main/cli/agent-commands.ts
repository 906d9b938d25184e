import fs from 'node:fs';
import path from 'node:path';
import { WarrantError } from '#contract/errors';
import type { Json } from '#contract/ids';
import { printTable } from './print-table.ts';
import type { CommandContext } from './program.ts';
import { systemWords } from './run-commands.ts';
import { print, warn } from './terminal.ts';

/** `agent list|show|save|remove`. */
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
          print(terminal, JSON.stringify({ agent: shown.agent, sheet: shown.sheet, path: shown.path }));
          return 0;
        }
        print(terminal, shown.text);
        const lines = (title: string, group: { text: string; code?: string | undefined }[]): void => {
          if (group.length > 0)
            print(
              terminal,
              `${title}\n${group.map((line) => `  ${[line.text, line.code].filter(Boolean).join(' ')}`).join('\n')}`,
            );
        };
        lines('Without asking', shown.sheet.without);
        lines('After you agree, each time', shown.sheet.asking);
        lines('Never', shown.sheet.never);
        lines('At most', shown.sheet.most);
        return 0;
      }),
    );
  agent
    .command('save')
    .description('save an agent file and accept what it asks for. Example: warrant agent save ./checker.agent.json')
    .argument('<file>')
    .action((file: string) =>
      withClient(async ({ client }) => {
        const full = path.resolve(parts.workingFolder, file);
        let text: string;
        try {
          text = fs.readFileSync(full, 'utf8');
        } catch (error) {
          throw new WarrantError('not-found', `The agent file ${full} can’t be read: ${systemWords(error)}.`);
        }
        const saved = await client.agent.save({ file: text, base: path.dirname(full) });
        print(terminal, `saved ${saved.agent.name}, revision ${saved.agent.revision}`);
        warn(terminal, saved.path);
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
