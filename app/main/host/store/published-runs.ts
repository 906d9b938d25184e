import type Database from 'better-sqlite3';
import type { RunId } from '#contract/ids';

const FIRST = `
  SELECT coalesce(json_array_length(event, '$.run.agent.guardrails'), 0) FROM entries
  WHERE stream = ? AND seq = 1 AND json_valid(event)`;

/** The last entry that opened the run or ended it, found by how its text begins: no other is parsed. */
const LAST = `
  SELECT substr(event, 1, 44) = '{"type":"run-ended","end":{"type":"completed' FROM entries
  WHERE stream = ? AND (substr(event, 1, 19) = '{"type":"run-ended"' OR substr(event, 1, 20) = '{"type":"run-resumed'
    OR substr(event, 1, 28) = '{"type":"user-message-added"')
  ORDER BY seq DESC LIMIT 1`;

/**
 * Whether what a run leaves is for others: it has no guardrails, or has ended well (row A10.12). So is what is left of a
 * run that was removed.
 */
export function isAnswered(database: Database.Database, run: RunId): boolean {
  const stream = `run:${run}`;
  const guardrails = database.prepare<[string], number>(FIRST).pluck().get(stream) ?? 0;
  if (guardrails === 0) return true;
  return database.prepare<[string], number>(LAST).pluck().get(stream) === 1;
}
