import { setImmediate } from 'node:timers/promises';
import { WarrantError } from '#contract/errors';
import type { Hash } from '#contract/ids';
import type { AnswerBadge, Citation, Mark } from '#contract/mark';
import { shortCallIds } from '#contract/projections/facts';
import { outcomeText } from '#contract/projections/prompt';
import { effectiveCall, type RunState, type ToolCallState } from '#contract/projections/run-state';
import { type LoadText, textOf } from '#contract/text-ref';
import { commandOf } from '#contract/tool';
import type { CallSource } from '../marks/call-ground.ts';
import type { FactSource } from '../marks/fact-pieces.ts';
import { markText } from '../marks/mark-text.ts';
import type { RunParts } from './run-parts.ts';

/** An answer with what its parts rest on. */
export interface MarkedAnswer {
  /** As it is published: without the tokens of citations. */
  text: string;
  marks: Mark[];
  badges: AnswerBadge[];
}

type Parts = Pick<RunParts, 'blobs' | 'loadText'>;

/** So many payloads are read before the program looks at something else. */
const AT_ONCE = 64;

/** What the agent remembers is its own text or that of others, and no ground (row A10.8). */
const MEMORY_TOOLS = new Set(['remember', 'recall_memory', 'search_memory']);

/**
 * Finds every checkable part of an answer and what it rests on: facts whose bytes are as they were, results of calls,
 * and what the person wrote (asks B24 to B26, rule A12).
 */
export async function markAnswer(
  state: RunState,
  answer: { text: string; citations: readonly Citation[] },
  parts: Parts,
): Promise<MarkedAnswer> {
  const facts = await readFacts(state, parts);
  const users = state.turns.filter((turn) => turn.type === 'user');
  const { agent, goal } = state.run;
  const given = [
    ...users.map((turn) => textOf(turn.text, parts.loadText)),
    ...answersOf(state, parts.loadText),
    ...(goal.type === 'invoke' ? [JSON.stringify(goal.call.input)] : []),
    agent.instructions,
  ];
  return markText(answer, { facts, calls: callsOf(state, parts), given, since: users.at(-1)?.seq ?? 0 });
}

/** The facts with their bytes; a payload that was changed or deleted gives none. */
async function readFacts(state: RunState, { blobs }: Parts): Promise<FactSource[]> {
  const payloads = new Map<Hash, Uint8Array | undefined>();
  const facts: FactSource[] = [];
  for (const fact of state.facts.values()) {
    const { payloadHash } = fact;
    if (!payloads.has(payloadHash)) {
      payloads.set(payloadHash, wholeBytes(payloadHash, blobs));
      if (payloads.size % AT_ONCE === 0) await setImmediate();
    }
    facts.push({ fact, bytes: payloads.get(payloadHash) });
  }
  return facts;
}

function wholeBytes(hash: Hash, blobs: Parts['blobs']): Uint8Array | undefined {
  try {
    return blobs.get(hash);
  } catch (error) {
    if (error instanceof WarrantError && error.code === 'corrupt') return undefined;
    throw error;
  }
}

function callsOf(state: RunState, { loadText }: Parts): CallSource[] {
  const shorts = shortCallIds(state);
  const calls: CallSource[] = [];
  for (const call of state.calls.values()) {
    if (call.status !== 'ended') continue;
    const { tool, command, input } = effectiveCall(call);
    const text = outcomeText(call.outcome, loadText);
    const effect = commandIn(state, call)?.effect;
    calls.push({
      id: call.call.id,
      short: shorts.get(call.call.id) ?? '',
      seq: call.seq,
      tool,
      command,
      input,
      text,
      ok: call.outcome.type === 'ok',
      kind: kindOf(state, call),
      reads: readsOf(state, call),
      changes: call.changes.map(({ path, after }) => ({ path, gone: after === undefined })),
      effect,
    });
  }
  return calls;
}

function commandIn(state: RunState, call: ToolCallState) {
  const tool = state.run.tools.find(({ name }) => name === call.call.tool);
  return tool && commandOf(tool, call.call.command);
}

function kindOf(state: RunState, call: ToolCallState): CallSource['kind'] {
  const tool = state.run.tools.find(({ name }) => name === call.call.tool);
  const command = commandIn(state, call);
  if (!tool || !command || tool.origin !== 'own' || command.outside || MEMORY_TOOLS.has(tool.name)) return 'outside';
  if (tool.runtime.type === 'person') return 'person';
  if (command.runsCode) return 'code';
  const reads = command.files.some(({ verbs }) => verbs.includes('read') || verbs.includes('list'));
  return reads && (command.effect.change === 'none' || command.effect.change === 'read') ? 'files' : 'computed';
}

/** What a call read: the files that its code asked the host for, or the paths in its arguments. */
function readsOf(state: RunState, call: ToolCallState): string[] {
  const paths = call.hostCalls.flatMap(({ operation, path }) =>
    path !== undefined && (operation === 'read' || operation === 'list') ? [path] : [],
  );
  const { input } = effectiveCall(call);
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return paths;
  const first = state.run.agent.folders[0];
  for (const { field, verbs } of commandIn(state, call)?.files ?? []) {
    if (!verbs.includes('read') && !verbs.includes('list')) continue;
    const written = input[field];
    if (typeof written === 'string') paths.push(fullPath(written, first?.name));
    else if (written === undefined && first) paths.push(`/folders/${first.name}`);
  }
  return paths;
}

/** A path as changes are logged: relative ones are below the first folder. */
function fullPath(written: string, first: string | undefined): string {
  if (written.startsWith('/')) return written.replace(/\/+$/, '');
  const relative = written.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  const base = first === undefined ? '/agent' : `/folders/${first}`;
  return relative === '' || relative === '.' ? base : `${base}/${relative}`;
}

/** What the person answered to questions of the agent: words of theirs, and choices that they took as theirs. */
function answersOf(state: RunState, load: LoadText): string[] {
  const asks = new Set(state.run.tools.filter(({ runtime }) => runtime.type === 'person').map(({ name }) => name));
  return [...state.calls.values()].flatMap((call) =>
    asks.has(call.call.tool) && call.status === 'ended' && call.outcome.type === 'ok'
      ? [textOf(call.outcome.output, load)]
      : [],
  );
}
