import { Command, InvalidArgumentError } from 'commander';
import { WarrantError } from '#contract/errors';
import type { Json, JsonSchema } from '#contract/ids';
import { offeredName, type Tool } from '#contract/tool';
import type { OpenClient } from './client.ts';
import { EXIT, exitCodeOf, UsageError } from './exit-codes.ts';
import { parseJson } from './parse-json.ts';
import { printTable } from './print-table.ts';
import type { CommandContext } from './program.ts';
import { follow, parseFolder } from './run-commands.ts';
import { print, printJson } from './terminal.ts';
import { usageLine } from './usage-line.ts';

const many = (value: string, before: string[]): string[] => [...before, value];

interface Field {
  name: string;
  schema: JsonSchema;
  required: boolean;
}

function fieldsOf(schema: JsonSchema): Field[] {
  const { properties, required } = schema;
  if (properties === null || typeof properties !== 'object' || Array.isArray(properties)) return [];
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, field]) => ({
    name,
    schema: field !== null && typeof field === 'object' && !Array.isArray(field) ? field : {},
    required: needed.includes(name),
  }));
}

function read(text: string, schema: JsonSchema): Json {
  if (schema.type === 'string') return text;
  if (schema.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if ((schema.type === 'integer' || schema.type === 'number') && text.trim() !== '' && Number.isFinite(Number(text)))
    return Number(text);
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Said in commander's way, with the option's name in front.
    throw new InvalidArgumentError(`It must be ${String(schema.type ?? 'JSON')}.`);
  }
}

/** The flags of a tool, from its definition: `--path VALUE`, `--recursive`; lists may be repeated. */
function flagsOf(tool: Tool, words: string[]): Command {
  const command = new Command(`tool invoke ${tool.name}`).exitOverride().description(tool.description);
  for (const { name, schema, required } of fieldsOf(
    tool.commands.find((each) => each.path.join(' ') === words.join(' '))?.input ?? {},
  )) {
    const flag = name.replaceAll('_', '-');
    const about = typeof schema.description === 'string' ? schema.description : name;
    const text = required ? `${about} (required)` : about;
    if (schema.type === 'boolean') command.option(`--${flag}`, text);
    else if (schema.type === 'array')
      command.option(`--${flag} <value>`, text, (value: string, before: Json[] | undefined) => [
        ...(before ?? []),
        read(value, itemsOf(schema)),
      ]);
    else command.option(`--${flag} <value>`, text, (value: string) => read(value, schema));
  }
  return command;
}

function itemsOf(schema: JsonSchema): JsonSchema {
  const { items } = schema;
  return items !== null && typeof items === 'object' && !Array.isArray(items) ? items : { type: 'string' };
}

function inputOf(tool: Tool, words: string[], rest: string[], json: string | undefined, context: CommandContext): Json {
  if (json !== undefined) return parseJson('--input', json);
  const { terminal } = context.parts;
  const flags = flagsOf(tool, words).configureOutput({
    writeOut: (text) => print(terminal, text),
    writeErr: (text) => void terminal.errors.write(text),
    outputError: (text, write) => write(`${usageLine(text, `warrant tool show ${tool.name}`)}\n`),
  });
  flags.parse(rest, { from: 'user' });
  if (flags.args.length > 0)
    throw new UsageError(
      `${tool.name} takes no word "${flags.args[0]}". \`warrant tool show ${tool.name}\` shows its flags.`,
    );
  const given = flags.opts<Record<string, Json>>();
  const fields = fieldsOf(tool.commands.find((each) => each.path.join(' ') === words.join(' '))?.input ?? {});
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const key = name.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());
      return given[key] === undefined ? [] : [[name, given[key]]];
    }),
  );
}

async function toolNamed({ client }: OpenClient, name: string): Promise<Tool> {
  const tools = await client.tool.list();
  const tool = tools.find((each) => each.name === name);
  if (tool) return tool;
  throw new WarrantError(
    'not-found',
    `There is no tool ${name}. There are: ${tools.map((each) => each.name).join(', ')}.`,
  );
}

interface InvokeOptions {
  input?: string;
  agent?: string;
  folder: string[];
  host: string[];
  approve?: 'ask' | 'never' | 'all';
}

/** `tool list|show|invoke`. */
export function addToolCommands(context: CommandContext): void {
  const { program, parts, withClient } = context;
  const { terminal } = parts;
  const tool = program.command('tool').description('tools. Example: warrant tool list');
  tool
    .command('list')
    .description('list tools. Example: warrant tool list')
    .action(() =>
      withClient(async ({ client }) => {
        const tools = await client.tool.list();
        printTable(context, tools as Json[], [
          ['name', (row) => row.name],
          ['what it does', (row) => String(row.description).split('. ')[0]],
        ]);
        return 0;
      }),
    );
  tool
    .command('show')
    .description('show a tool’s arguments and effects. Example: warrant tool show write_file')
    .argument('<name>')
    .action((name: string) =>
      withClient(async (open) => {
        const found = await toolNamed(open, name);
        if (context.form() !== 'text') printJson(terminal, found);
        else
          for (const command of found.commands) {
            print(terminal, `${offeredName(found.name, command.path)}: ${command.description}`);
            print(terminal, `effect: ${command.effect.change}, ${command.effect.where}`);
            print(terminal, flagsOf(found, command.path).helpInformation());
          }
        return 0;
      }),
    );
  tool
    .command('invoke')
    .description('call a tool. Example: warrant tool invoke calculator --expression "2 + 2"')
    .argument('<name>')
    .argument('[flags...]', 'the tool’s own flags; warrant tool show NAME lists them')
    .option('--input <json>', 'all arguments as one JSON object')
    .option('--agent <name>', 'call it as that agent, under its authority')
    .option('--folder <path[:ro|:rw]>', 'a folder for this call (repeatable)', many, [])
    .option('--host <pattern>', 'a host for this call (repeatable)', many, [])
    .option('--approve <how>', 'ask, never or all')
    .allowUnknownOption()
    .action((name: string, rest: string[], options: InvokeOptions) =>
      withClient(async (open) => {
        const found = await toolNamed(open, name);
        const input = inputOf(found, [], rest, options.input, context);
        const approve = options.approve ?? (terminal.interactive ? 'ask' : 'never');
        const { run } = await open.client.tool.invoke({
          tool: name,
          input,
          ...(options.agent === undefined ? {} : { agent: options.agent }),
          flags: {
            folders: options.folder.map((text) => parseFolder(text, parts.workingFolder)),
            hosts: options.host,
            approve,
          },
        });
        const { status } = await follow(open, run, context, approve === 'ask');
        return status === 'denied' ? EXIT.denied : exitCodeOf(status);
      }),
    );
}
