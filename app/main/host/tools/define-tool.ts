import * as z from 'zod';
import type { FactPlace } from '#contract/fact';
import type { Json, JsonSchema, Timestamp } from '#contract/ids';
import type {
  CommandForm,
  Effect,
  FieldUse,
  FileUse,
  FileVerb,
  Tool,
  ToolErrorCode,
  ToolRuntime,
} from '#contract/tool';
import type { NetReply, NetRequest } from '../net/network.ts';
import type { SecretHeader } from '../secrets/secrets.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A change to one file that a tool is about to make. Absent `before`: not there yet; absent `after`: it will be gone. */
export interface PlannedChange {
  /** The agent's path, `/folders/NAME/…` or `/agent/…`. */
  path: string;
  kind: 'file' | 'folder';
  before: Uint8Array | undefined;
  after: Uint8Array | undefined;
  mode: number;
}

/**
 * Raw bytes as a source gave them, and the claims that stand in them at their places (rows A9.2, A9.3). Only a command
 * with `factSource` may give any, and only with the bytes: what a model wrote is none.
 */
export interface Payload {
  bytes: Uint8Array;
  /** Such as `application/json`. */
  mediaType: string;
  organization: string;
  url: string;
  collectedAt: Timestamp;
  claims: readonly { claim: string; at: FactPlace }[];
}

/** A memory that a call was given. */
export interface RecalledMemory {
  id: string;
  text: string;
  origin: 'you' | 'agent' | 'outside';
  rememberedAt: Timestamp;
}

/** The memories of the agent that makes the call, and no other's (row A10.8). */
export interface CallMemory {
  /** Keeps a text; the same call keeps it once, also when it runs again after a crash. */
  remember(text: string): Promise<{ id: string } | { refused: string }>;
  /** Best first; without a query the latest first. What it gives is recorded as given, and the call carries its labels. */
  recall(query: string, limit: number): Promise<RecalledMemory[]>;
}

/** What a built-in tool is given. It has no other way to files, time or the log. */
export interface ToolContext {
  /** The places of the agent; every path goes through its jail. */
  readonly workspace: Workspace;
  /** Aborted when the call is stopped or its time is over. */
  readonly signal: AbortSignal;
  now(): number;
  /** Text for the screen while the call runs; not part of the result. */
  output(text: string): void;
  /** A text without secrets, for a tool that cuts what it shows: half a secret would not be found later. */
  redact(text: string): string;
  /**
   * The value of a secret, put on the log as given before it is handed over. Rejects with `refused` unless the binding
   * and a grant say that this tool may see it (rows A18.2, A18.3).
   */
  secret(name: string): Promise<string>;
  /** Names of the secrets whose value the call may see. */
  secretNames(): readonly string[];
  /**
   * The headers with secrets that the call may send to an address, or why one is not sent: a secret goes to its own
   * origin alone, so this is asked again wherever a redirect leads (rules A18.4, K4). Only for what makes the request.
   */
  headers(address: string): Promise<SecretHeader[]>;
  /**
   * Makes a request through the guard, under this call's binding and grants; secret headers are added on the way. There
   * is no other way out (rule S28).
   */
  fetch(request: NetRequest): Promise<NetReply>;
  /** Why an address may not be shown to the agent; undefined for a public one. Contacts nothing but the name server. */
  refusesToShow(url: string): Promise<string | undefined>;
  /** The settings of the tool in the agent's file. */
  readonly options: Readonly<Record<string, Json>>;
  readonly memory: CallMemory;
  /**
   * The file rules on an entry that the call names only by a folder above: undefined if allowed, else the reason. A tool
   * asks it for each entry it would read, list or move (rule P19, and whatever a person denied).
   */
  refuses(path: string, verb: FileVerb): string | undefined;
  /**
   * Puts all changes of the call on the log, in the order they are made, with both versions kept, and resolves when that
   * is on disk (rules D4, D17). A tool awaits it once, before it makes the first; `answer` is what it will say when it
   * has made the last, so that a restart which finds them made says the same.
   */
  willChange(changes: readonly PlannedChange[], answer: string): Promise<void>;
}

/** How a handler ended: a text for the model, or an expected failure as a value. */
export type ToolResult =
  | { type: 'ok'; text: string; truncated?: boolean; payloads?: readonly Payload[] }
  | { type: 'error'; code: ToolErrorCode; message: string };

/** A built-in tool: its public definition, and the handler that only a warranted call reaches. */
export interface BuiltinTool {
  tool: Tool;
  run(input: Json, context: ToolContext): Promise<ToolResult>;
}

interface ToolLiteral<Shape extends z.ZodRawShape> {
  name: string;
  description: string;
  /** Fields of the input; unknown fields are refused (rule R10). */
  input: Shape;
  /** What it does where no form says otherwise. */
  effect: Effect;
  /** Forms of it that do something else. */
  forms?: CommandForm[];
  files?: FileUse[];
  /** Fields that carry something; the others decide what the call acts on. */
  fields?: FieldUse[];
  /** Words by which a person asks for it. */
  wish?: readonly string[];
  /** Fields that hold an address. */
  hosts?: { field: string; method?: string }[];
  /** Its results are text from outside. */
  outside?: boolean;
  /** It may give facts; `organization` in words, where it is the same for all. */
  factSource?: { organization: string };
  /** It changes nothing but what the agent remembers. */
  ownData?: boolean;
  runtime?: ToolRuntime;
  run(input: z.infer<z.ZodObject<Shape, z.core.$strict>>, context: ToolContext): Promise<ToolResult> | ToolResult;
}

/**
 * Makes a built-in tool with one command from a typed literal. The JSON Schema that the model and `validate-input` see
 * comes from the same fields as the handler's types.
 */
export function defineTool<Shape extends z.ZodRawShape>(literal: ToolLiteral<Shape>): BuiltinTool {
  const schema = z.strictObject(literal.input);
  const { $schema: _dialect, ...input } = z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
  const runtime = literal.runtime ?? { type: 'host' };
  return {
    tool: {
      name: literal.name,
      version: '1',
      description: literal.description,
      runtime,
      origin: 'own',
      commands: [
        {
          path: [],
          description: literal.description,
          input,
          output: { type: 'string' },
          effect: literal.effect,
          ...(literal.forms && { forms: literal.forms }),
          files: literal.files ?? [],
          ...(literal.fields && { fields: literal.fields }),
          ...(literal.wish && { wish: [...literal.wish] }),
          ...(literal.hosts && { hosts: literal.hosts }),
          ...(literal.factSource && { factSource: literal.factSource }),
          ...(literal.ownData && { ownData: true }),
          runsCode: runtime.type === 'sandbox',
          outside: literal.outside ?? false,
        },
      ],
    },
    run: async (input, context) => literal.run(schema.parse(input), context),
  };
}
