import { createHash } from 'node:crypto';
import { holdsAnswers } from '#contract/agent';
import type { Approval } from '#contract/approval';
import { canonicalJson } from '#contract/canonical-json';
import type { Json } from '#contract/ids';
import { callBeforeRewrite, effectiveCall, type RunState, type ToolCallState } from '#contract/projections/run-state';
import { commandOf } from '#contract/tool';
import { fileUsesOf } from './authorize.ts';
import { callHash } from './call-hash.ts';
import type { DecisionInput, Verdict } from './decide-tool-call.ts';
import { effectsOf, titleOf } from './describe-call.ts';
import { offerGrants } from './offer-grants.ts';
import { seenFiles } from './seen-files.ts';
import { cardOrigins, labelsOf } from './taint.ts';

function fieldsOf(input: Json): Map<string, Json> {
  return new Map(input !== null && typeof input === 'object' && !Array.isArray(input) ? Object.entries(input) : []);
}

/** The arguments that a card showed: the model's, or what a middleware made of them. */
function shownInput(state: ToolCallState): Json {
  return callBeforeRewrite(state) ? effectiveCall(state).input : state.call.input;
}

/** The top-level arguments that differ from those of the last question of this run about the same command. */
function sinceLast(run: RunState, state: ToolCallState): Approval['since'] {
  const { tool, command } = state.call;
  const last = [...run.approvals].findLast(([, id]) => {
    const call = run.calls.get(id)?.call;
    return call !== undefined && id !== state.call.id && call.tool === tool && call.command.join() === command.join();
  });
  const before = last && run.calls.get(last[1]);
  if (!last || !before) return undefined;
  const old = fieldsOf(shownInput(before));
  const now = fieldsOf(effectiveCall(state).input);
  const same = (field: string): boolean => {
    const [one, other] = [old.get(field), now.get(field)];
    return one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other);
  };
  return { approval: last[0], fields: [...new Set([...old.keys(), ...now.keys()])].filter((field) => !same(field)) };
}

/** The title of a call that is denied: with the first path it names as it was written, where that leads nowhere. */
function titleOfDenied(state: ToolCallState, { run, observed }: DecisionInput): Approval['title'] {
  const call = effectiveCall(state);
  const tool = run.run.tools.find((each) => each.name === call.tool);
  const command = tool && commandOf(tool, call.command);
  const files = command ? fileUsesOf(call, command, run) : { uses: [] };
  if (!('refused' in files)) return titleOf(run, state, files.uses, observed);
  const fields = fieldsOf(call.input);
  const named = command?.files.map(({ field }) => fields.get(field)).find((value) => typeof value === 'string');
  const { text, object } = titleOf(run, state, [], observed);
  return { text, object: object === '' && typeof named === 'string' ? named : object };
}

/** What a card says of the call itself: what it is, what it does, and where its arguments came from (rule H2). */
export function describeVerdict(
  state: ToolCallState,
  verdict: Verdict,
  input: DecisionInput,
): { title: Approval['title']; effects: Approval['effects']; origins: NonNullable<Approval['origins']> } {
  const { run, observed, texts } = input;
  const origins = cardOrigins(state, run, (blob) => texts?.get(blob));
  // What is denied has no effects.
  if (verdict.type === 'unknown' || verdict.type === 'deny')
    return { title: titleOfDenied(state, input), effects: [], origins };
  const { uses, where } = verdict;
  return {
    title: titleOf(run, state, uses, observed),
    effects: effectsOf(run, state, uses, observed, where),
    origins,
  };
}

/** The card of a question, made by the host from the call (rules H1, H2). */
export function makeApproval(
  state: ToolCallState,
  verdict: Extract<Verdict, { type: 'ask' }>,
  input: DecisionInput,
): Approval {
  const { run, observed, now, settings } = input;
  const hash = callHash(run, state);
  const turn = run.turns.findLast((each) => each.type === 'assistant');
  const since = sinceLast(run, state);
  const seen = state.purpose.type === 'execute' ? seenFiles(verdict.uses, (path) => observed.get(path)?.version) : [];
  return {
    id: createHash('sha256').update(`${hash} ${state.decisions.length}`).digest('hex').slice(0, 12),
    call: effectiveCall(state),
    purpose: state.purpose.type,
    hash,
    ...describeVerdict(state, verdict, input),
    rule: verdict.rule,
    reason: verdict.reason,
    // Words that nothing looks at are shown nowhere (decision D9).
    agentWords: turn?.type === 'assistant' && !holdsAnswers(run.run.agent) ? turn.reply.text.slice(0, 2000) : '',
    changes: state.purpose.type === 'apply-changes' ? state.purpose.changes : [],
    labels: [...labelsOf(state)],
    offers: verdict.coverable ? offerGrants(state, verdict, input) : [],
    ...(since && { since }),
    ...(seen.length > 0 && { seen }),
    ...(settings.expireMs !== undefined && { expiresAt: now + settings.expireMs }),
  };
}
