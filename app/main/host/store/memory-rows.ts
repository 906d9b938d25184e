import type { AgentId, Hash, RunId, Timestamp, ToolCallId } from '#contract/ids';
import type { Label } from '#contract/label';
import type { MemoryOrigin } from '#contract/memory';

/** A memory as the index has it. `text` is undefined where it is removed, or its blob is not there. */
export interface IndexedMemory {
  id: string;
  number: number;
  agent: AgentId;
  text: string | undefined;
  /** Of its text now, and of those before it, newest first. */
  blobs: Hash[];
  bytes: number;
  origin: MemoryOrigin;
  labels: Label[];
  rememberedAt: Timestamp;
  run: RunId | undefined;
  callId: ToolCallId | undefined;
  /** `deleted`: its texts are gone for good. */
  state: 'kept' | 'corrected' | 'removed' | 'deleted';
}

/** Whose eyes: of a person, or of a run, which does not see what an unfinished run with guardrails has written. */
export interface Viewer {
  run?: RunId | undefined;
  person?: boolean;
  origin?: MemoryOrigin | undefined;
}

/** A row of the table `memories`. */
export interface MemoryTableRow {
  number: number;
  agent: string;
  blobs: string;
  bytes: number;
  origin: MemoryOrigin;
  labels: string;
  remembered_at: number;
  run: string | null;
  call_id: string | null;
  state: IndexedMemory['state'];
  published: number;
  text: string | null;
}

/** What a viewer may see, by the parameters of `parametersOf`. */
export const VISIBLE = `agent = @agent AND state IN ('kept', 'corrected')
  AND (@person OR published OR run IS @run) AND (@origin IS NULL OR origin = @origin)`;

const idOf = (number: number): string => `M${number}`;

/** The number of a memory's id, or undefined for a text that is none. */
export function numberOf(id: string): number | undefined {
  const found = /^M([1-9]\d{0,14})$/.exec(id);
  return found ? Number(found[1]) : undefined;
}

/** A row as it is spoken of. */
export function memoryOf(row: MemoryTableRow): IndexedMemory {
  return {
    id: idOf(row.number),
    number: row.number,
    agent: row.agent,
    text: row.text ?? undefined,
    blobs: JSON.parse(row.blobs) as Hash[],
    bytes: row.bytes,
    origin: row.origin,
    labels: JSON.parse(row.labels) as Label[],
    rememberedAt: row.remembered_at,
    run: row.run ?? undefined,
    callId: row.call_id ?? undefined,
    state: row.state,
  };
}

/** A corrected memory is the person's, without labels, and for every run. */
export function corrected(bytes: number): Pick<MemoryTableRow, 'bytes' | 'origin' | 'labels' | 'state' | 'published'> {
  return { bytes, origin: 'you', labels: '[]', state: 'corrected', published: 1 };
}

/** The parameters of `VISIBLE`. */
export function parametersOf(agent: AgentId, { run, person, origin }: Viewer) {
  return { agent, run: run ?? null, person: person ? 1 : 0, origin: origin ?? null };
}
