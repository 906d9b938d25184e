import { Option } from 'commander';
import type { Approval, GrantOffer } from '#contract/approval';
import type { Json } from '#contract/ids';
import type { Label } from '#contract/label';
import { type Answer, answerCard, cardText, visible } from './answer-on-terminal.ts';
import { UsageError } from './exit-codes.ts';
import { parseUntil } from './grant-flags.ts';
import { parseJson } from './parse-json.ts';
import { printTable } from './print-table.ts';
import { type CommandContext, positive } from './program.ts';
import { print, warn } from './terminal.ts';

interface ApproveOptions {
  once?: boolean;
  for?: string;
  times?: number;
  until?: number;
  always?: boolean;
  deny?: boolean;
  note?: string;
  edit?: string;
}

/** What `--for` takes; `month` is 30 days. */
const REACHES = ['file', 'folder', 'host', 'prefix', 'run', 'month'];
/** Those that end with the run, the widest first: what \`--for run\` stands for where a card has no offer of that name. */
const IN_RUN = ['run', 'folder', 'host', 'prefix', 'file'];

/** The reach that the card has for the word given. */
function reachOn(offers: readonly GrantOffer[], reach: string): string {
  if (reach !== 'run') return reach;
  return IN_RUN.find((each) => offers.some((offer) => offer.reach === each && offer.grant.layer === 'run')) ?? reach;
}

/** Where text from outside in a call came from, and the words of it that stand there. */
function outsideLines({ labels, origins = [], call }: Approval): string[] {
  const from = ({ url, path, tool }: Label): string =>
    url ?? path ?? (tool === undefined ? 'elsewhere' : `the tool ${tool}`);
  const sources = [...new Set(labels.map(from))];
  const read = sources.length === 0 ? [] : [`Read from outside before: ${sources.map(visible).join(', ')}`];
  const fields = origins.flatMap(({ field, from: origin, label, span }) => {
    if (origin !== 'outside') return [];
    const value = valueAt(call.input, field);
    const words =
      span && typeof value === 'string' ? `: ${visible(JSON.stringify(value.slice(span.start, span.end)))}` : '';
    const place = label ? ` from ${visible(from(label))}` : '';
    return [`  ${visible(field.slice(1))}: may come${place}${words}`];
  });
  return [...read, ...fields];
}

function valueAt(input: Json, pointer: string): Json | undefined {
  let value: Json | undefined = input;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (value === null || typeof value !== 'object' || value === undefined) return undefined;
    value = Object.hasOwn(value, name) ? (value as { [key: string]: Json })[name] : undefined;
  }
  return value;
}

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
    ...(options.until === undefined ? {} : { until: options.until }),
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
              print(
                terminal,
                [
                  `${item.approval.id}  run ${item.run}  ${item.agent}`,
                  cardText(item.approval),
                  `Why: ${visible(item.approval.reason)}`,
                  ...outsideLines(item.approval),
                  '',
                ].join('\n'),
              );
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
    .addOption(
      new Option(
        '--for <reach>',
        'allow for longer, as far as the card offers it: this file, its folder, host, a line’s beginning (prefix), the widest that ends with the run, or 30 days (month)',
      ).choices(REACHES),
    )
    .option('--times <n>', 'with --for: so many calls at most', positive)
    .option('--until <time>', 'with --for: not after 18:00, 2026-12-01T18:00, or 30d, 12h, 90m', parseUntil)
    .option('--always', 'allow until you take it back')
    .option('--deny', 'deny')
    .option('--note <text>', 'words for the agent and the log')
    .option('--edit <json>', 'allow the call with these arguments instead')
    .action((id: string, options: ApproveOptions) => {
      const answer = answerOf(options);
      return withClient(async ({ client }) => {
        const { run } = await answerCard(client, id, answer, reachOn, (sentence) =>
          warn(terminal, `grant: ${sentence}`),
        );
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
