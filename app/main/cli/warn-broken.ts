import { EXIT } from './exit-codes.ts';
import { type Terminal, warn } from './terminal.ts';

/** Names the first broken entry of each stream that does not verify (rule D12); gives the exit code. */
export function warnBroken(
  terminal: Terminal,
  result: { ok: boolean; broken: { stream: string; seq: number; reason: string }[] },
): number {
  for (const { stream, seq, reason } of result.broken)
    warn(terminal, `${stream}: entry ${seq} is the first that is broken: ${reason}`);
  return result.ok ? EXIT.completed : EXIT.failed;
}
