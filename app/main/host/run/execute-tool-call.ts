import { createHash } from 'node:crypto';
import { WarrantError } from '#contract/errors';
import type { RunEvent } from '#contract/event';
import type { FileChange } from '#contract/file-change';
import type { Warrant } from '#contract/permission';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import { commandOfCall, type Tool, type ToolOutcome } from '#contract/tool';
import { checkWarrant } from '../policy/check-warrant.ts';
import { closeStale } from '../policy/decide-tool-call.ts';
import type { GrantSet } from '../policy/grant-set.ts';
import { RedactedStream } from '../redact/redacted-stream.ts';
import { EMPTY_HASH } from '../sandbox/guest-overlay.ts';
import { refuseSecretContent } from '../sandbox/guest-secrets.ts';
import type { Update } from '../store/journal.ts';
import type { PlannedChange, ToolResult } from '../tools/define-tool.ts';
import { applyChanges, keepVersions, settleChanges } from './apply-changes.ts';
import { CallLabels } from './call-labels.ts';
import { callMemory } from './call-memory.ts';
import { callNetwork } from './call-network.ts';
import { callSecrets } from './call-secrets.ts';
import { collectFacts, withNotes } from './collect-facts.ts';
import { fileRefusal } from './file-refusal.ts';
import { changedAfterAnswer, refuseUnseen } from './files-as-seen.ts';
import { maskedEvents, type ResultMask, resultMask } from './mask-result.ts';
import { modesBefore } from './modes-before.ts';
import { runCode } from './run-code.ts';
import type { RunParts } from './run-parts.ts';
import { capResult, storeText } from './store-text.ts';
import { timeLimitOf } from './time-limit.ts';

type Startable = Extract<ToolCallState, { status: 'warranted' | 'started' | 'replied' }>;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const failed = (
  code: 'denied' | 'interrupted' | 'tool-failed' | 'timed-out' | 'cancelled',
  message: string,
): ToolOutcome => ({
  type: 'error',
  code,
  message,
  truncated: false,
});

/** Tools other than code: one minute unless the binding says otherwise. */
const TOOL_TIMEOUT_MS = 60_000;

interface Execution {
  state: RunState;
  call: Startable;
  tool: Tool;
  parts: RunParts;
  signal: AbortSignal;
  mask: ResultMask | undefined;
  labels: CallLabels;
}

type Figures = Extract<RunEvent, { type: 'tool-call-ended' }>['figures'];

/** What is appended when a call is over, together with what its files carry from then on. */
type End = (outcome: ToolOutcome, figures?: Figures) => Update;

/** A planned change as the log keeps it. */
function fromPlan(plan: PlannedChange): FileChange {
  const hash = (bytes: Uint8Array | undefined): string | undefined =>
    bytes === undefined ? undefined : plan.kind === 'folder' ? EMPTY_HASH : sha256(bytes);
  const before = hash(plan.before);
  const after = hash(plan.after);
  return {
    path: plan.path,
    kind: plan.kind,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    bytes: plan.after?.length ?? 0,
    mode: plan.mode,
    labels: [],
  };
}

/** The entries of one call's changes. What an interrupted attempt put on the log already is not put there again. */
function changeEvents(call: ToolCallState, changes: readonly FileChange[], answer: string): RunEvent[] {
  const known = new Set(call.changes.map((change) => `${change.path} ${change.before} ${change.after}`));
  const fresh = changes.filter((change) => !known.has(`${change.path} ${change.before} ${change.after}`));
  return fresh.map((change) => ({ type: 'file-changed', callId: call.call.id, change, answer }));
}

async function toOutcome(
  result: ToolResult,
  parts: RunParts,
  mask: ResultMask | undefined,
  from?: { state: RunState; call: ToolCallState; tool: Tool },
): Promise<ToolOutcome> {
  if (result.type === 'error') return { type: 'error', code: result.code, message: result.message, truncated: false };
  // Before anything is cut: half a secret is not found.
  const whole = parts.redactor.text(result.text);
  const masked = mask ? mask.result(whole) : { ok: true as const, text: whole };
  if (!masked.ok) return failed('tool-failed', masked.reason);
  const { text, truncated } = capResult(masked.text);
  const cut = truncated || result.truncated === true;
  if (!from) return { type: 'ok', output: await storeText(parts.blobs, text), truncated: cut, facts: [] };
  // A result of which something was masked gives no facts: their bytes would keep it.
  const masks = mask && ((payload: string) => masked.text !== whole || mask.touches(payload));
  const { notes, ...facts } = await collectFacts(result.payloads ?? [], { ...from, ...(masks && { masks }) }, parts);
  return { type: 'ok', output: await storeText(parts.blobs, withNotes(text, notes)), truncated: cut, ...facts };
}

/**
 * A content that a call makes and that holds a secret is not written: it would stay in a file. What a person's file holds
 * already may be moved, and is kept for undo as it is.
 */
function refuseSecrets(plans: readonly PlannedChange[], parts: RunParts): void {
  for (const { after, kind } of plans) {
    if (!after || kind !== 'file' || plans.some(({ before }) => before && Buffer.compare(before, after) === 0))
      continue;
    const refused = refuseSecretContent(after, (content) => parts.redactor.namesIn(content));
    if (refused !== undefined) throw new WarrantError('refused', `Not written: ${refused}.`);
  }
}

/** Runs a built-in's handler. Every change it makes is on the log, with both versions kept, before it is made. */
async function runHandler({ state, call, tool, parts, signal, mask, labels }: Execution): Promise<ToolOutcome> {
  const builtin = parts.tools.get(call.call.tool);
  if (!builtin) return failed('tool-failed', `${call.call.tool} is not part of this version of Warrant.`);
  const { warrant } = call;
  const limit = timeLimitOf(state, warrant.binding.timeoutMs ?? TOOL_TIMEOUT_MS);
  const timeout = AbortSignal.timeout(limit);
  const refuses = fileRefusal(state, warrant, parts);
  const secrets = callSecrets(state, call.call.id, warrant, parts);
  const shown = new RedactedStream(parts.redactor, (text) =>
    parts.signal({ type: 'tool-output', run: state.run.id, callId: call.call.id, text }),
  );
  const network = callNetwork(state, call.call.id, warrant, parts, secrets, AbortSignal.any([signal, timeout]));
  const result = await builtin.run(warrant.call.input, {
    workspace: parts.workspaceFor(state),
    signal: AbortSignal.any([signal, timeout]),
    now: parts.now,
    refuses: (path, verb) => {
      const refused = refuses(path, verb);
      if (refused === undefined) labels.uses(path, verb);
      return refused;
    },
    // What is masked is masked as a whole: nothing of it is shown while it comes.
    output: (text) => {
      if (!mask) shown.write(text);
    },
    redact: (text) => parts.redactor.text(text),
    secret: async (name) => (await secrets.reveal(name)).value,
    secretNames: () => secrets.names(),
    headers: (address) => secrets.headersFor(address),
    refusesToShow: network.refusesToShow,
    fetch: async (request) => {
      const reply = await network.fetch(request);
      if (reply.type === 'ok') labels.reached(reply.url);
      return reply;
    },
    options: warrant.binding.options,
    memory: callMemory(state, call.call.id, labels, parts),
    willChange: async (plans, answer) => {
      const changes = modesBefore(labels.ofChanges(plans.map(fromPlan)), parts.workspaceFor(state));
      refuseSecrets(plans, parts);
      refuseUnseen(warrant, changes, parts.journal.run(state.run.id));
      for (const { kind, before, after } of plans)
        for (const bytes of [before, after]) if (bytes && kind === 'file') await parts.blobs.put(bytes);
      await parts.journal.commit(state.run.id, () => ({
        run: changeEvents(call, changes, mask ? mask.words(answer) : answer),
        catalog: labels.before(changes),
      }));
    },
  });
  shown.end();
  if (timeout.aborted && result.type === 'error')
    return failed('timed-out', `Stopped at its limit of ${limit / 1000} seconds.`);
  return toOutcome(result, parts, mask, { state, call, tool });
}

/**
 * A started call of an earlier process. What changes nothing runs again, and so does a local call whose changes are not
 * on the log: they stand there before the first is made. Recorded changes are settled by their hashes: all made, none
 * made, some made, in which case the rest is made, or a file is something else, in which case the outcome is said to be
 * unknown (rule D5, asks B21).
 */
function settle({ state, call, tool, parts }: Execution): ToolOutcome | 'run' {
  const effect = commandOfCall(tool, call.warrant.call)?.effect;
  // What may have left the computer does not leave it again.
  const once = effect?.repeat === 'no' && effect.where === 'remote';
  if (call.changes.length === 0) {
    return once ? failed('interrupted', 'Interrupted by a restart; the outcome is not known.') : 'run';
  }
  const workspace = parts.workspaceFor(state);
  const where = settleChanges(workspace, call.changes);
  if (where === 'before' && !once) return 'run';
  if (where === 'other')
    return failed(
      'interrupted',
      'Interrupted by a restart; a file is neither as before nor as after. Check it before going on.',
    );
  const fault =
    where === 'mixed' || where === 'before' ? applyChanges(workspace, parts.blobs, call.changes) : undefined;
  if (fault !== undefined) return failed('interrupted', `Interrupted by a restart, and not finished: ${fault}.`);
  const paths = call.changes.map((change) => change.path).join(', ');
  const text = call.answer ?? `Done before the restart: ${paths}.`;
  return { type: 'ok', output: { text }, truncated: false, facts: [] };
}

async function performCall(execution: Execution): Promise<Update> {
  const { state, call, tool, parts, signal, mask, labels } = execution;
  const { id } = call.call;
  const from = parts.now();
  const end: End = (outcome, figures) => {
    // A call that did not end well may have left some of its changes: then its files keep the labels they had, too.
    const changes = parts.journal.run(state.run.id).calls.get(id)?.changes ?? [];
    return {
      run: [
        {
          type: 'tool-call-ended',
          callId: id,
          outcome,
          labels: labels.result,
          ms: Math.max(0, parts.now() - from),
          ...(figures === undefined ? {} : { figures }),
        },
      ],
      catalog: [...labels.learned(), ...(outcome.type === 'ok' ? labels.after(changes) : [])],
    };
  };
  if (call.purpose.type === 'apply-changes') return applyStaged(execution, end);
  if (tool.runtime.type === 'sandbox') {
    const code = await runCode(tool.runtime.language, state, call, call.warrant, parts, labels, signal, mask);
    if (code.changes.length === 0 || signal.aborted) return end(code.outcome, code.figures);
    const figures = code.figures === undefined ? {} : { figures: code.figures };
    const changes = modesBefore(labels.ofStaged(code.changes), parts.workspaceFor(state));
    return {
      run: [{ type: 'changes-staged', callId: id, changes, outcome: code.outcome, ...figures }],
      catalog: [...labels.learned(), ...labels.after([])],
    };
  }
  if (call.attempt > 0) {
    const settled = settle(execution);
    if (settled !== 'run') return end(settled);
  }
  return end(await runHandler(execution));
}

async function applyStaged({ state, call, parts, labels }: Execution, end: End): Promise<Update> {
  if (call.purpose.type !== 'apply-changes') throw new Error('only staged changes are applied');
  const { changes, outcome, figures } = call.purpose;
  const workspace = parts.workspaceFor(state);
  await keepVersions(workspace, parts.blobs, changes);
  const recorded = new Set(call.changes.map((change) => change.path));
  const missing = changes.filter((change) => !recorded.has(change.path));
  const events = missing.map((change): RunEvent => ({ type: 'file-changed', callId: call.call.id, change }));
  await parts.journal.commit(state.run.id, () => ({ run: events, catalog: labels.before(changes) }));
  const fault = applyChanges(workspace, parts.blobs, changes);
  return end(
    fault === undefined ? outcome : failed('tool-failed', `The code ran, but its changes were not made: ${fault}.`),
    figures,
  );
}

function ask({ state, call }: Omit<Execution, 'labels'>): RunEvent[] {
  if (state.run.unattended === 'skip') {
    const outcome = failed('denied', 'Nobody is there to answer. Go on without the answer, or say what is missing.');
    return [{ type: 'tool-call-ended', callId: call.call.id, outcome, labels: [], ms: 0 }];
  }
  const { input } = call.warrant.call;
  const fields = input !== null && typeof input === 'object' && !Array.isArray(input) ? input : {};
  const choices = Array.isArray(fields.choices) ? fields.choices.filter((c) => typeof c === 'string') : [];
  const text = typeof fields.question === 'string' ? fields.question : '';
  const id = createHash('sha256').update(`${call.warrant.hash} question`).digest('hex').slice(0, 12);
  return [{ type: 'question-asked', question: { id, callId: call.call.id, text, choices } }];
}

/** The grants in force for a call that was decided: what it used of them itself, when it was, is not held against it. */
function grantsAtUse(warrant: Warrant, state: RunState, parts: RunParts): GrantSet {
  const used = new Map(state.used);
  for (const id of warrant.grants) used.set(id, (used.get(id) ?? 0) - 1);
  return parts.grantsFor({ ...state, used });
}

/**
 * Executes one warranted call: the warrant is checked against this very call and the grants of now, the start is on
 * disk before the first effect (rule D4), and the end says what happened. A call stopped with the host leaves no end:
 * it is taken up again at the next start.
 */
export async function executeToolCall(id: string, runId: string, parts: RunParts, signal: AbortSignal): Promise<void> {
  const { journal } = parts;
  let state = journal.run(runId);
  let call = state.calls.get(id);
  if (call?.status !== 'warranted' && call?.status !== 'started' && call?.status !== 'replied') return;
  if (call.status === 'replied') {
    const mask = resultMask(state, call.call.tool, parts);
    const outcome = await toOutcome({ type: 'ok', text: call.text }, parts, mask);
    // A choice that was offered is the model’s text, whoever picks it.
    const labels = call.question.choices.includes(call.text) ? [...call.labels] : [];
    const end: RunEvent = { type: 'tool-call-ended', callId: id, outcome, labels, ms: 0 };
    await journal.update(runId, () => maskedEvents([end], id, mask));
    return;
  }
  const warrant: Warrant = call.warrant;
  const fault = checkWarrant(warrant, state, call, grantsAtUse(warrant, state, parts));
  if (fault !== undefined) {
    const outcome = failed('denied', `Not run: ${fault}.`);
    await journal.update(runId, () => [{ type: 'tool-call-ended', callId: id, outcome, labels: [], ms: 0 }]);
    return;
  }
  const stale = call.status === 'warranted' ? changedAfterAnswer(warrant, state, parts) : undefined;
  if (stale !== undefined && warrant.approval !== undefined) {
    const approval = { id: warrant.approval };
    await journal.update(runId, () => [closeStale(approval, stale)]);
    return;
  }
  const attempt = call.status === 'started' ? call.attempt + 1 : call.attempt;
  state = await journal.update(runId, () => [{ type: 'tool-call-started', callId: id, attempt }]);
  call = state.calls.get(id);
  const tool = state.run.tools.find((t) => t.name === warrant.call.tool);
  if (call?.status !== 'started' || !tool) throw new Error(`call ${id} did not start`);
  const mask = resultMask(state, tool.name, parts);
  const execution = { state, call, tool, parts, signal, mask };
  const update: Update = tool.runtime.type === 'person' ? { run: ask(execution) } : await guarded(execution);
  if (signal.aborted && signal.reason === 'shutdown') return;
  await journal.commit(runId, () => ({ ...update, run: maskedEvents(update.run ?? [], id, mask) }));
}

/** An expected fault (a folder that is gone, a full disk) ends the call with its message; others end the program's run. */
async function guarded(execution: Omit<Execution, 'labels'>): Promise<Update> {
  const { state, call, tool, parts, signal } = execution;
  try {
    const labels = new CallLabels(state, call, tool, parts);
    const update = await performCall({ ...execution, labels });
    if (!signal.aborted || signal.reason === 'shutdown') return update;
    const run = update.run?.map(
      (event): RunEvent =>
        event.type === 'tool-call-ended' && event.outcome.type === 'error'
          ? { ...event, outcome: { ...event.outcome, code: 'cancelled', message: 'Stopped by the person.' } }
          : event,
    );
    return { ...update, run: run ?? [] };
  } catch (error) {
    if (!(error instanceof WarrantError) || error.code === 'disk' || error.code === 'conflict') throw error;
    const outcome = failed('tool-failed', error.message);
    const ms = Math.max(0, parts.now() - call.at);
    return { run: [{ type: 'tool-call-ended', callId: call.call.id, outcome, labels: [], ms }] };
  }
}
