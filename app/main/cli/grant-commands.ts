import type { Json } from '#contract/ids';
import type { PolicyRow } from '#contract/views';
import { codeOfError, errorLine } from './error-text.ts';
import { UsageError } from './exit-codes.ts';
import { addGrantFlags, draftOf, type GrantFlags } from './grant-flags.ts';
import { printTable } from './print-table.ts';
import type { CommandContext } from './program.ts';
import { print, printJson } from './terminal.ts';

/** A rule as it is listed: the grant, with how many calls it decided and the run it holds for alone. */
function listed({ grant, hits, run }: PolicyRow): Json[] {
  return grant ? [{ ...grant, hits, ...(run === undefined ? {} : { run }) } as unknown as Json] : [];
}

/** `grants`, `grant add|revoke|restore`. */
export function addGrantCommands(context: CommandContext): void {
  const { program, parts, withClient } = context;
  const { terminal } = parts;
  const say = (value: Json, ...lines: string[]): void =>
    context.form() === 'text' ? print(terminal, lines.join('\n')) : printJson(terminal, value);
  program
    .command('grants')
    .description('list what was granted, asked for or denied by rule. Example: warrant grants --agent ledger-check')
    .option('--agent <name>', 'only what counts for this agent')
    .action((options: { agent?: string }) =>
      withClient(async ({ client }) => {
        const rows = await client.policy.list(options);
        printTable(context, rows.flatMap(listed), [
          ['id', (row) => row.id],
          ['run', (row) => row.run],
          ['from', (row) => row.source],
          ['hits', (row) => row.hits],
          ['rule', (row) => row.sentence],
        ]);
        return 0;
      }),
    );
  const grant = program.command('grant').description('give and take rules. Example: warrant grant revoke ID');
  addGrantFlags(
    grant
      .command('add')
      .description(
        'give a rule; prints its sentence, then its id. Example: warrant grant add --agent ledger-check --allow --folder ./reports --verbs write --until 30d',
      )
      .option('--agent <name>', 'for this agent, or every'),
  ).action((flags: GrantFlags) => {
    const draft = draftOf(flags, parts.workingFolder);
    return withClient(async ({ client }) => {
      // What the host can't make a rule of was given by the flags.
      const { sentence } = await client.grant.preview(draft).catch((error: unknown) => {
        throw codeOfError(error)?.code === 'bad-input' ? new UsageError(errorLine(error)) : error;
      });
      if (context.form() === 'text') print(terminal, sentence);
      const added = await client.grant.add(draft);
      say(added as unknown as Json, added.id);
      return 0;
    });
  });
  grant
    .command('revoke')
    .description('take a rule back, from the next decision on. Example: warrant grant revoke ID')
    .argument('<id>')
    .option('--run <run>', 'one that was given for this run alone')
    .action((id: string, options: { run?: string }) =>
      withClient(async ({ client }) => {
        const { sentence } = await client.grant.revoke({ id, ...options });
        say({ id, sentence }, `revoked: ${sentence}`);
        return 0;
      }),
    );
  grant
    .command('restore')
    .description('put back what was revoked. Example: warrant grant restore ID')
    .argument('<id>')
    .option('--run <run>', 'one that was given for this run alone')
    .action((id: string, options: { run?: string }) =>
      withClient(async ({ client }) => {
        const restored = await client.grant.restore({ id, ...options });
        say(restored as unknown as Json, `restored: ${restored.sentence}`);
        return 0;
      }),
    );
}
