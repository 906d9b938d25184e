import { Option } from 'commander';
import type { Json } from '#contract/ids';
import { type Answer, answerCard, cardText } from './answer-on-terminal.ts';
import { UsageError } from './exit-codes.ts';
import { parseJson } from './parse-json.ts';
import { printTable } from './print-table.ts';
import { type CommandContext, positive } from './program.ts';
import { print, warn } from './terminal.ts';

interface ApproveOptions {
  once?: boolean;
  for?: string;
  times?: number;
  until?: string;
  always?: boolean;
  deny?: boolean;
  note?: string;
  edit?: string;
}

function parseTime(text: string): number {
  const clock = /^(\d{1,2}):(\d{2})$/.exec(text);
  const at = clock ? new Date().setHours(Number(clock[1]), Number(clock[2]), 0, 0) : Date.parse(text);
  if (!Number.isFinite(at)) throw new UsageError(`--until ${text}: write a time such as 18:00 or 2026-12-01T18:00`);
  if (at <= Date.now()) throw new UsageError(`--until ${text} is past`);
  return at;
}

/** What `--for` takes; `month` is 30 days. */
const REACHES = ['file', 'folder', 'host', 'prefix', 'run', 'month'];

function answerOf(options: ApproveOptions): Answer {
  const chosen = [options.once, options.for, options.always, options.deny].filter(
    (each) => each !== undefined && each !== false,
  );
  if (chosen.length !== 1 && !(chosen.length === 0 && options.edit !== undefined))
    throw new UsageError('say how to answer: exactly one of --once, --for, --always, --deny');
  if (options.for === undefined && (options.times !== undefined || options.until !== undefined))
    throw new UsageError('--times and --until narrow what --for gives; say --for file, folder or run too');
  const note = options.note === undefined ? {} : { note: options.note };
  if (options.deny) return { type: 'deny', ...note };
  const reach = options.always ? 'always' : options.for;
  return {
    type: 'allow',
    ...note,
    ...(reach === undefined ? {} : { reach }),
    ...(options.times === undefined ? {} : { times: options.times }),
    ...(options.until === undefined ? {} : { until: parseTime(options.until) }),
    ...(options.edit === undefined ? {} : { editedInput: parseJson('--edit', options.edit) }),
  };
}

/** `approvals`, `approve`, `answer`. */
export function addApprovalCommands(context: CommandContext): void {
  const { program, parts, withClient } = context;
  const { terminal } = parts;
  program
    .command('approvals')
    .description('list what waits for you. Example: warrant approvals')
    .action(() =>
      withClient(async ({ client }) => {
        const items = await client.approval.list();
        if (context.form() !== 'text') printTable(context, items as Json[], []);
        else
          for (const item of items)
            if (item.type === 'approval')
              print(terminal, `${item.approval.id}  run ${item.run}  ${item.agent}\n${cardText(item.approval)}\n`);
            else
              print(
                terminal,
                `${item.question.id}  run ${item.run}  ${item.agent}\nThe agent asks: ${item.question.text}\n`,
              );
        return 0;
      }),
    );
  program
    .command('approve')
    .description('answer one. Example: warrant approve ID --once')
    .argument('<id>')
    .option('--once', 'allow this one call')
    .addOption(new Option('--for <reach>', 'allow for longer').choices(REACHES))
    .option('--times <n>', 'with --for: so many calls at most', positive)
    .option('--until <time>', 'with --for: not after')
    .option('--always', 'allow until you take it back')
    .option('--deny', 'deny')
    .option('--note <text>', 'words for the agent and the log')
    .option('--edit <json>', 'allow the call with these arguments instead')
    .action((id: string, options: ApproveOptions) => {
      const answer = answerOf(options);
      return withClient(async ({ client }) => {
        if (answer.reach !== undefined) {
          const { item } = await client.approval.open({ id });
          const offer =
            item.type === 'approval' ? item.approval.offers.find((each) => each.reach === answer.reach) : undefined;
          if (offer) warn(terminal, `grant: ${offer.sentence}`);
        }
        const { run } = await answerCard(client, id, answer);
        print(terminal, `${answer.type === 'deny' ? 'denied' : 'allowed'}; run ${run}`);
        return 0;
      });
    });
  program
    .command('answer')
    .description('answer a question an agent asked. Example: warrant answer ID "the second one"')
    .argument('<id>')
    .argument('<text>')
    .action((id: string, text: string) =>
      withClient(async ({ client }) => {
        const { run } = await client.question.answer({ id, text });
        print(terminal, `answered; run ${run}`);
        return 0;
      }),
    );
}
