import * as z from 'zod';

/** A plain string may become an id; one kind of id may not become another. */
export type Id<Kind extends string> = string & { readonly kind?: Kind };

const id = <Kind extends string>() => z.string().min(1).max(200) as unknown as z.ZodType<Id<Kind>, Id<Kind>>;

export const AgentId = id<'agent'>();
export type AgentId = Id<'agent'>;
export const RunId = id<'run'>();
export type RunId = Id<'run'>;
export const ToolCallId = id<'tool-call'>();
export type ToolCallId = Id<'tool-call'>;
export const ApprovalId = id<'approval'>();
export type ApprovalId = Id<'approval'>;
export const GrantId = id<'grant'>();
export type GrantId = Id<'grant'>;
export const FolderId = id<'folder'>();
export type FolderId = Id<'folder'>;

/** Unix milliseconds. */
export const Timestamp = z.int();
export type Timestamp = z.infer<typeof Timestamp>;

/** SHA-256, lower-case hex. */
export const Hash = z.string().regex(/^[0-9a-f]{64}$/);
export type Hash = z.infer<typeof Hash>;

/** Any JSON value. Checked only for being JSON: its own schema is the tool's. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export const Json: z.ZodType<Json, Json> = z.json() as z.ZodType<Json, Json>;

/** A JSON Schema object (2020-12). */
export const JsonSchema = z.record(z.string(), Json);
export type JsonSchema = { [key: string]: Json };
