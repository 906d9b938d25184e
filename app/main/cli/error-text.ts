import { ORPCError } from '@orpc/client';
import * as z from 'zod';
import { WarrantError } from '#contract/errors';

const Data = z.object({ code: z.string(), details: z.array(z.string()) });
const Issues = z.object({ issues: z.array(z.object({ message: z.string(), path: z.array(z.unknown()).optional() })) });

/** The host's own code and details of an error, from this process or over the wire; undefined for any other fault. */
export function codeOfError(error: unknown): { code: string; details: string[] } | undefined {
  if (error instanceof WarrantError) return { code: error.code, details: error.details };
  return error instanceof ORPCError ? Data.safeParse(error.data).data : undefined;
}

/** One clear line for a person: what, why, what to do (interfaces, "Commands"). */
export function errorLine(error: unknown): string {
  if (error instanceof ORPCError) {
    const issues = Issues.safeParse(error.data).data?.issues;
    if (issues) return issues.map((issue) => `${(issue.path ?? []).join('.')}: ${issue.message}`).join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}
