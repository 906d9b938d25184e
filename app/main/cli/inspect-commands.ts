import type { Json } from '#contract/ids';
import { codeOfError } from './error-text.ts';
import { EXIT } from './exit-codes.ts';
import { printTable } from './print-table.ts';
import { type CliParts, type CommandContext, positive } from './program.ts';
import { print, printJson } from './terminal.ts';
import { warnBroken } from './warn-broken.ts';

/** `log verify`, `doctor`, `serve`. */
export function addInspectCommands(context: CommandContext): void {
  const { program, parts, withClient } = context;
  const { terminal } = parts;
  program
    .command('log')
    .description('the log. Example: warrant log verify')
    .command('verify')
    .description('check the hash chain; names the first broken entry. Example: warrant log verify RUN')
    .argument('[run]')
    .action(async (run: string | undefined) => {
      const show = (result: Awaited<ReturnType<CliParts['verifyAlone']>>): number => {
        if (context.form() !== 'text') printJson(terminal, result);
        else if (result.ok) print(terminal, `the chain holds: ${result.entries} entries in ${result.streams} streams`);
        return warnBroken(terminal, result);
      };
      try {
        await withClient(async ({ client }) => show(await client.log.verify(run === undefined ? {} : { run })));
      } catch (fault) {
        if (codeOfError(fault)?.code !== 'corrupt') throw fault;
        context.setExitCode(show(parts.verifyAlone()));
      }
    });
  program
    .command('doctor')
    .description('what works here, and what to do about the rest. Example: warrant doctor')
    .action(() =>
      withClient(async ({ client }) => {
        const rows = await client.host.doctor({ selfTest: true });
        printTable(context, rows as Json[], [
          ['state', (row) => row.state],
          ['what', (row) => row.name],
          ['how it is', (row) => [row.detail, row.advice].filter((text) => text !== '').join(' ')],
        ]);
        return rows.some((row) => row.state === 'fault') ? EXIT.failed : EXIT.completed;
      }),
    );
  program
    .command('serve')
    .description('the host with its page on 127.0.0.1. Example: warrant serve --port 0')
    .option('--port <n>', 'the port; 0 takes any', (text) => (text === '0' ? 0 : positive(text)), 0)
    .option('--no-open', 'do not open a browser')
    .action(async ({ port, open }: { port: number; open: boolean }) => {
      context.setExitCode(await parts.serve({ port, open, level: context.logLevel() }));
    });
}
