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
export const Json = z.any().refine(isJson, 'is missing, is no JSON, or is nested too deeply') as unknown as z.ZodType<
  Json,
  Json
>;

/** Nothing that is written by hand or by a model is nested deeper; a check that recursed would end the process. */
const DEEPEST_JSON = 500;

/** Whether a value is JSON, in a loop of its own: a hostile one may be nested as deep as a stack is high (rule R8). */
function isJson(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST_JSON) return false;
    const next: unknown[] = [];
    for (const each of level) {
      if (each === null || typeof each === 'string' || typeof each === 'boolean') continue;
      if (typeof each === 'number') {
        if (!Number.isFinite(each)) return false;
      } else if (typeof each === 'object') for (const inner of Object.values(each)) next.push(inner);
      else return false;
    }
    level = next;
  }
  return true;
}

/** A JSON Schema object (2020-12). */
export const JsonSchema = z.record(z.string(), Json);
export type JsonSchema = { [key: string]: Json };
