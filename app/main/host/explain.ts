import type { Agent } from '#contract/agent';
import type { Json } from '#contract/ids';
import { foldRun, type RunState, type ToolCallState } from '#contract/projections/run-state';
import type { Run } from '#contract/run';
import { commandOf, type Tool } from '#contract/tool';
import type { Explanation } from '#contract/views';
import { explainSteps, lastStep, type Step } from './explain-steps.ts';
import { judgeToolCall } from './policy/decide-tool-call.ts';
import type { Observed } from './policy/describe-call.ts';
import type { GrantSet } from './policy/grant-set.ts';
import type { PolicySettings } from './policy/policy-settings.ts';
import { RULES } from './policy/rules.ts';
import { inputFault } from './tools/validate-input.ts';

/** A run that exists only to be asked about: one call of this agent, nothing read, nothing said before. */
function imagined(agent: Agent, tools: Tool[], tool: string, command: string[], input: Json): RunState {
  const bound = new Set(agent.bindings.map((binding) => binding.tool));
  const run: Run = {
    id: 'explain',
    title: 'explain',
    agent,
    tools: tools.filter((each) => bound.has(each.name)),
    protocol: 'native',
    goal: { type: 'invoke', call: { id: 'call-1', tool, command, input } },
    grants: [],
    approve: 'ask',
    unattended: 'park',
    contextTokens: 1,
  };
  const entry = { stream: 'run:explain', seq: 1, at: 0, event: { type: 'run-started' as const, run }, hash: '' };
  const state = foldRun([entry]);
  if (!state) throw new Error('one entry makes a run');
  return state;
}

/** What explaining reads besides the call. */
export interface ExplainParts {
  tools: Tool[];
  grants: GrantSet;
  now: number;
  settings: PolicySettings;
  /** What stands at the paths of the call. */
  observe(run: RunState, call: ToolCallState): Observed;
}

/**
 * Why a call of an agent would be allowed, asked or refused now, in the words that the log and the card use. Makes no
 * call, leaves no entry.
 */
export function explainCall(
  agent: Agent,
  call: { tool: string; command: string[]; input: Json },
  { tools, grants, now, settings, observe }: ExplainParts,
): Explanation {
  const run = imagined(agent, tools, call.tool, call.command, call.input);
  const state = run.calls.get('call-1');
  if (!state) throw new Error('the imagined run holds its call');
  const binding = agent.bindings.find((each) => each.tool === call.tool);
  const tool = run.run.tools.find((each) => each.name === call.tool);
  const command = tool && commandOf(tool, call.command);
  const bound: Step[] = [{ text: `${call.tool} is bound to ${agent.name}`, source: 'Agent' }];
  const fault = command && inputFault(command.input, call.input);
  if (fault !== undefined) {
    const verdict = { type: 'deny' as const, rule: RULES.valid, reason: `the arguments are not valid: ${fault}` };
    return { decision: 'deny', reason: verdict.reason, rule: verdict.rule, steps: [...bound, lastStep(verdict)] };
  }
  const input = { run, grants, observed: observe(run, state), now, settings, invalid: inputFault };
  const verdict = judgeToolCall(state, input);
  const steps =
    command && binding ? [...bound, ...explainSteps({ state, command, binding, input }, verdict)] : [lastStep(verdict)];
  const { rule } = verdict;
  if (verdict.type === 'unknown' || verdict.type === 'deny')
    return { decision: 'deny', reason: verdict.reason, rule, steps };
  const reason = verdict.type === 'ask' ? verdict.reason : rule.sentence;
  return { decision: verdict.type, reason, rule, steps };
}
