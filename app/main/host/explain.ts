import type { Agent } from '#contract/agent';
import type { Json } from '#contract/ids';
import type { Explanation } from '#contract/methods';
import { foldRun, type RunState, type ToolCallState } from '#contract/projections/run-state';
import type { Run } from '#contract/run';
import { commandOf, type Tool } from '#contract/tool';
import { judgeToolCall } from './policy/decide-tool-call.ts';
import type { Observed } from './policy/describe-call.ts';
import type { GrantSet } from './policy/grant-set.ts';
import type { PolicySettings } from './policy/policy-settings.ts';
import { inputFault, validateInput } from './tools/validate-input.ts';

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

/**
 * Why a call of an agent would be allowed, asked or refused now, in the words that the log and the card use. Makes no
 * call, leaves no entry.
 */
export function explainCall(
  agent: Agent,
  tools: Tool[],
  grants: GrantSet,
  call: { tool: string; command: string[]; input: Json },
  now: number,
  observe: (run: RunState, call: ToolCallState) => Observed,
  settings: PolicySettings,
): Explanation {
  const run = imagined(agent, tools, call.tool, call.command, call.input);
  const state = run.calls.get('call-1');
  if (!state) throw new Error('the imagined run holds its call');
  const steps: Explanation['steps'] = [];
  const boundWords = { text: `${call.tool} is bound to ${agent.name}`, source: `Agent ${agent.name}` };
  const tool = run.run.tools.find((each) => each.name === call.tool);
  const command = tool && commandOf(tool, call.command);
  if (command) {
    const checked = validateInput(command.input, call.input);
    if (!checked.ok) {
      const reason = checked.errors.map((error) => `${error.path || '/'}: ${error.message}`).join('; ');
      return {
        decision: 'deny',
        reason: `the arguments are not valid: ${reason}`,
        rule: {
          id: 'default:valid',
          sentence: 'Only a call whose arguments hold against the tool’s schema runs.',
          source: 'Default',
        },
        steps: [boundWords, { text: `the arguments are not valid: ${reason}`, source: 'Default' }],
      };
    }
    steps.push(boundWords, { text: 'the arguments hold against its schema', source: 'Default' });
  }
  const verdict = judgeToolCall(state, {
    run,
    grants,
    observed: observe(run, state),
    now,
    settings,
    invalid: inputFault,
  });
  if (verdict.type === 'unknown' || verdict.type === 'deny') {
    const last = { text: verdict.reason, source: verdict.rule.source };
    return { decision: 'deny', reason: verdict.reason, rule: verdict.rule, steps: [...steps, last] };
  }
  for (const grant of [...verdict.grants, ...verdict.standing])
    steps.push({ text: grant.sentence, source: grant.source });
  const word = verdict.type === 'allow' ? 'allowed' : 'asked';
  steps.push({ text: `${word} by the rule “${verdict.rule.sentence}”`, source: verdict.rule.source });
  return { decision: verdict.type, reason: verdict.rule.sentence, rule: verdict.rule, steps };
}
