import type { Approval } from '#contract/approval';
import type { RunEvent } from '#contract/event';
import type { Json, JsonSchema, Timestamp } from '#contract/ids';
import type { Binding, Grant, Rule, SeenFile } from '#contract/permission';
import { callBeforeRewrite, effectiveCall, type RunState, type ToolCallState } from '#contract/projections/run-state';
import { maskIn } from '#contract/secret-mask';
import { type Command, commandOf, commandOfCall, offeredName, type ToolCall, type ToolOutcome } from '#contract/tool';
import { formatVirtualPath, parseVirtualPath } from '#contract/virtual-path';
import { authorize, authorizeFile, type FileUseOfCall, fileUsesOf, placeOf } from './authorize.ts';
import { callHash } from './call-hash.ts';
import type { Observed } from './describe-call.ts';
import type { GrantSet } from './grant-set.ts';
import { issueWarrant } from './issue-warrant.ts';
import { type Judged, type Judgement, judge } from './judge.ts';
import { makeApproval } from './make-approval.ts';
import { type Chain, chainOfTool } from './middleware/chain.ts';
import { judgeChain } from './middleware/judge-chain.ts';
import type { NetUseOfCall } from './net-use.ts';
import type { PolicySettings } from './policy-settings.ts';
import { APPROVE_ALL, RULES, ruleOfAnswer, UNATTENDED } from './rules.ts';
import { changedSince, seenFiles } from './seen-files.ts';
import { changesOwnData, type Effects, labelsOf, outsideQuestion } from './taint.ts';

/** Everything a decision reads. `grants` are those in force now; `observed` was looked up before. */
export interface DecisionInput {
  run: RunState;
  grants: GrantSet;
  observed: Observed;
  now: Timestamp;
  settings: PolicySettings;
  /** Texts of the log that are kept as blobs (`textsToRead`); one that is missing counts as from outside. */
  texts?: ReadonlyMap<string, string>;
  /** Why an input does not hold against a command's schema, in words; undefined where it does. */
  invalid(schema: JsonSchema, input: Json): string | undefined;
  /** What is about to be written in the same step, of calls that were decided before this one. */
  before?: readonly RunEvent[];
}

/** The verdict before it is written down: what the log, the card and `explain` are made from. */
export type Verdict =
  | { type: 'unknown'; rule: Rule; reason: string }
  | { type: 'deny'; rule: Rule; reason: string }
  | ({ type: 'allow'; rule: Rule } & Authorized)
  | ({ type: 'ask'; rule: Rule; always: boolean; coverable: boolean; reason: string } & Authorized);

/** What one form of a call comes to, with the entries of the middlewares; `rewritten` is the form to decide instead. */
interface FormVerdict {
  verdict: Verdict;
  events: RunEvent[];
  rewritten?: ToolCallState;
}

/** A call that may be made, by whom or what is to be said. `standing` are the grants that made a question needless. */
interface Authorized {
  binding: Binding;
  /** What the permission rests on. */
  grants: Grant[];
  standing: Grant[];
  uses: FileUseOfCall[];
  nets: NetUseOfCall[];
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
    ownData: false,
    uses,
    nets: [],
    line: false,
    asked: { tool: WRITE_FILE, ask },
    mended: false,
    ...outsideOf(state, { change: 'write', where: 'local', runsCode: false, uses }, input),
  };
  return judged(judge(changes, run, grants), { binding, uses, nets: [], where: 'local', grants: resting });
}

/** What text from outside has to do with a call: the texts that its values are compared with were read before. */
function outsideOf(
  state: ToolCallState,
  effects: Effects,
  { run, texts }: DecisionInput,
): Pick<Judged, 'labelled' | 'outside'> {
  const outside = outsideQuestion(state, run, effects, (blob) => texts?.get(blob));
  return { labelled: labelsOf(state).length > 0, outside };
}

/** Marks what will be a folder: a new one, and the goal of a move of anything that is not known to be a file. */
function withFolders(call: ToolCall, uses: FileUseOfCall[], observed: Observed): FileUseOfCall[] {
  const moved = uses.find((use) => use.verb === 'delete');
  const folder =
    call.tool === MAKE_FOLDER || (call.tool === MOVE_FILE && moved && observed.get(moved.shown)?.kind !== 'file');
  return folder ? uses.map((use) => ({ ...use, folder: true })) : uses;
}

function judged(judgement: Judgement, rest: Omit<Authorized, 'standing'>): Verdict {
  if (judgement.type === 'ask')
    return { ...judgement, ...rest, standing: [], reason: judgement.reason ?? judgement.rule.sentence };
  return { type: 'allow', rule: judgement.rule, ...rest, standing: judgement.grants };
}

/** Why a call of a tool that the agent does not have is denied: for the log and `explain`, not for the agent (A16.1). */
function notBound(call: ToolCall, run: RunState): string {
  return `${offeredName(call.tool, call.command)} is not bound to ${run.run.agent.name}`;
}

/** Why a call that leaves the computer can't be made as it was meant: a key that it held is masked (rules K2, K3). */
function maskedRequest({ input }: ToolCall, command: Command): string | undefined {
  if (command.effect.where !== 'remote' || input === null || typeof input !== 'object') return undefined;
  const masked = Object.entries(input).find((field) => maskIn(field) !== undefined);
  if (!masked) return undefined;
  return `${masked[0]} holds what looks like a key or a secret, masked as ${maskIn(masked)}; nothing was sent. Bind it as a secret to its host: it is then sent as a header, and stands in no argument`;
}

/** Steps 1 to 5 of "What runs, what asks" (interfaces) for a call as it stands, without middleware. */
function judgeRules(state: ToolCallState, input: DecisionInput): Verdict {
  const { run, grants } = input;
  const call = effectiveCall(state);
  const binding = run.run.agent.bindings.find((b) => b.tool === call.tool);
  const tool = run.run.tools.find((t) => t.name === call.tool);
  const command: Command | undefined = tool && commandOfCall(tool, call);
  if (!binding || !tool || !command) return { type: 'unknown', rule: RULES.notBound, reason: notBound(call, run) };
  if (state.purpose.type === 'apply-changes') return judgeChanges(state, binding, input);
  const invalid = state.edited && input.invalid(command.input, call.input);
  if (invalid !== undefined)
    return { type: 'deny', rule: RULES.valid, reason: `the arguments are not valid: ${invalid}` };
  const masked = maskedRequest(call, command);
  if (masked !== undefined) return { type: 'deny', rule: RULES.masked, reason: masked };
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
      ownData: changesOwnData(tool, command),
      uses: withFolders(call, authority.uses, input.observed),
      nets: authority.nets,
      line: command.line !== undefined,
      asked: { tool: call.tool, ask: binding.ask },
      mended: call.repaired === true && state.edited === undefined,
      ...outsideOf(state, { ...command.effect, runsCode: command.runsCode, uses: authority.uses }, input),
    },
    run,
    grants,
  );
  const { uses, nets, grants: resting } = authority;
  return judged(judgement, { binding, uses, nets, where: command.effect.where, grants: resting });
}

/** Of two forms of one call, what the stricter comes to; made as `now` says, and resting on what both rest on. */
function stricter(now: Verdict, before: Verdict): Verdict {
  if (now.type === 'unknown' || now.type === 'deny') return now;
  if (before.type === 'unknown' || before.type === 'deny') return before;
  const grants = [...new Set([...now.grants, ...before.grants])];
  if (before.type === 'allow') return { ...now, grants };
  const coverable = before.coverable && (now.type === 'allow' || now.coverable);
  if (now.type === 'ask' && (now.always || !before.always)) return { ...now, grants, coverable };
  const { rule, reason, always } = before;
  return { ...now, grants, type: 'ask', rule, reason, always, coverable, standing: [] };
}

/** The middlewares that are asked: of the tool, and for what code staged those of `write_file`, whose rules decide. */
function chainFor(state: ToolCallState, { run, settings }: DecisionInput): Chain {
  return chainOfTool(run, state.purpose.type === 'apply-changes' ? WRITE_FILE : state.call.tool, settings);
}

/** What rules and middlewares say of the call as it stands. A middleware only narrows what the rules say (row A17.5). */
function judgeForm(state: ToolCallState, input: DecisionInput): FormVerdict {
  const { run } = input;
  const original = callBeforeRewrite(state);
  const own = judgeRules(state, input);
  // Both forms need the permission (rule A15).
  const rules = original ? stricter(own, judgeRules({ ...state, call: original, edited: undefined }, input)) : own;
  if (rules.type === 'unknown' || rules.type === 'deny') return { verdict: rules, events: [] };
  const chain = chainFor(state, input);
  if (!chain.ok) return { verdict: { type: 'deny', rule: chain.rule, reason: chain.reason }, events: [] };
  if (chain.links.length === 0) return { verdict: rules, events: [] };
  const call = effectiveCall(state);
  const said = judgeChain(chain.links, {
    call,
    uses: rules.uses,
    nets: rules.nets,
    state,
    run,
    before: input.before ?? [],
  });
  const { events } = said;
  switch (said.type) {
    case 'pass':
      return { verdict: rules, events };
    case 'rewrite':
      return { verdict: rules, events, rewritten: said.state };
    case 'deny':
      return { verdict: { type: 'deny', rule: said.rule, reason: said.reason }, events };
    case 'ask': {
      const stands = rules.type === 'ask' && !rules.coverable;
      const words = stands ? { rule: rules.rule, reason: rules.reason } : { rule: said.rule, reason: said.reason };
      const always = rules.type === 'ask' && rules.always;
      return { verdict: { ...rules, type: 'ask', ...words, always, coverable: false, standing: [] }, events };
    }
  }
}

/**
 * What rules and middlewares say of a call, in its last form. Pure: no clock, no I/O. A person's answer is not looked at
 * here; `decideToolCall` lays it over the verdict.
 */
export function judgeToolCall(state: ToolCallState, input: DecisionInput): Verdict {
  for (let form = state; ; ) {
    const { verdict, rewritten } = judgeForm(form, input);
    if (!rewritten) return verdict;
    form = rewritten;
  }
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

/** The versions that an answered call may replace: what its card showed, and what stands at the places of an edit. */
function shownFiles(approval: Approval, { uses }: Authorized, observed: Observed): SeenFile[] {
  const shown = new Map(approval.seen?.map(({ path, version }) => [path, version]));
  return seenFiles(uses, (path) => shown.get(path) ?? observed.get(path)?.version);
}

function allowed(
  state: ToolCallState,
  verdict: Extract<Verdict, { type: 'allow' | 'ask' }>,
  rule: Rule,
  { run, observed }: DecisionInput,
  approval: Approval | undefined,
): RunEvent[] {
  // An answered call was allowed by its answer: it uses up nothing that was given along with it.
  const grants = approval === undefined ? [...new Set([...verdict.grants, ...verdict.standing])] : verdict.grants;
  const ids = grants.map((grant) => grant.id);
  const seen = approval && state.purpose.type === 'execute' ? shownFiles(approval, verdict, observed) : [];
  const warrant = issueWarrant(run, state, { binding: verdict.binding, grants: ids, approval: approval?.id, seen });
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

/** Why a question about a file is asked again: something else changed it (rule D18). */
export function fileChanged(path: string): string {
  return `${path} was changed by something else after you saw it`;
}

/** The entry that ends a question whose call is not as its card showed it; it is then asked again (case O11). */
export function closeStale(approval: Pick<Approval, 'id'>, detail: string): RunEvent {
  return { type: 'approval-closed', approvalId: approval.id, reason: 'stale', detail };
}

/** Ends a question at its time: not answered, which is not denied by anybody (row A17.8, rule D9). */
export function expireQuestion(state: Extract<ToolCallState, { status: 'waiting' }>): RunEvent[] {
  const rule = RULES.notAnswered;
  const message = 'Nobody answered in time, so the question has expired and the call was not made. No one refused it.';
  return [
    { type: 'approval-closed', approvalId: state.approval.id, reason: 'expired' },
    ...denied(state, rule, rule.sentence, failure('denied', message)),
  ];
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
    return denied(state, rule, response.note ?? 'by you', failure('denied', message));
  }
  const versionOf = (path: string): string | undefined => input.observed.get(path)?.version;
  const changed = changedSince(approval.seen ?? [], input.run.changes, versionOf);
  if (changed !== undefined) return [closeStale(approval, fileChanged(changed))];
  if (response.hash !== callHash(input.run, state)) {
    const detail = callBeforeRewrite(state)
      ? 'a middleware changed the arguments you gave'
      : 'what would run is not what the card showed';
    return [closeStale(approval, detail)];
  }
  return allowed(state, verdict, rule, input, approval);
}

/**
 * Decides one call that is proposed or answered and says what to append: allowed with a warrant, a question, or denied
 * with its outcome. Where a middleware changed the arguments, that is all that is said, and the call is decided again.
 * Pure: same input, same events (rule A13). A grant may have changed since the question was asked, so
 * an answered call is judged again; the answer satisfies the question for exactly the call whose hash it names (H1).
 */
export function decideToolCall(state: ToolCallState, input: DecisionInput): RunEvent[] {
  const { run } = input;
  const { fault } = state.call;
  if (fault?.code === 'unknown-tool')
    return denied(state, RULES.notBound, notBound(state.call, run), failure('unknown-tool', fault.message));
  if (fault && state.edited === undefined)
    return [ended(state, { type: 'error', code: fault.code, message: fault.message, truncated: false })];
  const { verdict, events, rewritten } = judgeForm(state, input);
  return rewritten ? events : [...events, ...concluded(state, verdict, input)];
}

function concluded(state: ToolCallState, verdict: Verdict, input: DecisionInput): RunEvent[] {
  const { run } = input;
  if (verdict.type === 'unknown') {
    const names = offeredNames(run);
    const list = names.length === 0 ? 'There are no tools.' : `The tools are: ${names.join(', ')}.`;
    const message = `There is no tool named ${effectiveCall(state).tool}. ${list}`;
    return denied(state, verdict.rule, verdict.reason, failure('unknown-tool', message));
  }
  if (verdict.type === 'deny') return denied(state, verdict.rule, verdict.reason, failure('denied', verdict.reason));
  if (state.status === 'answered') return onAnswer(state, verdict, input);
  if (verdict.type === 'allow') return allowed(state, verdict, verdict.rule, input, undefined);
  if (run.run.approve === 'all' && !verdict.always) return allowed(state, verdict, APPROVE_ALL, input, undefined);
  if (run.run.unattended === 'skip')
    return denied(state, UNATTENDED, UNATTENDED.sentence, failure('denied', UNATTENDED.sentence));
  return [{ type: 'approval-requested', approval: makeApproval(state, verdict, input) }];
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
