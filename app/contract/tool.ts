import * as z from 'zod';
import { Fact, UnprovenFact } from './fact.ts';
import { Json, JsonSchema, ToolCallId } from './ids.ts';
import { TextRef } from './text-ref.ts';

/** What a path argument is used for (row A8.17). `stat` counts as `list`. */
export const FileVerb = z.enum(['read', 'list', 'write', 'delete']);
export type FileVerb = z.infer<typeof FileVerb>;

/**
 * What a command changes, where, and whether it may be done again after a crash. A started local write is settled by
 * its recorded before-hash, never simply repeated.
 */
export const Effect = z.object({
  change: z.enum(['none', 'read', 'write', 'irreversible']),
  where: z.enum(['local', 'remote']),
  repeat: z.enum(['safe', 'with-key', 'no']),
});
export type Effect = z.infer<typeof Effect>;

/** Which input field holds a path, and what is done to the file it names. `absent` is the path when the field is. */
export const FileUse = z.object({ field: z.string(), verbs: z.array(FileVerb), absent: z.string().optional() });
export type FileUse = z.infer<typeof FileUse>;

/**
 * What an input field means for safety. `target`: it decides where an effect goes or what it hits (recipient, amount,
 * path, address, command). `content`: what is carried. `outside`: may text from outside stand there? `ask`: only after a
 * question; `to-own-target`: freely, where every target is the person's own (rule A5); `safe`: always.
 */
export const FieldUse = z.object({
  field: z.string(),
  role: z.enum(['target', 'content']),
  outside: z.enum(['ask', 'to-own-target', 'safe']),
  /** Text to look for: it is the person's also where each of its words stands in what they wrote. */
  byWord: z.boolean().optional(),
});
export type FieldUse = z.infer<typeof FieldUse>;

/**
 * A form of a command that does something else than its `effect`: calls whose `field` holds one of `values`, or is absent
 * where `orAbsent`, and that leave out every field of `without`.
 */
export const CommandForm = z.object({
  field: z.string(),
  values: z.array(z.string()),
  orAbsent: z.boolean(),
  without: z.array(z.string()),
  effect: Effect,
  wish: z.array(z.string()).optional(),
});
export type CommandForm = z.infer<typeof CommandForm>;

/** One node of a tool's command tree, flattened; to a model it is offered as `tool__sub__command`. */
export const Command = z.object({
  /** [] for a tool with one command. */
  path: z.array(z.string()),
  description: z.string(),
  input: JsonSchema,
  output: JsonSchema,
  /** What it does where no form says otherwise. */
  effect: Effect,
  /** Forms that do something else; the first that a call fits decides (`commandOfCall`). */
  forms: z.array(CommandForm).optional(),
  /** The path arguments of the command; the file rules decide on each. */
  files: z.array(FileUse),
  /** True for code that runs in the sandbox and reaches files through the host. */
  runsCode: z.boolean(),
  /** Only such a command can yield facts. */
  factSource: z.object({ organization: z.string() }).optional(),
  /** Fields that hold a URL; the network rules decide on each. `method`: the field of the method, GET where absent. */
  hosts: z.array(z.object({ field: z.string(), method: z.string().optional() })).optional(),
  /** The field that holds a command line; rules match its words. */
  line: z.string().optional(),
  /** A field that is not named is a target, and no text from outside may stand there unasked. */
  fields: z.array(FieldUse).optional(),
  /** Words by which a person asks for it, in lower case: a call follows from their message only if one stands there. */
  wish: z.array(z.string()).optional(),
  /** It changes nothing but what the agent remembers, with whose words it is. Only our own tools are believed. */
  ownData: z.boolean().optional(),
  /** Its results are text from outside. */
  outside: z.boolean(),
});
export type Command = z.infer<typeof Command>;

export const ToolRuntime = z.discriminatedUnion('type', [
  z.object({ type: z.literal('host') }),
  z.object({ type: z.literal('sandbox'), language: z.enum(['javascript', 'python']) }),
  z.object({ type: z.literal('person') }),
  z.object({ type: z.literal('mcp'), server: z.string() }),
]);
export type ToolRuntime = z.infer<typeof ToolRuntime>;

/** A typed command line, whoever wrote it. `name` is unique, looked up exactly and with its case (row A1.1). */
export const Tool = z.object({
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/),
  version: z.string(),
  description: z.string(),
  runtime: ToolRuntime,
  /** Whose words its description is; absent: from outside. */
  origin: z.enum(['own', 'outside']).optional(),
  commands: z.array(Command).min(1),
});
export type Tool = z.infer<typeof Tool>;

/** Why a call can't be run as the model wrote it; such a call ends as an error and is never decided. */
export const CallFault = z.object({
  code: z.enum(['unknown-tool', 'invalid-input', 'incomplete', 'too-large']),
  message: z.string(),
});
export type CallFault = z.infer<typeof CallFault>;

/** One call as proposed. `repaired` marks arguments whose JSON had to be mended (rule R7). */
export const ToolCall = z.object({
  id: ToolCallId,
  tool: z.string(),
  command: z.array(z.string()),
  input: Json,
  repaired: z.boolean().optional(),
  fault: CallFault.optional(),
});
export type ToolCall = z.infer<typeof ToolCall>;

export const ToolErrorCode = z.union([
  z.enum([
    'unknown-tool',
    'invalid-input',
    'incomplete',
    'too-large',
    'denied',
    'timed-out',
    'interrupted',
    'cancelled',
    'sandbox-unavailable',
    'tool-failed',
  ]),
  z.templateLiteral(['declared:', z.string()]),
]);
export type ToolErrorCode = z.infer<typeof ToolErrorCode>;

/**
 * How a call ended. `output` is the text exactly as the model is shown it, cut at 1 MiB with a notice (`truncated`,
 * row A2.13). A failed call may have output too: what it printed before it failed.
 */
export const ToolOutcome = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ok'),
    output: TextRef,
    truncated: z.boolean(),
    facts: z.array(Fact),
    /** Claims whose ground is missing. */
    unproven: z.array(UnprovenFact).optional(),
  }),
  z.object({
    type: z.literal('error'),
    code: ToolErrorCode,
    message: z.string(),
    output: TextRef.optional(),
    truncated: z.boolean(),
  }),
]);
export type ToolOutcome = z.infer<typeof ToolOutcome>;

/** Figures of one sandboxed call, for the call card. Bytes and milliseconds. */
export const SandboxFigures = z.object({
  language: z.enum(['javascript', 'python']),
  startMs: z.number(),
  runMs: z.number(),
  memoryBytes: z.number().optional(),
  outputBytes: z.number(),
  filesRead: z.int(),
  filesWritten: z.int(),
  hostCalls: z.int(),
});
export type SandboxFigures = z.infer<typeof SandboxFigures>;

/** The name a model is offered a command under (interfaces, "Built-in tools"). */
export function offeredName(tool: string, command: readonly string[]): string {
  return [tool, ...command].join('__');
}

/** The command of `tool` at `path`, or undefined. */
export function commandOf(tool: Tool, path: readonly string[]): Command | undefined {
  return tool.commands.find((c) => c.path.length === path.length && c.path.every((word, n) => word === path[n]));
}

/**
 * The command of a call as this very call uses it: with the effect of its form, and the words by which a person asks for
 * that. Undefined where the tool has no such command.
 */
export function commandOfCall(tool: Tool, call: Pick<ToolCall, 'command' | 'input'>): Command | undefined {
  const command = commandOf(tool, call.command);
  const { input } = call;
  const isObject = input !== null && typeof input === 'object' && !Array.isArray(input);
  if (!command?.forms || !isObject) return command;
  const given = new Map(Object.entries(input));
  const form = command.forms.find(({ field, values, orAbsent, without }) => {
    const value = given.get(field);
    const fits = value === undefined ? orAbsent : typeof value === 'string' && values.includes(value);
    return fits && without.every((name) => !given.has(name));
  });
  return form ? { ...command, effect: form.effect, wish: form.wish ?? command.wish } : command;
}
