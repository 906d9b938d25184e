import path from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Permission } from '#contract/permission';
import { FileVerb } from '#contract/tool';
import type { GrantDraft } from '#contract/views';
import { readCommandLine } from '../host/policy/command-line.ts';
import { UsageError } from './exit-codes.ts';
import { many } from './run-commands.ts';

type Of<Kind extends Permission['kind']> = Extract<Permission, { kind: Kind }>;

/** The flags that say what a rule is: `grant add` and `policy what-if --add` take the same. */
export interface GrantFlags {
  agent?: string;
  allow?: boolean;
  ask?: boolean;
  deny?: boolean;
  tool?: string;
  command?: string;
  input: string[];
  line?: string[];
  prefix?: boolean;
  folder?: string;
  path?: string;
  verbs?: FileVerb[];
  host?: string;
  port: { from: number; to: number }[];
  method: string[];
  address?: string;
  secret?: string;
  use: 'header' | 'reveal';
  config?: string;
  until?: number;
}

const UNITS = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** A moment to come, written as ISO 8601, as a time of today (`18:00`) or from now: `30d`, `12h`, `90m`. */
export function parseUntil(text: string): number {
  const clock = /^(\d{1,2}):(\d{2})$/.exec(text);
  const [, count = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const size = UNITS.get(unit);
  const today = clock && Number(clock[1]) < 24 && Number(clock[2]) < 60;
  const at = today
    ? new Date().setHours(Number(clock[1]), Number(clock[2]), 0, 0)
    : size === undefined
      ? Date.parse(text)
      : Date.now() + Number(count) * size;
  if (!Number.isFinite(at))
    throw new InvalidArgumentError('Write a time such as 18:00 or 2026-12-01T18:00, or 30d, 12h, 90m.');
  if (at <= Date.now()) throw new InvalidArgumentError('It is past.');
  return at;
}

/** `443`, `80-90`, or `any`; added to those before. */
function port(text: string, before: GrantFlags['port']): GrantFlags['port'] {
  if (text === 'any') return [...before, { from: 1, to: 65_535 }];
  const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  if (from === '') throw new InvalidArgumentError('Write a port such as 443, a range such as 80-90, or any.');
  return [...before, { from: Number(from), to: Number(to) }];
}

function verbs(text: string): FileVerb[] {
  return text.split(',').map((word) => {
    const verb = FileVerb.safeParse(word.trim());
    if (!verb.success) throw new InvalidArgumentError('Write some of read, list, write, delete, joined by commas.');
    return verb.data;
  });
}

/** Adds the flags of a rule to a command. */
export function addGrantFlags(command: Command): Command {
  return command
    .option('--allow', 'may be done without asking')
    .option('--ask', 'asks each time')
    .option('--deny', 'may not be done')
    .option('--tool <name>', 'about calls of a tool, * for any')
    .option('--command <words>', 'with --tool: only this command of it, such as "remote add"')
    .option('--input <field=value>', 'with --tool: only with this argument (repeatable)', many, [])
    .option('--line <field-and-command...>', 'with --tool: only this command line, such as --line script "git status"')
    .option('--prefix', 'with --line: every line that begins with it')
    .option('--folder <path>', 'about files: a granted folder’s path or name, agent for its own disk, * for any place')
    .option('--path <pattern>', 'with --folder: only there; * is one name, ** any number of them')
    .option('--verbs <list>', 'with --folder: some of read,list,write,delete', verbs)
    .option('--host <pattern>', 'about the network: a host, with its port or without; * is one label')
    .option('--port <port>', 'with --host: 443, 80-90 or any (repeatable)', port, [])
    .option('--method <name>', 'with --host: only this method (repeatable)', many, [])
    .option('--address <range>', 'with --host: at these addresses of your own network, such as 10.1.0.0/16')
    .option('--secret <name>', 'about a secret')
    .addOption(
      new Option('--use <how>', 'with --secret: as a header, or shown').choices(['header', 'reveal']).default('header'),
    )
    .option('--config <key>', 'about a setting that tools may read')
    .option('--until <time>', 'ends then: 18:00, 2026-12-01T18:00, or 30d, 12h, 90m', parseUntil);
}

/** Which flag belongs to which subject. */
const PARTS: [subject: keyof GrantFlags, parts: (keyof GrantFlags)[]][] = [
  ['tool', ['command', 'input', 'line', 'prefix']],
  ['folder', ['path', 'verbs']],
  ['host', ['port', 'method', 'address']],
  ['secret', []],
  ['config', []],
];

function lineOf(flags: GrantFlags): Of<'tool'>['line'] {
  if (!flags.line) {
    if (flags.prefix) throw new UsageError('--prefix belongs to --line; say --line FIELD COMMAND too');
    return undefined;
  }
  const [field, text, ...rest] = flags.line;
  if (field === undefined || text === undefined || rest.length > 0)
    throw new UsageError(
      '--line takes an argument’s name and one command in quotes, such as --line script "git status"',
    );
  const { words } = readCommandLine(text);
  if (!words || words.length === 0)
    throw new UsageError(`--line ${field} ${JSON.stringify(text)} is not one simple command; a rule names plain words`);
  return { field, words: [...words], more: flags.prefix === true };
}

function toolOf(flags: GrantFlags, tool: string): Permission {
  const input = new Map<string, string>();
  for (const pair of flags.input) {
    const [, field, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    if (field === undefined || value === undefined) throw new UsageError(`--input ${pair}: write FIELD=VALUE`);
    if (field === '__proto__') throw new UsageError('--input: "__proto__" can’t be the name of an argument');
    if (input.has(field)) throw new UsageError(`--input names ${JSON.stringify(field)} twice; say it once`);
    input.set(field, value);
  }
  const line = lineOf(flags);
  return {
    kind: 'tool',
    tool,
    command: flags.command === undefined ? '**' : flags.command.trim().split(/\s+/).join('/'),
    ...(input.size === 0 ? {} : { input: Object.fromEntries(input) }),
    ...(line ? { line } : {}),
  };
}

/** A host as typed, with its port after a colon or in `--port`. */
function netOf({ port: ports, method, address }: GrantFlags, text: string): Permission {
  const [, host = text, after] = /^(\[[^\]]*\]|[^:]*):(\*|any|\d{1,5}(?:-\d{1,5})?)$/.exec(text) ?? [];
  if (after !== undefined && ports.length > 0) throw new UsageError(`--host ${text} names its port; leave out --port`);
  return {
    kind: 'net',
    host,
    ports: after === undefined ? ports : port(after === '*' ? 'any' : after, []),
    methods: method,
    ...(address === undefined ? {} : { address }),
  };
}

function permissionOf(flags: GrantFlags, workingFolder: string): Permission {
  const given = PARTS.filter(([subject]) => flags[subject] !== undefined);
  const [subject, second] = given.map(([name]) => name);
  if (subject === undefined || second !== undefined)
    throw new UsageError('say what the rule is about: exactly one of --tool, --folder, --host, --secret, --config');
  for (const [owner, parts] of PARTS) {
    const stray = parts.find((part) => {
      const value = flags[part];
      return owner !== subject && value !== undefined && !(Array.isArray(value) && value.length === 0);
    });
    if (stray !== undefined) throw new UsageError(`--${stray} belongs to --${owner}, not to --${subject}`);
  }
  const { tool, folder, host, secret, config } = flags;
  if (tool !== undefined) return toolOf(flags, tool);
  if (folder !== undefined) {
    if (!flags.verbs) throw new UsageError('--folder needs --verbs: some of read,list,write,delete');
    const isPath = folder.includes('/') || folder === '.' || folder === '..';
    const place = isPath ? path.resolve(workingFolder, folder) : folder;
    return { kind: 'file', folder: place, path: flags.path ?? '**', verbs: flags.verbs };
  }
  if (host !== undefined) return netOf(flags, host);
  if (secret !== undefined) return { kind: 'secret', name: secret, use: flags.use };
  return { kind: 'config', key: config ?? '' };
}

/** The draft of a rule that the flags say. Throws `UsageError` with what is missing or too much. */
export function draftOf(flags: GrantFlags, workingFolder: string): GrantDraft {
  const types = (['allow', 'ask', 'deny'] as const).filter((type) => flags[type]);
  const [type, second] = types;
  if (type === undefined || second !== undefined)
    throw new UsageError('say what the rule does: exactly one of --allow, --ask, --deny');
  if (flags.agent === undefined) throw new UsageError('say whom the rule is for: --agent NAME, or --agent every');
  return {
    agent: flags.agent,
    type,
    permission: permissionOf(flags, workingFolder),
    ...(flags.until === undefined ? {} : { expiresAt: flags.until }),
  };
}
