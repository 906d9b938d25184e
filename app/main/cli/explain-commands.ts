import { createInterface } from 'node:readline';
import * as z from 'zod';
import { Json } from '#contract/ids';
import type { Explanation } from '#contract/views';
import { parseStrictJson } from '../host/models/strict-json.ts';
import type { Client } from './client.ts';
import { errorLine } from './error-text.ts';
import { EXIT, UsageError } from './exit-codes.ts';
import { parseJson } from './parse-json.ts';
import type { CommandContext } from './program.ts';
import { checkHost, many, parseFolder } from './run-commands.ts';
import { printJson } from './terminal.ts';

const CallLine = z.strictObject({
  agent: z.string(),
  tool: z.string(),
  command: z.array(z.string()).optional(),
  input: Json,
});
const UrlLine = z.strictObject({
  url: z.string(),
  host: z.union([z.string(), z.array(z.string())]).default([]),
  resolve: z
    .record(z.string(), z.union([z.string().transform((one) => [one]), z.array(z.string())]))
    .transform((given) => new Map(Object.entries(given)))
    .optional(),
  method: z.string().optional(),
});
const PathLine = z.strictObject({ path: z.string(), folder: z.string(), write: z.boolean().optional() });

const explainCall = (client: Client, value: unknown): Promise<Explanation> => {
  const { agent, tool, command = [], input } = CallLine.parse(value);
  return client.explain.call({ agent, tool, command, input });
};

function explainPath(client: Client, value: unknown, workingFolder: string): Promise<Explanation> {
  const line = PathLine.parse(value);
  const { path: folder, access } = parseFolder(line.folder, workingFolder);
  return client.explain.path({ path: line.path, folder, access, write: line.write ?? false });
}

const explainUrl = (client: Client, value: unknown): Promise<Explanation> => {
  const { url, host, resolve, method } = UrlLine.parse(value);
  return client.explain.url({
    url,
    hosts: typeof host === 'string' ? [host] : host,
    ...(resolve ? { resolve: Object.fromEntries(resolve) } : {}),
    ...(method === undefined ? {} : { method }),
  });
};

/** `NAME=ADDR,ADDR`: the addresses that a name is taken to have; none after the sign, and it has none. */
function parseResolve(texts: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, addresses] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
      if (name === undefined || addresses === undefined)
        throw new UsageError(`--resolve ${text}: write NAME=ADDRESS[,ADDRESS]`);
      return [name, addresses.split(',').filter((address) => address !== '')];
    }),
  );
}

/** Each line of standard input is one question, each line of output its answer, in order. */
async function eachLine(context: CommandContext, answer: (value: unknown) => Promise<Explanation>): Promise<number> {
  const { terminal } = context.parts;
  let failed = false;
  for await (const line of createInterface({ input: terminal.input })) {
    try {
      // Each line has its answer, an empty one too: the order holds.
      if (line.trim() === '') throw new UsageError('the line is empty; write one JSON object');
      const parsed = parseStrictJson(line);
      if (!parsed.ok) throw new UsageError(`the line is not JSON: ${parsed.message}`);
      printJson(terminal, await answer(parsed.value));
    } catch (error) {
      failed = true;
      printJson(terminal, { error: errorLine(error) });
    }
  }
  return failed ? EXIT.failed : EXIT.completed;
}

/** `explain call`, `explain url`, `explain path`: why something would be allowed, asked or refused, as JSON. */
export function addExplainCommands(context: CommandContext): void {
  const { program, parts, withClient } = context;
  const explain = program
    .command('explain')
    .description(
      'why something would be allowed, asked or refused. Example: warrant explain path a.md --folder ./work',
    );
  explain
    .command('call')
    .description(
      'a call of an agent. Example: warrant explain call --agent ledger-check --tool write_file --input \'{"path":"a.md","content":""}\'',
    )
    .argument('[subject]', '- reads questions from standard input, one JSON object a line')
    .option('--agent <name>', 'the agent that would make the call')
    .option('--tool <name>', 'the tool it would call')
    .option('--input <json>', 'the arguments, as one JSON object')
    .action((subject: string | undefined, options: { agent?: string; tool?: string; input?: string }) =>
      withClient(async ({ client }) => {
        if (subject === '-') return eachLine(context, (value) => explainCall(client, value));
        if (options.agent === undefined || options.tool === undefined)
          throw new UsageError('explain call needs --agent and --tool');
        const input = parseJson('--input', options.input ?? '{}');
        printJson(parts.terminal, await explainCall(client, { ...options, input }));
        return 0;
      }),
    );
  explain
    .command('url')
    .description('an address. Example: warrant explain url https://api.example.com/ --host "*.example.com"')
    .argument('<url>', '- reads questions from standard input, one JSON object a line')
    .option('--host <pattern>', 'a host that may be reached (repeatable)', many, [])
    .option('--resolve <name=address>', 'the addresses a name is taken to have (repeatable)', many, [])
    .option('--method <name>', 'the method of the request')
    .action((subject: string, options: { host: string[]; resolve: string[]; method?: string }) =>
      withClient(async ({ client }) => {
        if (subject === '-') return eachLine(context, (value) => explainUrl(client, value));
        const value = {
          ...options,
          host: options.host.map(checkHost),
          url: subject,
          resolve: parseResolve(options.resolve),
        };
        printJson(parts.terminal, await explainUrl(client, value));
        return 0;
      }),
    );
  explain
    .command('path')
    .description('a path in a folder. Example: warrant explain path notes/a.md --folder ./work:rw --write')
    .argument('<path>', '- reads questions from standard input, one JSON object a line')
    .option('--folder <root[:rw]>', 'the one folder the agent has')
    .option('--write', 'to write there, not to read')
    .action((subject: string, options: { folder?: string; write?: boolean }) =>
      withClient(async ({ client }) => {
        if (subject === '-') return eachLine(context, (value) => explainPath(client, value, parts.workingFolder));
        if (options.folder === undefined) throw new UsageError('explain path needs --folder ROOT');
        const value = { path: subject, folder: options.folder, write: options.write ?? false };
        printJson(parts.terminal, await explainPath(client, value, parts.workingFolder));
        return 0;
      }),
    );
}
