import type { Entry, RunEvent } from '../event.ts';
import type { Fact } from '../fact.ts';
import type { FileChange } from '../file-change.ts';
import type { ToolCallId } from '../ids.ts';
import { formatModelRef } from '../model.ts';
import { type LoadText, type TextRef, textOf } from '../text-ref.ts';
import { localName, ProvDocument, type ProvJson, provTime, qualifiedName } from './prov-document.ts';
import type { RunState, TranscriptItem } from './run-state.ts';

const AGENT = 'run:agent';
const MODEL = 'run:model';
const PERSON = 'run:person';

const callId = (id: ToolCallId): string => `run:call-${localName(id)}`;
const resultId = (id: ToolCallId): string => `run:result-${localName(id)}`;
const toolId = (name: string): string => `run:tool-${localName(name)}`;
const factId = (id: string): string => `run:fact-${localName(id)}`;
const payloadId = (hash: string): string => `sha256:${localName(hash)}`;
const organizationId = (name: string): string => `run:organization-${localName(name)}`;

/** What the entries up to here left for the ones after them. */
interface Reading {
  document: ProvDocument;
  load: LoadText;
  /** What a model reads with its next call. */
  unread: string[];
}

/**
 * A run as W3C PROV-JSON: its requests, payloads, facts, results, files and answers; calls and model calls with their
 * times; who acted for whom. Ids and order come from the log alone, so the same log gives the same document.
 * @param state what the entries fold to: facts, and answers with what their parts rest on
 */
export function toProv(entries: readonly Entry<RunEvent>[], state: RunState, load: LoadText): ProvJson {
  const document = new ProvDocument();
  const reading: Reading = { document, load, unread: [] };
  addActors(document, state);
  for (const entry of entries) addEntry(reading, entry);
  for (const fact of state.facts.values()) addFact(document, fact);
  for (const item of state.transcript)
    if (item.type === 'assistant' && item.final && item.held !== true) addAnswer(document, item, state, entries);
  return document.toJson({
    prov: 'http://www.w3.org/ns/prov#',
    xsd: 'http://www.w3.org/2001/XMLSchema#',
    warrant: 'urn:warrant:terms:',
    run: `urn:warrant:run:${localName(state.run.id)}:`,
    sha256: 'urn:warrant:sha256:',
  });
}

function addActors(document: ProvDocument, { run, startedAt, at, end, title }: RunState): void {
  const { agent } = run;
  const model = formatModelRef(agent.model);
  document.add('agent', AGENT, {
    'prov:type': qualifiedName('prov:SoftwareAgent'),
    'prov:label': agent.name,
    'warrant:revision': agent.revision,
  });
  document.add('agent', MODEL, { 'prov:type': qualifiedName('prov:SoftwareAgent'), 'prov:label': model });
  document.add('agent', PERSON, { 'prov:type': qualifiedName('prov:Person'), 'prov:label': 'You' });
  document.relate('actedOnBehalfOf', AGENT, PERSON);
  document.relate('actedOnBehalfOf', MODEL, AGENT);
  document.add('activity', 'run:run', {
    'prov:startTime': provTime(startedAt),
    ...(end && { 'prov:endTime': provTime(at) }),
    'prov:label': title,
    ...(end && { 'warrant:end': end.type }),
  });
  document.add('entity', 'run:instructions', {
    'prov:type': qualifiedName('prov:Plan'),
    'prov:label': `Instructions of ${agent.name}, revision ${agent.revision}`,
  });
  document.relate('wasAssociatedWith', 'run:run', AGENT, { 'prov:plan': 'run:instructions' });
  for (const tool of run.tools)
    document.add('entity', toolId(tool.name), {
      'prov:type': qualifiedName('prov:Plan'),
      'prov:label': `Tool ${tool.name} ${tool.version}`,
    });
}

function addEntry(reading: Reading, { seq, at, event }: Entry<RunEvent>): void {
  const { document, load } = reading;
  switch (event.type) {
    case 'run-started':
      if (event.run.goal.type === 'prompt') addRequest(reading, seq, event.run.goal.text);
      else addCall(document, event.run.goal.call.id, event.run.goal.call.tool, PERSON);
      return;
    case 'user-message-added':
      addRequest(reading, seq, event.text);
      return;
    case 'memories-recalled':
      for (const id of event.ids) {
        const memory = document.add('entity', `run:memory-${localName(id)}`, {
          'prov:type': qualifiedName('warrant:Memory'),
        });
        if (event.callId === undefined) reading.unread.push(memory);
        else document.relate('used', callId(event.callId), memory);
      }
      return;
    case 'model-called': {
      const activity = document.add('activity', `run:model-call-${seq}`, {
        'prov:startTime': provTime(at - event.ms),
        'prov:endTime': provTime(at),
        'prov:type': qualifiedName('warrant:ModelCall'),
      });
      document.relate('wasAssociatedWith', activity, MODEL);
      for (const entity of reading.unread) document.relate('used', activity, entity);
      reading.unread = [];
      for (const { id, tool } of event.reply.toolCalls) {
        addCall(document, id, tool, AGENT);
        document.relate('wasInformedBy', callId(id), activity);
      }
      return;
    }
    case 'tool-call-decided':
      if (event.decision.type === 'allow') {
        const { approval } = event.decision.warrant;
        document.add('activity', callId(event.callId), { 'warrant:rule': event.decision.rule.sentence });
        if (approval !== undefined)
          document.relate('wasAssociatedWith', callId(event.callId), PERSON, { 'prov:role': 'approved it' });
      } else document.add('activity', callId(event.callId), { 'warrant:denied': event.decision.reason });
      return;
    case 'tool-call-started':
      if (event.attempt === 0) document.add('activity', callId(event.callId), { 'prov:startTime': provTime(at) });
      return;
    case 'file-changed':
      addFile(document, event.callId, event.change);
      return;
    case 'tool-call-ended': {
      const call = document.add('activity', callId(event.callId), { 'prov:endTime': provTime(at) });
      const { outcome } = event;
      if (outcome.type === 'error') document.add('activity', call, { 'warrant:error': outcome.code });
      if (outcome.output === undefined) return;
      const result = document.add('entity', resultId(event.callId), {
        'prov:type': qualifiedName('warrant:Result'),
        'warrant:excerpt': excerpt(outcome.output, load),
      });
      document.relate('wasGeneratedBy', result, call, { 'prov:time': provTime(at) });
      const payloads = outcome.type === 'ok' ? outcome.facts.map(({ payloadHash }) => payloadHash) : [];
      for (const hash of new Set(payloads)) document.relate('wasDerivedFrom', result, payloadId(hash));
      reading.unread.push(result);
      return;
    }
    default:
  }
}

function addRequest(reading: Reading, seq: number, text: TextRef): void {
  const { document, load } = reading;
  const id = document.add('entity', `run:request-${seq}`, {
    'prov:type': qualifiedName('warrant:Request'),
    'prov:value': textOf(text, load),
  });
  document.relate('wasAttributedTo', id, PERSON);
  reading.unread.push(id);
}

function addCall(document: ProvDocument, id: ToolCallId, tool: string, by: string): void {
  const call = document.add('activity', callId(id), {
    'prov:type': qualifiedName('warrant:ToolCall'),
    'prov:label': `Call of ${tool}`,
  });
  const plan = document.has('entity', toolId(tool)) ? { 'prov:plan': toolId(tool) } : {};
  document.relate('wasAssociatedWith', call, by, plan);
}

function addFile(document: ProvDocument, id: ToolCallId, change: FileChange): void {
  const version = (hash: string): string =>
    document.add('entity', `run:file-${localName(change.path)}-${hash.slice(0, 16)}`, {
      'prov:type': qualifiedName('warrant:File'),
      'prov:label': change.path,
      'warrant:sha256': hash,
    });
  const before = change.before === undefined ? undefined : version(change.before);
  if (before !== undefined) document.relate('used', callId(id), before);
  if (change.after === undefined || change.after === change.before) return;
  const entities = document.count('entity');
  const after = version(change.after);
  if (document.count('entity') > entities) document.relate('wasGeneratedBy', after, callId(id));
  if (before !== undefined) document.relate('wasDerivedFrom', after, before);
}

function addFact(document: ProvDocument, fact: Fact): void {
  const known = document.has('entity', payloadId(fact.payloadHash));
  const payload = document.add('entity', payloadId(fact.payloadHash), {
    'prov:type': qualifiedName('warrant:Payload'),
    'warrant:sha256': fact.payloadHash,
    ...(fact.mediaType !== undefined && { 'warrant:mediaType': fact.mediaType }),
    ...(fact.bytes !== undefined && { 'warrant:bytes': fact.bytes }),
    'prov:location': [...new Set(fact.sources.map(({ url }) => url))],
  });
  const id = document.add('entity', factId(fact.id), {
    'prov:type': qualifiedName('warrant:Fact'),
    'prov:label': `${fact.id}: ${fact.claim}`,
    'prov:value': fact.claim,
    'warrant:place': 'pointer' in fact.at ? fact.at.pointer : `bytes ${fact.at.from} to ${fact.at.to}`,
  });
  document.relate('wasDerivedFrom', id, payload);
  for (const [at, source] of fact.sources.entries()) {
    const organization = document.add('agent', organizationId(source.organization), {
      'prov:type': qualifiedName('prov:Organization'),
      'prov:label': source.organization,
    });
    document.relate('wasAttributedTo', payload, organization);
    const call = callId(source.callId);
    if (!document.has('activity', call)) continue;
    // Bytes come into being once; who finds the same ones again has used them.
    if (at > 0) document.relate('used', call, payload, { 'prov:time': provTime(source.collectedAt) });
    else {
      if (!known) document.relate('wasGeneratedBy', payload, call, { 'prov:time': provTime(source.collectedAt) });
      document.relate('wasGeneratedBy', id, call);
    }
  }
}

function addAnswer(
  document: ProvDocument,
  item: Extract<TranscriptItem, { type: 'assistant' }>,
  state: RunState,
  entries: readonly Entry<RunEvent>[],
): void {
  const marks = item.marks ?? [];
  const unsourced = marks.filter(({ kind }) => kind === 'unsourced').map(({ text }) => text);
  const answer = document.add('entity', `run:answer-${item.seq}`, {
    'prov:type': qualifiedName('warrant:Answer'),
    'prov:value': item.text,
    ...(unsourced.length > 0 && { 'warrant:unsourced': unsourced }),
    ...(item.badges !== undefined &&
      item.badges.length > 0 && { 'warrant:badge': item.badges.map(({ badge }) => badge) }),
  });
  document.relate('wasAttributedTo', answer, AGENT);
  document.relate('wasGeneratedBy', answer, `run:model-call-${item.seq}`, { 'prov:time': provTime(item.at) });
  const quotes = new Map<string, string[]>();
  for (const mark of marks) {
    const ground = groundOf(mark, state, requestBefore(entries, item.seq));
    if (ground === undefined || !document.has('entity', ground)) continue;
    quotes.set(ground, [...(quotes.get(ground) ?? []), mark.text]);
  }
  for (const [ground, texts] of quotes)
    document.relate('wasDerivedFrom', answer, ground, { 'warrant:quote': [...new Set(texts)] });
}

function groundOf(
  mark: NonNullable<Extract<TranscriptItem, { type: 'assistant' }>['marks']>[number],
  state: RunState,
  request: string | undefined,
): string | undefined {
  if (mark.kind === 'fact' && mark.fact !== undefined && state.facts.has(mark.fact)) return factId(mark.fact);
  if (mark.kind === 'computed' && mark.call !== undefined) return resultId(mark.call);
  return mark.kind === 'given' ? request : undefined;
}

/** The newest request of the person before an entry. */
function requestBefore(entries: readonly Entry<RunEvent>[], seq: number): string | undefined {
  const found = entries.findLast(
    ({ seq: at, event }) => at < seq && (event.type === 'run-started' || event.type === 'user-message-added'),
  );
  return found && `run:request-${found.seq}`;
}

const LONGEST_EXCERPT = 500;

function excerpt(text: TextRef, load: LoadText): string {
  const whole = 'text' in text ? text.text : (load(text.blob) ?? text.head);
  return whole.length > LONGEST_EXCERPT ? `${whole.slice(0, LONGEST_EXCERPT)}…` : whole;
}

/** The document as the text that is shown and exported. */
export function provText(document: ProvJson): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}
