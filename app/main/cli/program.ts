import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_LOG_LEVEL, LOG_LEVELS, type LogLevel } from '../host/program-log/program-log.ts';
import { addAgentCommands } from './agent-commands.ts';
import { addApprovalCommands } from './approval-commands.ts';
import { addBundleCommands } from './bundle-commands.ts';
import type { OpenClient } from './client.ts';
import { addExplainCommands } from './explain-commands.ts';
import { addFactCommands } from './fact-commands.ts';
import { addGrantCommands } from './grant-commands.ts';
import { addInspectCommands } from './inspect-commands.ts';
import { addMemoryCommands } from './memory-commands.ts';
import { addPolicyCommands } from './policy-commands.ts';
import { addRunCommands } from './run-commands.ts';
import { addSecretCommands } from './secret-commands.ts';
import { type Terminal, warn } from './terminal.ts';
import { addToolCommands } from './tool-commands.ts';
import { usageLine } from './usage-line.ts';

/** What the commands need from the composition root. */
export interface CliParts {
  terminal: Terminal;
  version: string;
  workingFolder: string;
  /** Where the program keeps its own: no command writes a file of a person's there. */
  dataFolder: string;
  /**
   * Opens the host of the data folder, or attaches to the one that runs; `url`: attaches to that one. `level`: how much a
   * host in this process says of itself.
   */
  open(url: string | undefined, level: LogLevel): Promise<OpenClient>;
  /** Serves the host until it is stopped; resolves with the exit code. */
  serve(options: { port: number; open: boolean; level: LogLevel }): Promise<number>;
  /** Checks the log without a host, where a broken catalog keeps one from starting. */
  verifyAlone(): {
    ok: boolean;
    streams: number;
    entries: number;
    broken: { stream: string; seq: number; reason: string }[];
  };
}

/** Runs a command with a client, lets go of it, and keeps the exit code. */
export type WithClient = (work: (open: OpenClient) => Promise<number>) => Promise<void>;

export interface CommandContext {
  program: Command;
  parts: CliParts;
  withClient: WithClient;
  form(): 'text' | 'json' | 'jsonl';
  setExitCode(code: number): void;
  logLevel(): LogLevel;
}

/** A whole number above zero. */
export function positive(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('It must be a whole number above zero.');
  return number;
}

/**
 * Runs the command line and resolves with its exit code. Usage errors are one line on standard error and exit 2; any
 * other error is thrown for the caller to report.
 */
export async function runProgram(argv: readonly string[], parts: CliParts): Promise<number> {
  let exitCode = 0;
  const { terminal } = parts;
  const program = new Command('warrant')
    .description(
      'Build and run AI agents on your own machine. Example: warrant run --agent ledger-check "check the ledger"',
    )
    .version(parts.version)
    .addOption(
      new Option('--output <form>', 'how data is printed; jsonl streams texts, arguments and results as they are')
        .choices(['text', 'json', 'jsonl'])
        .default('text'),
    )
    .option('--attach <url>', 'use the running host at this URL')
    .addOption(
      new Option('--log-level <level>', 'what is reported; info tells calls with their arguments, debug also thoughts')
        .choices(LOG_LEVELS)
        .default(DEFAULT_LOG_LEVEL),
    )
    .option('--debug', 'show where an error came from')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.output.write(text),
      writeErr: (text) => void terminal.errors.write(text),
      outputError: (text, write) => write(`${usageLine(text, 'warrant --help')}\n`),
    });
  const withClient: WithClient = async (work) => {
    const open = await parts.open(program.opts<{ attach?: string }>().attach, context.logLevel());
    if (open.attached && program.getOptionValueSource('logLevel') === 'cli')
      warn(terminal, 'a host runs already, and its own log level counts: --log-level changes nothing here');
    try {
      exitCode = await work(open);
    } finally {
      await open.close();
    }
  };
  const context: CommandContext = {
    program,
    parts,
    withClient,
    form: () => program.opts<{ output: 'text' | 'json' | 'jsonl' }>().output,
    setExitCode: (code) => {
      exitCode = code;
    },
    logLevel: () => program.opts<{ logLevel: LogLevel }>().logLevel,
  };
  addRunCommands(context);
  addApprovalCommands(context);
  addAgentCommands(context);
  addToolCommands(context);
  addGrantCommands(context);
  addPolicyCommands(context);
  addSecretCommands(context);
  addExplainCommands(context);
  addBundleCommands(context);
  addFactCommands(context);
  addMemoryCommands(context);
  addInspectCommands(context);
  inherit(program);
  try {
    await program.parseAsync(globalsFirst(argv), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? 0 : 2;
  }
  return exitCode;
}

/** Subcommands report errors as the program does. */
function inherit(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    child.exitOverride();
    inherit(child);
  }
}

const GLOBALS_WITH_VALUE = ['--output', '--attach', '--log-level'];

/** `--output` and its kin work before and after the command: they are moved to the front, up to a `--`. */
function globalsFirst(argv: readonly string[]): string[] {
  const front: string[] = [];
  const rest: string[] = [];
  const end = argv.indexOf('--');
  const limit = end < 0 ? argv.length : end;
  for (let at = 0; at < limit; at++) {
    const word = argv[at] ?? '';
    const next = argv[at + 1];
    if (GLOBALS_WITH_VALUE.includes(word) && at + 1 < limit && next !== undefined) {
      front.push(word, next);
      at++;
    } else if (GLOBALS_WITH_VALUE.some((name) => word.startsWith(`${name}=`)) || word === '--debug') front.push(word);
    else rest.push(word);
  }
  return [...front, ...rest, ...argv.slice(limit)];
}
