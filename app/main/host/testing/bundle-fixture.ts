import type { RunEvent } from '#contract/event';
import type { Fact } from '#contract/fact';
import type { Hash } from '#contract/ids';
import type { Binding, Rule } from '#contract/permission';
import type { ToolCall } from '#contract/tool';
import { sealBundle } from '../bundle/seal-bundle.ts';
import type { Signer } from '../bundle/signing-key.ts';
import { Redactor } from '../redact/redactor.ts';
import { BlobStore } from '../store/blob-store.ts';
import { openDatabase } from '../store/database.ts';
import { EventLog } from '../store/event-log.ts';
import { countingClock, sampleRun, temporaryFolder } from '../store/testing.ts';

/** A data folder with one run in it, to be sealed. */
export interface SealedRun {
  folder: string;
  log: EventLog;
  blobs: BlobStore;
  redactor: Redactor;
  database: ReturnType<typeof openDatabase>;
  /** The hashes of the payloads, in the order of the calls. */
  payloads: Hash[];
  /** The bundle of now. */
  seal(given?: { signer?: Signer; files?: boolean }): string;
  close(): void;
}

export const SEALED_RUN = 'run-1';

const RULE: Rule = { id: 'default-read', sentence: 'A read from a bound host is allowed.', source: 'Default' };
const BINDING: Binding = {
  tool: 'read_file',
  ask: 'effects',
  hosts: [],
  secrets: [],
  config: [],
  middleware: [],
  options: {},
};

/** What a source said of one city, as the bytes of one payload. */
function payloadOf(index: number): string {
  const city = { city: `Città ${index} – 東京 😀`, inhabitants: 1_680_000 + index, area: 604.5, elevation: 12 + index };
  return `${JSON.stringify({ ...city, text: `${city.city} lies by the sea. `.repeat(20) })}\n`;
}

/** One call of the run: asked for, allowed, started, ended with three facts of one payload. */
function callEvents(
  index: number,
  payloadHash: Hash,
  bytes: number,
  long: { head: string; blob: Hash; bytes: number },
) {
  const call: ToolCall = {
    id: `call_${index}`,
    tool: 'read_file',
    command: [],
    input: { path: `/agent/${index}.json` },
  };
  const source = {
    organization: 'Example Statistics',
    url: `https://stats.example.com/city/${index}`,
    collectedAt: 1_700_000_000_000 + index,
    callId: call.id,
  };
  const facts = ['/inhabitants', '/area', '/elevation'].map(
    (pointer, at): Fact => ({
      id: `F${index * 3 + at + 1}`,
      claim: `${pointer.slice(1)} of Città ${index}`,
      payloadHash,
      at: { pointer },
      sources: [source],
      mediaType: 'application/json',
      bytes,
    }),
  );
  const events: RunEvent[] = [
    {
      type: 'model-called',
      reply: {
        text: `I look at city ${index} next – “naïve” or not.`,
        toolCalls: [call],
        stopReason: 'tool-calls',
        usage: { inputTokens: 1800 + index, outputTokens: 60 },
      },
      protocol: 'native',
      requestHash: payloadHash,
      throughSeq: index,
      labels: [],
      ms: 640,
    },
    {
      type: 'tool-call-decided',
      callId: call.id,
      decision: { type: 'allow', rule: RULE, warrant: { call, hash: payloadHash, binding: BINDING, grants: [] } },
    },
    { type: 'tool-call-started', callId: call.id, attempt: 0 },
    {
      type: 'tool-call-ended',
      callId: call.id,
      outcome: { type: 'ok', output: long, truncated: false, facts },
      labels: [{ origin: 'outside', callId: call.id, url: source.url }],
      ms: 12,
    },
  ];
  return events;
}

/** Writes a run of `calls` calls, each with a payload that three facts rest on; gives the hashes of the payloads. */
export async function appendSealedRun(log: EventLog, blobs: BlobStore, calls: number): Promise<Hash[]> {
  const payloads: Hash[] = [];
  const text = `A long result. ${'Line of it. '.repeat(400)}`;
  const blob = blobs.putLater(Buffer.from(text));
  const long = { head: text.slice(0, 100), blob, bytes: Buffer.byteLength(text) };
  const events: RunEvent[] = [{ type: 'run-started', run: sampleRun(SEALED_RUN) }];
  for (let index = 0; index < calls; index++) {
    const bytes = Buffer.from(payloadOf(index));
    const hash = blobs.putLater(bytes);
    payloads.push(hash);
    events.push(...callEvents(index, hash, bytes.length, long));
  }
  events.push({ type: 'run-renamed', title: 'Cities by the sea' });
  events.push({ type: 'run-ended', end: { type: 'completed', text: { text: 'It has 1,680,000 inhabitants.' } } });
  await log.append([{ stream: `run:${SEALED_RUN}`, expectedSeq: 0, events }]);
  return payloads;
}

/** A data folder with such a run, its parts open. The caller closes it. */
export async function makeSealedRun(calls: number): Promise<SealedRun> {
  const place = temporaryFolder();
  const redactor = new Redactor();
  const database = openDatabase(place.folder);
  const log = new EventLog(database, countingClock(), redactor);
  const blobs = new BlobStore(place.folder, redactor);
  const payloads = await appendSealedRun(log, blobs, calls);
  const parts = { log, blobs, redactor, version: '0.0.0', now: () => 1_700_000_500_000 };
  return {
    folder: place.folder,
    log,
    blobs,
    redactor,
    database,
    payloads,
    seal: ({ signer, files = false } = {}) => [...sealBundle(parts, SEALED_RUN, { signer, files })].join(''),
    close() {
      log.close();
      database.close();
      place.remove();
    },
  };
}
