import { WarrantError } from '#contract/errors';
import { CATALOG_STREAM, CatalogEvent, type LogEvent, RunEvent } from '#contract/event';
import { MemoryEvent } from '#contract/memory';
import type { Redactor } from '../redact/redactor.ts';

/** A run's id in a stream name: printable, so that a name can't imitate another part of what is hashed. */
const RUN_STREAM = /^run:[^\p{C}\s]{1,200}$/u;
/** The same for the memories of an agent. */
const MEMORY_STREAM = /^memory:[^\p{C}\s]{1,200}$/u;

type StreamKind = 'run' | 'catalog' | 'memory';

const SCHEMAS = { run: RunEvent, catalog: CatalogEvent, memory: MemoryEvent };

const TYPES: Record<StreamKind, ReadonlySet<string>> = {
  run: new Set(RunEvent.options.map((option) => option.shape.type.value)),
  catalog: new Set(CatalogEvent.options.map((option) => option.shape.type.value)),
  memory: new Set(MemoryEvent.options.map((option) => option.shape.type.value)),
};

function kindOf(stream: string): StreamKind {
  if (stream === CATALOG_STREAM) return 'catalog';
  if (RUN_STREAM.test(stream)) return 'run';
  if (MEMORY_STREAM.test(stream)) return 'memory';
  throw new WarrantError(
    'bad-input',
    `There is no stream ${JSON.stringify(stream)}: runs are run:ID, memories memory:AGENT, the rest is catalog.`,
  );
}

/**
 * Checks an event against the schema of its stream, takes all secrets out of it and gives it back with the JSON text
 * that is stored: nothing reaches the log but through here (asks B41). Throws `bad-input` for an event that the log could
 * not read again.
 */
export function encodeEvent(stream: string, event: LogEvent, redactor: Redactor): { event: LogEvent; text: string } {
  const checked = checkEvent(stream, event);
  const text = JSON.stringify(checked);
  const clean = redactor.mayTouch(text) ? redactor.value(checked) : checked;
  if (clean === checked) return { event: checked, text };
  const again = checkEvent(stream, clean);
  return { event: again, text: JSON.stringify(again) };
}

function checkEvent(stream: string, event: LogEvent): LogEvent {
  const parsed = SCHEMAS[kindOf(stream)].safeParse(event);
  if (!parsed.success)
    throw new WarrantError(
      'bad-input',
      `An event of type ${JSON.stringify(event.type)} does not fit ${stream} and was not written.`,
      parsed.error.issues.map((issue) => `${issue.path.join('.') || 'event'}: ${issue.message}`),
    );
  return parsed.data;
}

/**
 * The event of a stored text, or what is wrong with it. Fields are not checked again: every row was checked by
 * `encodeEvent` when it was written, and a row that is not byte for byte what was written does not match its hash. Only
 * the type is looked at, for a log of a newer or foreign program. Checking 10,000 rows whole would take longer than
 * everything else a resume does.
 */
export function decodeEvent(stream: string, text: string): { event: LogEvent } | { fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'it is not JSON' };
  }
  if (typeof value !== 'object' || value === null || !('type' in value) || typeof value.type !== 'string')
    return { fault: 'it is no event' };
  const kind = stream === CATALOG_STREAM ? 'catalog' : stream.startsWith('memory:') ? 'memory' : 'run';
  return TYPES[kind].has(value.type)
    ? { event: value as LogEvent }
    : { fault: `its type ${JSON.stringify(value.type)} is not known here` };
}
