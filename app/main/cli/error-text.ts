import { ORPCError } from '@orpc/client';
import * as z from 'zod';
import { WarrantError } from '#contract/errors';
import { onOneLine } from './on-one-line.ts';

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

const BOUNDS = new Map([
  ['>', 'above'],
  ['>=', 'at least'],
  ['<', 'below'],
  ['<=', 'at most'],
]);

/** "an object", "a number"; what is none of them has no article. */
function withArticle(kind: string): string {
  if (kind === 'null' || kind === 'undefined') return kind;
  const word = kind === 'record' ? 'object' : kind === 'int' ? 'whole number' : kind === 'string' ? 'text' : kind;
  return word === 'text' ? word : `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
}

/** Where in the input, in words: `config of item 1 of list`. */
function placeOf(path: readonly unknown[]): string {
  if (path.length === 0) return 'the input';
  const words = path.map((part) => (typeof part === 'number' ? `item ${part + 1}` : String(part)));
  return words.reverse().join(' of ');
}

/** Faults of the library's in a person's words: where, and what is wrong there. */
function issueWords(issues: readonly { message: string; path?: readonly unknown[] | undefined }[]): string {
  const words = ({ message, path = [] }: (typeof issues)[number]): string => {
    const place = placeOf(path);
    const least = /^Too small: expected (string|array)\b.*?(\d+)/.exec(message);
    if (least) return least[2] === '1' ? `${place} is empty` : `${place} is too short: at least ${least[2]}`;
    const most = /^Too big: expected (string|array)\b.*?(\d+)/.exec(message);
    if (most) return `${place} is too long: at most ${most[2]}`;
    const bound = /^Too (small|big): .*?([<>]=?)(-?[\d.]+)/.exec(message);
    if (bound) return `${place} must be ${BOUNDS.get(bound[2] ?? '')} ${bound[3]}`;
    const expected = /^Invalid input: expected (\w+), received (\w+)/.exec(message);
    if (expected?.[2] === 'undefined') return `${place} is missing`;
    if (expected) return `${place} must be ${withArticle(expected[1] ?? '')}, not ${withArticle(expected[2] ?? '')}`;
    const key = /^Unrecognized keys?: (.*)$/.exec(message);
    if (key) return `${place} has nothing called ${key[1]}`;
    const choices = /^Invalid option: expected one of (.*)$/.exec(message);
    if (choices) return `${place} must be one of ${(choices[1] ?? '').replaceAll('|', ', ')}`;
    if (message === 'Invalid input') return `${place} is not valid`;
    return `${place} is not valid: ${message.charAt(0).toLowerCase()}${message.slice(1)}`;
  };
  return issues.map(words).join('; ');
}

function wordsOf(error: unknown): string {
  if (error instanceof ORPCError) {
    const issues = Issues.safeParse(error.data).data?.issues;
    if (issues) return issueWords(issues);
  }
  if (error instanceof z.ZodError) return issueWords(error.issues);
  return error instanceof Error ? error.message : String(error);
}

/** One clear line for a person: what, why, what to do (interfaces, "Commands"). */
export function errorLine(error: unknown): string {
  return onOneLine(wordsOf(error));
}
