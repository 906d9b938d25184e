import { createHash } from 'node:crypto';
import type { Approval } from '#contract/approval';
import type { RunEvent } from '#contract/event';
import type { Timestamp } from '#contract/ids';
import type { Binding, Grant, Rule } from '#contract/permission';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import { effectiveCall } from '#contract/projections/run-state';
import { type Command, commandOf, offeredName, type ToolCall, type ToolOutcome } from '#contract/tool';
import { formatVirtualPath, parseVirtualPath } from '#contract/virtual-path';
import { authorize, authorizeFile, type FileUseOfCall, fileUsesOf, placeOf } from './authorize.ts';
import { callHash } from './call-hash.ts';
import { effectsOf, type Observed, titleOf } from './describe-call.ts';
import type { GrantSet } from './grant-set.ts';
import { issueWarrant } from './issue-warrant.ts';
import { type Judged, type Judgement, judge } from './judge.ts';
import { offerGrants } from './offer-grants.ts';
import { APPROVE_ALL, RULES, ruleOfAnswer, UNATTENDED } from './rules.ts';

/** Everything a decision reads. `grants` are those in force now; `observed` was looked up before. */
export interface DecisionInput {
  run: RunState;
  grants: GrantSet;
  observed: Observed;
  now: Timestamp;
}

/** The verdict before it is written down: what the log, the card and `explain` are made from. */
export type Verdict =
  | { type: 'unknown'; rule: Rule; reason: string }
  | { type: 'deny'; rule: Rule; reason: string }
  | ({ type: 'allow'; rule: Rule } & Authorized)
  | ({ type: 'ask'; rule: Rule; always: boolean } & Authorized);

/** A call that may be made, by whom or what is to be said. `standing` are the grants that made a question needless. */
interface Authorized {
  binding: Binding;
  /** What the permission rests on. */
  grants: Grant[];
  standing: Grant[];
  uses: FileUseOfCall[];
  where: 'local' | 'remote';
}

const WRITE_FILE = 'write_file';
const MAKE_FOLDER = 'make_folder';
const MOVE_FILE = 'move_file';

function stagedUses(state: ToolCallState, run: RunState): FileUseOfCall[] | { refused: string } {
  if (state.purpose.type !== 'apply-changes') return [];
  const names = run.run.agent.folders.map((folder) => folder.name);
  const uses: FileUseOfCall[] = [];
  for (const change of state.purpose.changes) {
    const parsed = parseVirtualPath(change.path, names);
    if (!parsed.ok) return { refused: parsed.reason };
    uses.push({
      verb: change.after === undefined ? 'delete' : 'write',
      path: parsed.path,
      shown: formatVirtualPath(parsed.path),
      place: placeOf(parsed.path, run),
      folder: change.kind === 'folder',
    });
  }
  return uses;
}

function judgeChanges(state: ToolCallState, binding: Binding, input: DecisionInput): Verdict {
  const { run, grants } = input;
  const uses = stagedUses(state, run);
  if ('refused' in uses) return { type: 'deny', rule: RULES.outside, reason: uses.refused };
  const resting: Grant[] = [];
  for (const use of uses) {
    const verdict = authorizeFile(use, binding, grants);
    if (verdict.type === 'deny') return verdict;
    if (verdict.grant && !resting.includes(verdict.grant)) resting.push(verdict.grant);
  }
  const ask = run.run.agent.bindings.find((b) => b.tool === WRITE_FILE)?.ask ?? 'effects';
  const changes: Judged = {
    call: { ...state.call, tool: WRITE_FILE, command: [], input: {} },
    change: 'write',
    where: 'local',
    runsCode: false,
    uses,
    asked: { tool: WRITE_FILE, ask },
    mended: false,
  };
  return judged(judge(changes, run, grants), { binding, uses, where: 'local', grants: resting });
}

/** Marks what will be a folder: a new one, and the goal of a move of anything that is not known to be a file. */
function withFolders(call: ToolCall, uses: FileUseOfCall[], observed: Observed): FileUseOfCall[] {
  const moved = uses.find((use) => use.verb === 'delete');
  const folder =
    call.tool === MAKE_FOLDER || (call.tool === MOVE_FILE && moved && observed.get(moved.shown)?.kind !== 'file');
  return folder ? uses.map((use) => ({ ...use, folder: true })) : uses;
}

function judged(judgement: Judgement, rest: Omit<Authorized, 'standing'>): Verdict {
  const { grants: standing, ...verdict } = judgement.type === 'allow' ? judgement : { ...judgement, grants: [] };
  return { ...verdict, ...rest, standing };
}

/** Why a call of a tool that the agent does not have is denied: for the log and `explain`, not for the agent (A16.1). */
function notBound(call: ToolCall, run: RunState): string {
  return `${offeredName(call.tool, call.command)} is not bound to ${run.run.agent.name}`;
}

/**
 * What the rules say of a call, in the order of "What runs, what asks" (interfaces). Pure: no clock, no I/O. A person's
 * answer is not looked at here; `decideToolCall` lays it over the verdict.
 */
export function judgeToolCall(state: ToolCallState, input: DecisionInput): Verdict {
  const { run, grants } = input;
  const call = effectiveCall(state);
  const binding = run.run.agent.bindings.find((b) => b.tool === call.tool);
  const tool = run.run.tools.find((t) => t.name === call.tool);
  const command: Command | undefined = tool && commandOf(tool, call.command);
  if (!binding || !tool || !command) return { type: 'unknown', rule: RULES.notBound, reason: notBound(call, run) };
  if (state.purpose.type === 'apply-changes') return judgeChanges(state, binding, input);
  const authority = authorize(call, command, binding, run, grants);
  if (authority.type === 'deny') return authority;
  for (const { shown } of authority.uses) {
    const seen = input.observed.get(shown);
    if (seen?.kind === 'refused') return { type: 'deny', rule: RULES.outside, reason: seen.reason };
  }
  const judgement = judge(
    {
      call,
      change: command.effect.change,
      where: command.effect.where,
      runsCode: command.runsCode,
      uses: withFolders(call, authority.uses, input.observed),
      asked: { tool: call.tool, ask: binding.ask },
      mended: call.repaired === true && state.edited === undefined,
    },
    run,
    grants,
  );
  const { uses, grants: resting } = authority;
  return judged(judgement, { binding, uses, where: command.effect.where, grants: resting });
}

function ended(state: ToolCallState, outcome: ToolOutcome): RunEvent {
  return { type: 'tool-call-ended', callId: state.call.id, outcome, labels: [], ms: 0 };
}

function failure(code: 'denied' | 'unknown-tool', message: string): ToolOutcome {
  return { type: 'error', code, message, truncated: false };
}

function denied(state: ToolCallState, rule: Rule, reason: string, outcome: ToolOutcome): RunEvent[] {
  return [
    { type: 'tool-call-decided', callId: state.call.id, decision: { type: 'deny', rule, reason } },
    ended(state, outcome),
  ];
}

function allowed(
  state: ToolCallState,
  verdict: Extract<Verdict, { type: 'allow' | 'ask' }>,
  rule: Rule,
  run: RunState,
  approval: string | undefined,
): RunEvent[] {
  // An answered call was allowed by its answer: it uses up nothing that was given along with it.
  const grants = approval === undefined ? [...new Set([...verdict.grants, ...verdict.standing])] : verdict.grants;
  const ids = grants.map((grant) => grant.id);
  const warrant = issueWarrant(run, state, { binding: verdict.binding, grants: ids, approval });
  const used: RunEvent[] = grants
    .filter((grant) => grant.uses !== undefined)
    .map((grant) => ({ type: 'grant-used', grant: grant.id, callId: state.call.id }));
  return [{ type: 'tool-call-decided', callId: state.call.id, decision: { type: 'allow', rule, warrant } }, ...used];
}

/** The names a model may call in this run: bound and offered (rows A2.5, A1.27). */
export function offeredNames(run: RunState): string[] {
  const bound = new Set(run.run.agent.bindings.map((b) => b.tool));
  return run.run.tools
    .filter((tool) => bound.has(tool.name))
    .flatMap((tool) => tool.commands.map((command) => offeredName(tool.name, command.path)));
}

/** The card of a question, made by the host from the call (rules H1, H2). */
function approvalFor(state: ToolCallState, verdict: Extract<Verdict, { type: 'ask' }>, input: DecisionInput): Approval {
  const { run, observed, now } = input;
  const hash = callHash(run, state);
  const turn = run.turns.findLast((t) => t.type === 'assistant');
  return {
    id: createHash('sha256').update(`${hash} ${state.decisions.length}`).digest('hex').slice(0, 12),
    call: effectiveCall(state),
    purpose: state.purpose.type,
    hash,
    title: titleOf(run, state, verdict.uses, observed),
    effects: effectsOf(run, state, verdict.uses, observed, verdict.where),
    rule: verdict.rule,
    reason: verdict.rule.sentence,
    agentWords: turn?.type === 'assistant' ? turn.reply.text.slice(0, 2000) : '',
    changes: state.purpose.type === 'apply-changes' ? state.purpose.changes : [],
    labels: run.labels,
    offers: verdict.always || verdict.rule.id.endsWith(':ask-always') ? [] : offerGrants(run, state, verdict.uses, now),
  };
}

function onAnswer(
  state: Extract<ToolCallState, { status: 'answered' }>,
  verdict: Extract<Verdict, { type: 'allow' | 'ask' }>,
  input: DecisionInput,
): RunEvent[] {
  const { response, approval } = state;
  const rule = ruleOfAnswer(response.answer.type, response.by, approval.id);
  if (response.answer.type === 'deny') {
    const note = response.note ? ` They wrote: ${response.note}` : '';
    const message = `The person denied this call.${note} Do not ask for it again in another form.`;
    return denied(state, rule, response.note ?? 'denied', failure('denied', message));
  }
  if (response.hash !== callHash(input.run, state))
    return [{ type: 'approval-closed', approvalId: approval.id, reason: 'stale' }];
  return allowed(state, verdict, rule, input.run, approval.id);
}

/**
 * Decides one call that is proposed or answered and says what to append: allowed with a warrant, a question, or denied
 * with its outcome. Pure: same input, same events (rule A13). A grant may have changed since the question was asked, so
 * an answered call is judged again; the answer satisfies the question for exactly the call whose hash it names (H1).
 */
export function decideToolCall(state: ToolCallState, input: DecisionInput): RunEvent[] {
  const { run } = input;
  const { fault } = state.call;
  if (fault?.code === 'unknown-tool')
    return denied(state, RULES.notBound, notBound(state.call, run), failure('unknown-tool', fault.message));
  if (fault && state.edited === undefined)
    return [ended(state, { type: 'error', code: fault.code, message: fault.message, truncated: false })];
  const verdict = judgeToolCall(state, input);
  if (verdict.type === 'unknown') {
    const names = offeredNames(run);
    const list = names.length === 0 ? 'There are no tools.' : `The tools are: ${names.join(', ')}.`;
    const message = `There is no tool named ${effectiveCall(state).tool}. ${list}`;
    return denied(state, verdict.rule, verdict.reason, failure('unknown-tool', message));
  }
  if (verdict.type === 'deny') return denied(state, verdict.rule, verdict.reason, failure('denied', verdict.reason));
  if (state.status === 'answered') return onAnswer(state, verdict, input);
  if (verdict.type === 'allow') return allowed(state, verdict, verdict.rule, run, undefined);
  if (run.run.approve === 'all' && !verdict.always) return allowed(state, verdict, APPROVE_ALL, run, undefined);
  if (run.run.unattended === 'skip')
    return denied(state, UNATTENDED, UNATTENDED.sentence, failure('denied', UNATTENDED.sentence));
  return [{ type: 'approval-requested', approval: approvalFor(state, verdict, input) }];
}

/** What a decision wants to have looked at: each path of the call once, and whether it is to be changed. */
export function pathsToObserve(state: ToolCallState, run: RunState): Map<string, 'read' | 'write'> {
  const call = effectiveCall(state);
  const tool = run.run.tools.find((t) => t.name === call.tool);
  const command = tool && commandOf(tool, call.command);
  const files = command ? fileUsesOf(call, command, run) : { uses: [] };
  const wanted = new Map<string, 'read' | 'write'>();
  if ('refused' in files) return wanted;
  for (const { shown, verb } of files.uses) {
    const changes = verb === 'write' || verb === 'delete';
    if (changes || !wanted.has(shown)) wanted.set(shown, changes ? 'write' : 'read');
  }
  return wanted;
}
