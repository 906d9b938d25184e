import { WarrantError } from '#contract/errors';
import { CATALOG_STREAM, type CatalogEvent, type Entry, RunEvent, runStream } from '#contract/event';
import type { GrantId, Hash, RunId, Timestamp } from '#contract/ids';
import type { Run } from '#contract/run';
import type { Redactor } from '../redact/redactor.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { FIRST_HASH, type Head, type Row } from '../store/chain.ts';
import type { EventLog } from '../store/event-log.ts';
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  entryFields,
  LARGEST_PAYLOAD,
  type LeftOutReason,
  LineWriter,
  lineJson,
  type PayloadRole,
  signedBytes,
} from './bundle-format.ts';
import { namedBlobs } from './named-blobs.ts';
import { rulesOfRun } from './rules-of-run.ts';
import type { Signer } from './signing-key.ts';

/** What a bundle is made from. */
export interface SealParts {
  log: EventLog;
  blobs: BlobStore;
  redactor: Redactor;
  version: string;
  now(): Timestamp;
}

/** So many rows are read at a time: no statement stays open while a reader takes its time. */
const PAGE = 200;

interface Survey {
  run: Run | undefined;
  startedAt: Timestamp;
  title: string;
  entries: number;
  warranted: Set<GrantId>;
  blobs: Map<Hash, PayloadRole>;
}

/**
 * A run as one sealed file, line by line: header, agent, tools, rules, every entry as it stands in the log, the bytes that
 * entries name, and the seal. What is broken in the store is written as it is, for a check to name. An entry or a payload
 * that holds the value of a secret is not: the first without it, the second not at all, and each is named.
 *
 * A run that is at work is sealed as it was when this began. Throws `not-found`.
 * @param files also the versions of a person's files that entries name
 */
export function* sealBundle(
  parts: SealParts,
  id: RunId,
  { signer, files }: { signer: Signer | undefined; files: boolean },
): Generator<string, void> {
  const stream = runStream(id);
  const { last, head } = parts.log.ends(stream);
  if (!last && !head) throw new WarrantError('not-found', `There is no run ${id}. \`warrant runs\` lists them.`);
  const end: Head = head ?? last ?? { seq: 0, hash: FIRST_HASH };
  const upTo = Math.max(last?.seq ?? 0, end.seq);
  const survey = look(parts, stream, upTo);
  const { run } = survey;
  const rules = run
    ? rulesOfRun(run, survey.startedAt, parts.log.read(CATALOG_STREAM) as Entry<CatalogEvent>[], survey.warranted)
    : [];
  const writer = new LineWriter();
  const clean = <Value>(value: Value): Value => parts.redactor.value(value);
  yield writer.line(
    inside({
      type: 'header',
      format: BUNDLE_FORMAT,
      version: BUNDLE_VERSION,
      program: parts.version,
      run: id,
      title: clean(survey.title),
      agent: clean(run?.agent.name ?? ''),
      madeAt: parts.now(),
      files,
      lines: {
        agent: run ? 1 : 0,
        tool: run?.tools.length ?? 0,
        policy: rules.length,
        entry: survey.entries,
        bytes: survey.blobs.size,
      },
    }),
  );
  if (run) yield writer.line(inside({ type: 'agent', agent: clean(run.agent) }));
  for (const tool of run?.tools ?? []) yield writer.line(inside({ type: 'tool', tool: clean(tool) }));
  for (const { from, grant } of rules) yield writer.line(inside({ type: 'policy', from, grant: clean(grant) }));
  for (const row of rowsOf(parts.log, stream, upTo)) yield writer.line(entryLine(row, parts.redactor));
  for (const [hash, role] of survey.blobs) yield writer.line(bytesLine(parts, hash, role, files));
  yield sealLine(writer, end, survey.entries, signer);
}

function* rowsOf(log: EventLog, stream: string, upTo: number): Generator<Row> {
  for (let after = 0; after < upTo; ) {
    const page = log.rows(stream, after, PAGE);
    if (page.length === 0) return;
    for (const row of page) if (row.seq <= upTo) yield row;
    after = page.at(-1)?.seq ?? upTo;
  }
}

/** What is needed before the first line can be written. */
function look({ log }: SealParts, stream: string, upTo: number): Survey {
  const survey: Survey = {
    run: undefined,
    startedAt: 0,
    title: '',
    entries: 0,
    warranted: new Set(),
    blobs: new Map(),
  };
  for (const row of rowsOf(log, stream, upTo)) {
    survey.entries += 1;
    const event = RunEvent.safeParse(parse(row.event)).data;
    if (!event) continue;
    if (event.type === 'run-started' && row.seq === 1) {
      // As it is written there, so that the lines say the same.
      survey.run = (parse(row.event) as { run: Run }).run;
      survey.startedAt = row.at;
      survey.title = event.run.title;
    }
    if (event.type === 'run-renamed') survey.title = event.title;
    if (event.type === 'tool-call-decided' && event.decision.type === 'allow')
      for (const grant of event.decision.warrant.grants) survey.warranted.add(grant);
    for (const { hash, role } of namedBlobs(event)) {
      const known = survey.blobs.get(hash);
      // What is part of the transcript, or a fact rests on, is not left out for being a file's version too.
      if (known === undefined || known === 'file') survey.blobs.set(hash, role);
    }
  }
  return survey;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The inside of an object's JSON. */
function inside(value: object): string {
  return lineJson(value).slice(1, -1);
}

function entryLine(row: Row, redactor: Redactor): string {
  if (redactor.mayTouch(row.event)) {
    const event = parse(row.event);
    const clean = event === undefined ? redactor.text(row.event) : redactor.value(event);
    if (clean !== (event ?? row.event))
      return `"type":"entry","seq":${row.seq},"at":${row.at},"rowHash":${JSON.stringify(row.hash)},"redacted":${lineJson(clean)}`;
  }
  return entryFields(row);
}

function bytesLine({ blobs, redactor }: SealParts, hash: Hash, role: PayloadRole, files: boolean): string {
  const leftOut = (reason: LeftOutReason, secrets: string[] = []): string =>
    inside({ type: 'left-out', name: hash, role, reason, ...(secrets.length > 0 && { secrets }) });
  if (role === 'file' && !files) return leftOut('file');
  const size = blobs.size(hash);
  if (size === undefined) return leftOut('not-kept');
  if (size > LARGEST_PAYLOAD) return leftOut('too-large');
  const bytes = blobs.getUnchecked(hash);
  if (bytes === undefined) return leftOut('not-kept');
  const text = bytes.toString('utf8');
  if (redactor.text(text) !== text) return leftOut('secret', redactor.namesIn(text));
  return `"type":"payload","name":"${hash}","role":"${role}","bytes":${bytes.length},"base64":"${bytes.toString('base64')}"`;
}

function sealLine(writer: LineWriter, end: Head, entries: number, signer: Signer | undefined): string {
  const sealed = writer.previous;
  const fields = inside({ type: 'seal', lines: writer.number + 1, entries, length: end.seq, head: end.hash, sealed });
  if (!signer) return writer.line(fields);
  const value = signer.sign(signedBytes(sealed, `"line":${writer.number + 1},${fields}`));
  const signature = {
    algorithm: 'Ed25519',
    key: Buffer.from(signer.key).toString('base64'),
    value: Buffer.from(value).toString('base64'),
  };
  return writer.line(`${fields},"signature":${JSON.stringify(signature)}`);
}
