import { createHash } from 'node:crypto';
import type { Approval } from '#contract/approval';
import { canonicalJson } from '#contract/canonical-json';
import type { Json } from '#contract/ids';
import { callBeforeRewrite, effectiveCall, type RunState, type ToolCallState } from '#contract/projections/run-state';
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
    title: titleOf(run, state, verdict.uses, observed),
    effects: effectsOf(run, state, verdict.uses, observed, verdict.where),
    rule: verdict.rule,
    reason: verdict.reason,
    agentWords: turn?.type === 'assistant' ? turn.reply.text.slice(0, 2000) : '',
    changes: state.purpose.type === 'apply-changes' ? state.purpose.changes : [],
    labels: [...labelsOf(state)],
    origins: cardOrigins(state, run, (blob) => input.texts?.get(blob)),
    offers: verdict.coverable ? offerGrants(state, verdict, input) : [],
    ...(since && { since }),
    ...(seen.length > 0 && { seen }),
    ...(settings.expireMs !== undefined && { expiresAt: now + settings.expireMs }),
  };
}
