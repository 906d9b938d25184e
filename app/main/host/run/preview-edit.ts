import type { EditPreview } from '#contract/approval';
import { WarrantError } from '#contract/errors';
import type { Json } from '#contract/ids';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import { commandOf } from '#contract/tool';
import { callHash } from '../policy/call-hash.ts';
import { judgeToolCall, type Verdict } from '../policy/decide-tool-call.ts';
import { describeVerdict } from '../policy/make-approval.ts';
import { RULES } from '../policy/rules.ts';
import { validateInput } from '../tools/validate-input.ts';
import { decisionInput } from './decision-input.ts';
import { observeCalls } from './observe-calls.ts';
import type { RunParts } from './run-parts.ts';

/** What an edit is looked at with. */
export type EditParts = Pick<RunParts, 'journal' | 'grantsFor' | 'now' | 'loadText' | 'workspaceFor'>;

/** A call that waits for a person. */
export type WaitingCall = Extract<ToolCallState, { status: 'waiting' }>;

/** Where an edit does not hold against the schema of its tool. Throws `refused` for a call that can't be edited. */
export function editProblems(state: RunState, call: ToolCallState, input: Json): EditPreview['problems'] {
  if (call.purpose.type !== 'execute')
    throw new WarrantError('refused', 'Staged files can be allowed or denied, not edited.');
  const tool = state.run.tools.find((t) => t.name === call.call.tool);
  const command = tool && commandOf(tool, call.call.command);
  if (!command) throw new WarrantError('refused', `${call.call.tool} is not a tool of this run.`);
  const checked = validateInput(command.input, input);
  return checked.ok ? [] : checked.errors;
}

/** The call with a person's edit laid over it, and the run that holds it so. */
function edited(run: RunState, call: WaitingCall, input: Json, by: string): { state: RunState; call: WaitingCall } {
  const form: WaitingCall = { ...call, edited: { input, by }, approvedInput: undefined };
  return { state: { ...run, calls: new Map(run.calls).set(call.call.id, form) }, call: form };
}

/** What the rules say of a waiting call with an edit: what the host would come to after the answer. Records nothing. */
export function judgeEdit(run: RunState, call: WaitingCall, input: Json, by: string, parts: EditParts): Verdict {
  const form = edited(run, call, input, by);
  const observed = observeCalls([form.call], form.state, parts);
  return judgeToolCall(form.call, decisionInput(parts, form.state, observed));
}

/**
 * What a waiting call would be with a person's edit, made as its card is made: title, effects, where each value comes
 * from, what the rules say and the hash that would be approved (rules H1, H2). Throws `refused` for a call that can't be
 * edited.
 */
export function previewEdit(run: RunState, call: WaitingCall, input: Json, by: string, parts: EditParts): EditPreview {
  const problems = editProblems(run, call, input);
  if (problems.length > 0)
    return {
      decision: 'deny',
      reason: RULES.valid.sentence,
      rule: RULES.valid,
      problems,
      title: call.approval.title,
      effects: [],
      origins: [],
    };
  const form = edited(run, call, input, by);
  const asked = decisionInput(parts, form.state, observeCalls([form.call], form.state, parts));
  const verdict = judgeToolCall(form.call, asked);
  const described = describeVerdict(form.call, verdict, asked);
  if (verdict.type === 'unknown' || verdict.type === 'deny')
    return { decision: 'deny', reason: verdict.reason, rule: verdict.rule, problems, ...described };
  const reason = verdict.type === 'ask' ? verdict.reason : verdict.rule.sentence;
  const hash = callHash(form.state, form.call);
  return { decision: verdict.type, reason, rule: verdict.rule, problems, ...described, hash };
}
