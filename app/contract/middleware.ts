import * as z from 'zod';
import { Json } from './ids.ts';
import { Permission } from './permission.ts';

/** One middleware in a chain, by name and exact version; `config` as its own schema below says. */
export const MiddlewareUse = z.strictObject({ name: z.string(), version: z.string(), config: Json });
export type MiddlewareUse = z.infer<typeof MiddlewareUse>;

/** `require-approval`: what `when` covers is asked about; every call where it is absent. */
export const RequireApproval = z.strictObject({ when: Permission.optional() });
export type RequireApproval = z.infer<typeof RequireApproval>;

/** `rate-limit`: at most `calls` in each window of `seconds`, counted by call id within the run (row A17.11). */
export const RateLimit = z.strictObject({
  tool: z.string().optional(),
  calls: z.int().min(1),
  seconds: z.number().min(1),
});
export type RateLimit = z.infer<typeof RateLimit>;

/** `redact-output`: masks literal texts, and the values at JSON Pointers of a JSON result (row A17.12). */
export const RedactOutput = z.strictObject({
  tool: z.string().optional(),
  texts: z.array(z.string().min(1)).default([]),
  pointers: z.array(z.string()).default([]),
});
export type RedactOutput = z.infer<typeof RedactOutput>;

/** `rewrite`: in one text argument, replaces the literal `from` by `to` before the call is decided again (rule A15). */
export const Rewrite = z.strictObject({
  tool: z.string().optional(),
  field: z.string(),
  from: z.string().min(1),
  to: z.string(),
});
export type Rewrite = z.infer<typeof Rewrite>;

/** The built-in middlewares, by name, each with its current version and the schema of its configuration. */
export const MIDDLEWARE = {
  'require-approval': { version: '1', config: RequireApproval },
  'rate-limit': { version: '1', config: RateLimit },
  'redact-output': { version: '1', config: RedactOutput },
  rewrite: { version: '1', config: Rewrite },
} as const;

/** The setting that holds the chain of every call. */
export const GLOBAL_MIDDLEWARE = 'policy.middleware';
