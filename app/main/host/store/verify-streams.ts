import { WarrantError } from '#contract/errors';
import { CATALOG_STREAM, runStream } from '#contract/event';
import type { RunId } from '#contract/ids';
import type { EventLog } from './event-log.ts';

/** Whether the chains hold. `stream` is a run's id, or `catalog`. */
export interface VerifiedStreams {
  ok: boolean;
  streams: number;
  entries: number;
  broken: { stream: string; seq: number; reason: string }[];
}

/** Checks the chain of one run, or of every stream (rule D12). Throws `not-found` for a run that is not there. */
export function verifyStreams(log: EventLog, run: RunId | undefined): VerifiedStreams {
  const all = log.streams();
  if (run !== undefined && !all.includes(runStream(run)))
    throw new WarrantError('not-found', `There is no run ${run}.`);
  const streams = run === undefined ? all : [runStream(run)];
  const results = streams.map((stream) => ({ stream, result: log.verify(stream) }));
  const broken = results.flatMap(({ stream, result }) =>
    result.broken
      ? [{ stream: stream === CATALOG_STREAM ? stream : stream.slice('run:'.length), ...result.broken }]
      : [],
  );
  const entries = results.reduce((sum, { result }) => sum + result.entries, 0);
  return { ok: broken.length === 0, streams: streams.length, entries, broken };
}
