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

/** Whether the command line itself was wrong: what it gave does not fit the method it calls. */
export function isBadInput(error: unknown): boolean {
  return error instanceof ORPCError && Issues.safeParse(error.data).success;
}

/** Faults of the library's in a person's words: where, and what is wrong there. */
function issueWords(issues: readonly { message: string; path?: readonly unknown[] | undefined }[]): string {
  const words = ({ message, path = [] }: (typeof issues)[number]): string => {
    const place = path.join('.') || 'the input';
    if (/^Too small: expected string/.test(message)) return `${place} is empty`;
    const expected = /^Invalid input: expected (\w+), received (\w+)/.exec(message);
    if (expected?.[2] === 'undefined') return `${place} is missing`;
    if (expected) return `${place} must be a ${expected[1]}, not ${expected[2]}`;
    return `${place} is not valid: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  };
  return issues.map(words).join('; ');
}

/** One clear line for a person: what, why, what to do (interfaces, "Commands"). */
export function errorLine(error: unknown): string {
  if (error instanceof ORPCError) {
    const issues = Issues.safeParse(error.data).data?.issues;
    if (issues) return issueWords(issues);
  }
  if (error instanceof z.ZodError) return issueWords(error.issues);
  return error instanceof Error ? error.message : String(error);
}
