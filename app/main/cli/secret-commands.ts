import { WarrantError } from '#contract/errors';
import type { Json } from '#contract/ids';
import { UsageError } from './exit-codes.ts';
import { printTable } from './print-table.ts';
import type { CommandContext } from './program.ts';
import { askHidden, print, printJson, readAll, type Terminal, warn } from './terminal.ts';

/** The value from a prompt that shows nothing, or all of standard input without the line end that closes it. */
async function readValue(terminal: Terminal, name: string): Promise<string> {
  const typed = terminal.interactive
    ? await askHidden(terminal, `value of ${name} (not shown): `)
    : (await readAll(terminal)).replace(/\r?\n$/, '');
  if (typed === undefined || typed === '') throw new UsageError(`no value was given for ${name}; nothing was changed`);
  return typed;
}

/** `secret set|list|remove`. A value comes from standard input or a prompt, never from an argument, and is never printed. */
export function addSecretCommands(context: CommandContext): void {
  const { program, parts, withClient } = context;
  const { terminal } = parts;
  const secret = program.command('secret').description('secrets by name. Example: warrant secret list');
  secret
    .command('set')
    .description(
      'keep a value, read from standard input or a prompt. Example: warrant secret set tracker --origin https://api.example.com < key.txt',
    )
    .argument('<name>')
    // What does not belong there may be a value: it is refused here, by words that do not repeat it.
    .argument('[more...]')
    .allowUnknownOption()
    .usage('[options] <name>')
    .option('--origin <url>', 'the one place a header may carry it to, such as https://api.example.com')
    .action((name: string, more: string[], { origin }: { origin?: string }) => {
      if (more.length > 0)
        throw new UsageError('a value is never an argument: give it on standard input, or type it at the prompt');
      return withClient(async ({ client, attached }) => {
        const { keyStore } = await client.host.info();
        if (keyStore.state === 'session' && !attached)
          throw new WarrantError(
            'unavailable',
            'There is no key store here, so the value would be gone when this command ends. Give a passphrase in WARRANT_PASSPHRASE.',
          );
        const value = await readValue(terminal, name);
        const row = await client.secret.set({ name, value, ...(origin === undefined ? {} : { origin }) });
        if (context.form() !== 'text') printJson(terminal, row);
        else print(terminal, row.origin === undefined ? `kept ${name}` : `kept ${name} for ${row.origin}`);
        if (keyStore.state === 'session') warn(terminal, keyStore.detail);
        return 0;
      });
    });
  secret
    .command('list')
    .description('names, origins and dates. Example: warrant secret list')
    .action(() =>
      withClient(async ({ client }) => {
        printTable(context, (await client.secret.list()) as Json[], [
          ['name', (row) => row.name],
          ['origin', (row) => row.origin ?? 'any'],
          ['set', (row) => new Date(Number(row.createdAt)).toISOString().slice(0, 16).replace('T', ' ')],
          ['agents', (row) => (Array.isArray(row.agents) ? row.agents.join(', ') : '')],
          ['value', (row) => (row.kept ? 'kept' : 'can’t be opened')],
        ]);
        return 0;
      }),
    );
  secret
    .command('remove')
    .description('delete a value and its name. Example: warrant secret remove tracker')
    .argument('<name>')
    .action((name: string) =>
      withClient(async ({ client }) => {
        await client.secret.remove({ name });
        print(terminal, `removed ${name}`);
        return 0;
      }),
    );
}
