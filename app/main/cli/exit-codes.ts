import type { RunStatus } from '#contract/views';
import { codeOfError, isBadInput } from './error-text.ts';

/** Exit codes of the command line (interfaces): stable. */
export const EXIT = {
  completed: 0,
  failed: 1,
  usage: 2,
  blocked: 3,
  waiting: 4,
  limit: 5,
  denied: 6,
  cancelled: 130,
} as const;

const BY_STATUS: Record<RunStatus, number> = {
  running: EXIT.waiting,
  interrupted: EXIT.waiting,
  waiting: EXIT.waiting,
  limit: EXIT.limit,
  completed: EXIT.completed,
  failed: EXIT.failed,
  blocked: EXIT.blocked,
  denied: EXIT.denied,
  cancelled: EXIT.cancelled,
};

/** The exit code of a command that ended with a run in this status. */
export function exitCodeOf(status: RunStatus): number {
  return BY_STATUS[status];
}

/** The exit code of a command that failed: what was asked for wrongly, what waits to be accepted (interfaces), the rest. */
export function exitCodeOfError(error: unknown): number {
  if (error instanceof UsageError || isBadInput(error)) return EXIT.usage;
  return codeOfError(error)?.code === 'not-accepted' ? EXIT.waiting : EXIT.failed;
}

/** A wrong command line: reported on standard error with exit code 2. */
export class UsageError extends Error {}
