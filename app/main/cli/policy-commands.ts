import fs from 'node:fs';
import path from 'node:path';
import { WarrantError } from '#contract/errors';
import type { Json } from '#contract/ids';
import type { ChangedCall, Explanation, WhatIf } from '#contract/views';
import { UsageError } from './exit-codes.ts';
import { addGrantFlags, draftOf, type GrantFlags } from './grant-flags.ts';
import { printTable } from './print-table.ts';
import type { CommandContext } from './program.ts';
import { many, systemWords } from './run-commands.ts';
import { print, printJson, readAll, type Terminal, warn } from './terminal.ts';

function parseJson(text: string, what: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new UsageError(`${what} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const PAST = { allow: 'Allowed', ask: 'Asked', deny: 'Denied' } as const;

function printExplanation(terminal: Terminal, { decision, reason, rule, steps }: Explanation): void {
  print(terminal, `${PAST[decision]}. ${reason}`);
  print(terminal, `Rule: ${rule.sentence} (${rule.source}, ${rule.id})`);
  for (const [index, { text, source }] of steps.entries()) print(terminal, `${index + 1}. ${text} (${source})`);
}

const count = (number: number, words: string): string => `${String(number).padStart(7)}  ${words}`;

function past({ before, answer }: ChangedCall): string {
  if (before !== 'ask') return PAST[before].toLowerCase();
  return answer === undefined ? 'asked' : `asked, you ${PAST[answer].toLowerCase()} it`;
}

function printWhatIf(context: CommandContext, { counts, calls, runs, sentences }: WhatIf): void {
  const { terminal } = context.parts;
  for (const sentence of sentences) print(terminal, sentence);
  print(terminal, count(counts.nowAllowed, 'would be allowed'));
  print(terminal, count(counts.nowAsked, 'would be asked about'));
  print(terminal, count(counts.nowDenied, 'would be denied'));
  print(terminal, count(counts.unchanged, `unchanged, in ${runs.looked} ${runs.looked === 1 ? 'run' : 'runs'}`));
  if (counts.deniedWouldRun > 0)
    print(terminal, `${counts.deniedWouldRun} that you had denied would run without a question.`);
  if (calls.length > 0)
    printTable(context, calls.map((call) => ({ ...call, past: past(call) })) as unknown as Json[], [
      ['run', (row) => row.run],
      ['call', (row) => row.callId],
      ['agent', (row) => row.agent],
      ['tool', (row) => row.tool],
      ['then', (row) => row.past],
      ['now', (row) => (row.now === 'allow' ? 'allowed' : row.now === 'ask' ? 'asked' : 'denied')],
      ['about', (row) => row.object],
    ]);
}

/** The text of a file, or of standard input for `-`. */
async function readText(context: CommandContext, file: string): Promise<string> {
  if (file === '-') return readAll(context.parts.terminal);
  const full = path.resolve(context.parts.workingFolder, file);
  try {
    return fs.readFileSync(full, 'utf8');
  } catch (error) {
    throw new WarrantError('not-found', `The file ${full} can’t be read: ${systemWords(error)}.`);
  }
}

type WhatIfFlags = GrantFlags & { add?: boolean; revoke: string[] };

function addWhatIf(context: CommandContext, policy: CommandContext['program']): void {
  const { parts, withClient } = context;
  const { terminal } = parts;
  addGrantFlags(
    policy
      .command('what-if')
      .description(
        'what a change of rules would have done to past calls. Example: warrant policy what-if --add --agent ledger-check --allow --folder ./reports --verbs write',
      )
      .option('--add', 'with the rule that the further flags say')
      .option('--revoke <id>', 'without this rule (repeatable)', many, [])
      .option('--agent <name>', 'looks at the runs of this agent alone; the rule is for it, or for every'),
  ).action((flags: WhatIfFlags) => {
    if (!flags.add && flags.revoke.length === 0)
      throw new UsageError('say what would change: --add and a rule, or --revoke ID');
    const add = flags.add ? [draftOf(flags, parts.workingFolder)] : [];
    const agent = flags.agent === undefined || flags.agent === 'every' ? {} : { agent: flags.agent };
    return withClient(async ({ client }) => {
      for await (const word of await client.policy.whatIf({ add, revoke: flags.revoke, ...agent })) {
        if (context.form() === 'jsonl') printJson(terminal, word);
        else if (!word.done) warn(terminal, `looked at ${word.runs.looked} of ${word.runs.of} runs`);
        else if (context.form() === 'json') printJson(terminal, word);
        else printWhatIf(context, word);
      }
      return 0;
    });
  });
}

/** `policy list|test|what-if|middleware`. */
export function addPolicyCommands(context: CommandContext): void {
  const { program, parts, withClient } = context;
  const { terminal } = parts;
  const policy = program.command('policy').description('rules and what they decide. Example: warrant policy list');
  policy
    .command('list')
    .description('every rule, those that decide most first. Example: warrant policy list --agent ledger-check')
    .option('--agent <name>', 'only what counts for this agent')
    .action((options: { agent?: string }) =>
      withClient(async ({ client }) => {
        printTable(context, (await client.policy.list(options)) as unknown as Json[], [
          ['decision', (row) => row.decision],
          ['hits', (row) => row.hits],
          ['from', (row) => row.source],
          ['id', (row) => row.id],
          ['rule', (row) => row.sentence],
        ]);
        return 0;
      }),
    );
  policy
    .command('test')
    .description(
      'whether a call would run, step by step. Example: warrant policy test --agent ledger-check --tool read_file --input \'{"path":"a.md"}\'',
    )
    .requiredOption('--agent <name>', 'the agent that would make the call')
    .requiredOption('--tool <name>', 'the tool it would call')
    .option('--command <words>', 'the command of the tool, such as "remote add"')
    .option('--input <json>', 'the arguments, as one JSON object', '{}')
    .action((options: { agent: string; tool: string; command?: string; input: string }) => {
      const { agent, tool } = options;
      const input = parseJson(options.input, '--input');
      const command = options.command?.trim().split(/\s+/) ?? [];
      return withClient(async ({ client }) => {
        const said = await client.explain.call({ agent, tool, command, input });
        if (context.form() === 'text') printExplanation(terminal, said);
        else printJson(terminal, said);
        return 0;
      });
    });
  addWhatIf(context, policy);
  policy
    .command('middleware')
    .description(
      'print the middleware of every call, or set it from a file. Example: warrant policy middleware list.json',
    )
    .argument('[file]', 'a JSON list of {name, version, config}; - reads standard input')
    .action((file: string | undefined) =>
      withClient(async ({ client }) => {
        if (file !== undefined) {
          const list = parseJson(await readText(context, file), file === '-' ? 'the input' : file);
          await client.policy.setMiddleware({ list } as Parameters<typeof client.policy.setMiddleware>[0]);
        }
        printJson(terminal, await client.policy.middleware(), context.form() === 'text' ? 2 : 0);
        return 0;
      }),
    );
}
