import fs from 'node:fs';
import path from 'node:path';
import { Option } from 'commander';
import { WarrantError } from '#contract/errors';
import type { Json, RunId } from '#contract/ids';
import type { AgentSource, RunSummary } from '#contract/views';
import { answerOnTerminal } from './answer-on-terminal.ts';
import type { Client, OpenClient } from './client.ts';
import { codeOfError } from './error-text.ts';
import { EXIT, exitCodeOf, UsageError } from './exit-codes.ts';
import { followRun, type OnWaiting } from './follow-run.ts';
import { checkOutputPlace } from './output-place.ts';
import { printTable } from './print-table.ts';
import { type CliParts, type CommandContext, positive } from './program.ts';
import { ask, print, readAll, type Terminal, warn } from './terminal.ts';
import { openTrace, type TraceFile } from './trace-file.ts';
import { warnBroken } from './warn-broken.ts';

interface RunOptions {
  agent?: string;
  accept?: boolean;
  model?: string;
  folder: string[];
  host: string[];
  approve?: 'ask' | 'never' | 'all';
  maxSteps?: number;
  timeout?: number;
  trace?: string;
  traceBodies?: boolean;
}

/** A flag that may be given again: its values in order. */
export const many = (value: string, before: string[]): string[] => [...before, value];

/** `PATH`, `PATH:ro`, `PATH:rw`; relative to the working folder. */
export function parseFolder(text: string, workingFolder: string): { path: string; access: 'read' | 'write' } {
  const match = /^(.*?)(?::(ro|rw))?$/s.exec(text);
  const given = match?.[1] ?? text;
  if (given === '') throw new UsageError(`--folder ${text}: name a folder, such as --folder ./invoices:rw`);
  return { path: path.resolve(workingFolder, given), access: match?.[2] === 'rw' ? 'write' : 'read' };
}

/** A host pattern: labels, `*`, and a port or a range. Throws `UsageError` for anything else. */
export function checkHost(text: string): string {
  if (/^(?:\*\*|[\p{L}\p{N}*_-]+(?:\.[\p{L}\p{N}*_-]+)*\.?|\[[0-9a-fA-F:.]+\])(?::(?:\*|\d+(?:-\d+)?))?$/u.test(text))
    return text;
  throw new UsageError(`--host ${JSON.stringify(text)} is no host; write api.example.com, *.example.com or host:8080`);
}

/** A saved agent by name, or a file: anything with a slash, a dot or the ending `.json` is a file. */
function agentSource(text: string, workingFolder: string): AgentSource {
  if (!/[/\\.]/.test(text)) return { name: text };
  const file = path.resolve(workingFolder, text);
  let content: string;
  try {
    content = fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new WarrantError('not-found', `The agent file ${file} can’t be read: ${systemWords(error)}.`);
  }
  return { file: content, base: path.dirname(file), path: file };
}

/** What the system said, without its code and path. */
export function systemWords(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = new Map([
    ['ENOENT', 'it does not exist'],
    ['EACCES', 'this user may not read it'],
    ['EISDIR', 'it is a folder'],
  ]);
  return known.get(code) ?? (error instanceof Error ? error.message : String(error));
}

function stopOnSignal(client: Client, run: RunId, terminal: Terminal): () => void {
  let asked = false;
  const stop = (): void => {
    if (asked) process.exit(EXIT.cancelled);
    asked = true;
    warn(terminal, 'stopping; once more to leave at once');
    void client.run.cancel({ run }).catch(() => undefined);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return () => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  };
}

/** Follows a run to its rest and gives the exit code; `printAfter`: entries up to there were printed before. */
export async function follow(
  { client }: OpenClient,
  run: RunId,
  context: CommandContext,
  asks: boolean,
  printAfter = 0,
  trace?: TraceFile,
): Promise<RunSummary> {
  const { terminal } = context.parts;
  const onWaiting: OnWaiting | undefined =
    asks && terminal.interactive ? answerOnTerminal(client, terminal) : undefined;
  const release = stopOnSignal(client, run, terminal);
  try {
    return await followRun(client, run, context.form(), terminal, onWaiting, printAfter, trace);
  } finally {
    release();
  }
}

async function start(client: Client, prompt: string, options: RunOptions, context: CommandContext): Promise<RunId> {
  const { terminal, workingFolder } = context.parts;
  const approve = options.approve ?? (terminal.interactive ? 'ask' : 'never');
  if (approve === 'all') warn(terminal, 'warning: everything that may be allowed without you is allowed in this run');
  const flags = {
    folders: options.folder.map((text) => parseFolder(text, workingFolder)),
    hosts: options.host.map(checkHost),
    approve,
    accept: options.accept ?? false,
    ...(options.model === undefined ? {} : { model: resolveScript(options.model, workingFolder) }),
    ...(options.maxSteps === undefined ? {} : { maxSteps: options.maxSteps }),
    ...(options.timeout === undefined ? {} : { timeoutSeconds: options.timeout }),
  };
  const agent = agentSource(options.agent ?? 'desk-calculator', workingFolder);
  try {
    // What it asks for is heard first, so that what is accepted can be shown.
    return (await client.run.start({ agent, text: prompt, flags: { ...flags, accept: false } })).run;
  } catch (error) {
    const fault = codeOfError(error);
    if (fault?.code !== 'not-accepted' || !(flags.accept || terminal.interactive)) throw error;
    const requests = fault.details.map((line) => `\n  ${line}`).join('');
    warn(terminal, flags.accept ? `accepted for this run:${requests}` : `This agent file asks to:${requests}`);
    const answer = flags.accept ? 'yes' : await ask(terminal, 'Accept this for one run? Type yes.\n> ');
    if (answer?.trim().toLowerCase() !== 'yes') throw error;
    return (await client.run.start({ agent, text: prompt, flags: { ...flags, accept: true } })).run;
  }
}

/** A script's path is the person's, relative to where they are. */
function resolveScript(model: string, workingFolder: string): string {
  return model.startsWith('scripted:')
    ? `scripted:${path.resolve(workingFolder, model.slice('scripted:'.length))}`
    : model;
}

function traceOf(
  { trace, traceBodies = false }: RunOptions,
  { workingFolder, dataFolder }: CliParts,
): TraceFile | undefined {
  if (trace === undefined) return undefined;
  const file = path.resolve(workingFolder, trace);
  checkOutputPlace(file, dataFolder, 'The trace');
  return openTrace(file, traceBodies);
}

async function runsTable(client: Client, context: CommandContext): Promise<number> {
  const rows = await client.run.list();
  printTable(context, rows as Json[], [
    ['run', (row) => row.id],
    ['status', (row) => row.status],
    ['agent', (row) => row.agent],
    ['started', (row) => new Date(Number(row.startedAt)).toISOString().slice(0, 16).replace('T', ' ')],
    ['title', (row) => row.title],
  ]);
  return 0;
}

/** `run`, `resume`, `send`, `runs`, `show`, `cancel`, `run-rename`, `run-remove`. */
export function addRunCommands(context: CommandContext): void {
  const { program, parts, withClient } = context;
  program
    .command('run')
    .description('start a run. Example: warrant run --agent ledger-check "check the ledger"')
    .argument('[prompt]', 'what the agent is to do; - reads standard input')
    .option('--agent <name|file>', 'a saved agent, or an agent file')
    .option('--accept', 'accept what an agent file asks for, for this run')
    .option('--model <provider/model>', 'another model; scripted:FILE, obedient or demo for tests')
    .option('--folder <path[:ro|:rw]>', 'grant a folder for this run (repeatable)', many, [])
    .option('--host <pattern>', 'grant a host for this run (repeatable)', many, [])
    .addOption(new Option('--approve <how>', 'ask on a terminal, never, or all').choices(['ask', 'never', 'all']))
    .option('--max-steps <n>', 'steps at most', positive)
    .option('--timeout <seconds>', 'seconds at most', positive)
    .option(
      '--trace <file>',
      'write what happens, without texts, arguments and results, to a new file that you alone can read',
    )
    .option('--trace-bodies', 'with --trace: also texts, arguments and results, with what looks like a key masked')
    .action(async (prompt: string | undefined, options: RunOptions) => {
      const text = prompt === '-' ? await readAll(parts.terminal) : prompt;
      if (text === undefined || text.trim() === '')
        throw new UsageError('the prompt is missing. Example: warrant run --agent ledger-check "check the ledger"');
      if (options.traceBodies && options.trace === undefined)
        throw new UsageError('--trace-bodies needs --trace FILE, the file to write to');
      await withClient(async (open) => {
        const trace = traceOf(options, parts);
        try {
          const run = await start(open.client, text, options, context);
          const asks = (options.approve ?? 'ask') === 'ask';
          return exitCodeOf((await follow(open, run, context, asks, 0, trace)).status);
        } finally {
          trace?.close();
        }
      });
    });
  program
    .command('resume')
    .description('go on with a run that waits, was interrupted or hit a limit. Example: warrant resume RUN --more 10')
    .argument('<run>')
    .option(
      '--more <n>',
      'how much further past the limit, in its unit: steps, tokens, seconds, USD or calls',
      positive,
    )
    .action((run: string, { more }: { more?: number }) =>
      withClient(async (open) => {
        const before = (await open.client.run.show({ run })).summary;
        // A host that goes on by itself may have brought it to its end: then there is only its answer to print.
        if (before.status !== 'completed' || more !== undefined)
          await open.client.run.resume({ run, ...(more === undefined ? {} : { more }) });
        return exitCodeOf((await follow(open, run, context, true, before.seq)).status);
      }),
    );
  program
    .command('send')
    .description('send a further message; opens a finished run again. Example: warrant send RUN "and in euros?"')
    .argument('<run>')
    .argument('<text>')
    .action((run: string, text: string) =>
      withClient(async (open) => {
        const before = (await open.client.run.show({ run })).summary;
        await open.client.run.send({ run, text });
        return exitCodeOf((await follow(open, run, context, true, before.seq)).status);
      }),
    );
  program
    .command('runs')
    .description('list runs. Example: warrant runs --output json')
    .action(() => withClient(({ client }) => runsTable(client, context)));
  program
    .command('show')
    .description('show one run. Example: warrant show RUN --format markdown')
    .argument('<run>')
    .addOption(new Option('--format <form>').choices(['text', 'json', 'jsonl', 'markdown', 'prov']))
    .action((run: string, { format }: { format?: 'text' | 'json' | 'jsonl' | 'markdown' | 'prov' }) =>
      withClient(async ({ client }) => {
        const as = format ?? context.form();
        const { text } = await client.run.export({ run, format: as });
        if (as === 'text' || as === 'markdown') print(parts.terminal, text);
        else parts.terminal.output.write(text);
        return warnBroken(parts.terminal, await client.log.verify({ run }));
      }),
    );
  const simple = (
    name: string,
    description: string,
    done: string,
    work: (client: Client, run: string) => Promise<unknown>,
  ): void => {
    program
      .command(name)
      .description(description)
      .argument('<run>')
      .action((run: string) =>
        withClient(async ({ client }) => {
          await work(client, run);
          print(parts.terminal, `${done} ${run}`);
          return 0;
        }),
      );
  };
  simple('cancel', 'stop a run. Example: warrant cancel RUN', 'stopped', (client, run) => client.run.cancel({ run }));
  simple('run-remove', 'remove a run and what it keeps. Example: warrant run-remove RUN', 'removed', (client, run) =>
    client.run.remove({ run }),
  );
  program
    .command('run-rename')
    .description('rename a run. Example: warrant run-rename RUN "Third quarter"')
    .argument('<run>')
    .argument('<title>')
    .action((run: string, title: string) =>
      withClient(async ({ client }) => {
        await client.run.rename({ run, title });
        return 0;
      }),
    );
}
