import type { Agent, GrantedFolder } from '#contract/agent';
import { DEFAULT_GRANTS } from '#contract/default-grants';
import type { Entry, RunEvent } from '#contract/event';
import type { FileChange } from '#contract/file-change';
import type { Json } from '#contract/ids';
import type { Label } from '#contract/label';
import type { Binding, Grant } from '#contract/permission';
import { foldRun, type RunState, type ToolCallState } from '#contract/projections/run-state';
import type { Run } from '#contract/run';
import type { Command, Tool, ToolCall } from '#contract/tool';
import { grantsOfAgent } from '../agents/grants-of-agent.ts';
import { decideToolCall, judgeToolCall, type Verdict } from '../policy/decide-tool-call.ts';
import type { Observed } from '../policy/describe-call.ts';
import { type GrantSet, grantsInForce } from '../policy/grant-set.ts';
import type { PolicySettings } from '../policy/policy-settings.ts';
import { BUILTIN_TOOLS } from '../tools/builtin-tools.ts';
import { inputFault } from '../tools/validate-input.ts';

/** A case for the policy: one call of one agent. Left out: an agent with every tool, `work` to write and `docs` to read. */
export interface PolicyCase {
  tool: string;
  input?: Json;
  /** The bindings, by tool; a tool that is not named is not bound. */
  bindings?: Partial<Binding>[];
  /** Grants besides the default ones and those of the accepted agent. */
  more?: Grant[];
  /** Ids of grants that a person took away. */
  revoked?: string[];
  labels?: Label[];
  /** What stands in the log between the start and the call. */
  earlier?: RunEvent[];
  /** Parts of the proposed call: `repaired`, `fault`. */
  call?: Partial<ToolCall>;
  run?: Partial<Run>;
  /** Tools besides the built-in ones. */
  tools?: Tool[];
  /** What the call, which ran code, staged in a person's folders. */
  staged?: FileChange[];
  observed?: Record<string, 'file' | 'folder' | 'missing'>;
  /** The chain of every agent. */
  middleware?: Json;
}

const folder = (name: string, access: 'read' | 'write'): GrantedFolder => ({
  id: `folder-${name}`,
  name,
  path: `/home/person/${name}`,
  identity: `1:${name.length}:1`,
  access,
  trust: 'own',
});

/** A binding that narrows nothing. */
export function bindingOf(tool: string, part: Partial<Binding> = {}): Binding {
  return { tool, ask: 'effects', hosts: [], secrets: [], config: [], middleware: [], options: {}, ...part };
}

const ALL_TOOLS: readonly Tool[] = BUILTIN_TOOLS.map(({ tool }) => tool);

function agentOf(bindings: Binding[]): Agent {
  return {
    id: 'agent-1',
    revision: 1,
    name: 'worker',
    description: '',
    instructions: '',
    model: { provider: 'demo', model: 'demo' },
    protocol: 'native',
    bindings,
    folders: [folder('work', 'write'), folder('docs', 'read')],
    guardrails: [],
    memory: false,
    unattended: 'park',
    limits: { steps: 15, tokens: 1, seconds: 1, usd: 0 },
    accepted: true,
  };
}

/** A file that code deleted. */
export function deletion(path: string): FileChange {
  return { path, kind: 'file', before: 'b'.repeat(64), bytes: 0, mode: 0o600, labels: [] };
}

/** A file that code staged: new or changed. */
export function change(path: string, part: Partial<FileChange> = {}): FileChange {
  return { path, kind: 'file', after: 'a'.repeat(64), bytes: 1, mode: 0o600, labels: [], ...part };
}

/** A tool of somebody else with one command. */
export function toolOf(name: string, effect: Command['effect'], part: Partial<Command> = {}): Tool {
  const command: Command = {
    path: [],
    description: name,
    input: { type: 'object' },
    output: {},
    effect,
    files: [],
    runsCode: false,
    outside: false,
    ...part,
  };
  return { name, version: '1', description: name, runtime: { type: 'host' }, origin: 'own', commands: [command] };
}

/** A grant as a person might give it; `standing` unless said otherwise. */
export function grantOf(id: string, part: Partial<Grant> & Pick<Grant, 'permission'>): Grant {
  return {
    id,
    agent: 'agent-1',
    type: 'allow',
    standing: true,
    layer: 'agent',
    source: 'You',
    sentence: `The rule ${id}.`,
    labels: 'any',
    ...part,
  };
}

/** The run and the call of a case, the grants in force for it, and what was looked at. */
export function policyInput(given: PolicyCase): {
  run: RunState;
  state: ToolCallState;
  grants: GrantSet;
  observed: Observed;
  now: number;
  settings: PolicySettings;
  invalid: typeof inputFault;
} {
  const tools = [...ALL_TOOLS, ...(given.tools ?? [])];
  const bindings = given.bindings ?? tools.map(({ name }) => ({ tool: name }));
  const agent = agentOf(bindings.map((part) => bindingOf(part.tool ?? '', part)));
  const bound = new Set(agent.bindings.map((binding) => binding.tool));
  const call: ToolCall = { id: 'call-1', tool: given.tool, command: [], input: given.input ?? {}, ...given.call };
  const run: Run = {
    id: 'run-1',
    title: 'run',
    agent,
    tools: tools.filter((tool) => bound.has(tool.name)),
    protocol: 'native',
    goal: { type: 'prompt', text: { text: 'go' } },
    grants: [],
    approve: 'ask',
    unattended: 'park',
    contextTokens: 1000,
    ...given.run,
  };
  const usage = { inputTokens: 0, outputTokens: 0 };
  const events: RunEvent[] = [{ type: 'run-started', run }, ...(given.earlier ?? [])];
  const labels = given.labels ?? [];
  if (labels.length > 0) events.push(...labelledCall(labels));
  const reply = { text: '', toolCalls: [call], stopReason: 'tool-calls' as const, usage };
  const hash = '0'.repeat(64);
  events.push({ type: 'model-called', reply, protocol: 'native', requestHash: hash, throughSeq: 1, labels: [], ms: 0 });
  const outcome = { type: 'ok' as const, output: { text: '' }, truncated: false, facts: [] };
  if (given.staged) events.push({ type: 'changes-staged', callId: call.id, changes: given.staged, outcome });
  const state = foldRun(
    events.map((event, n) => ({ stream: 'run:run-1', seq: n + 1, at: n, event, hash }) as Entry<RunEvent>),
  );
  const proposed = state?.calls.get('call-1');
  if (!state || !proposed) throw new Error('the case has a run and a call');
  const every = [...DEFAULT_GRANTS, ...grantsOfAgent(agent), ...(given.more ?? [])];
  const kept = every.filter((grant) => !given.revoked?.includes(grant.id));
  const observed = new Map(
    Object.entries(given.observed ?? {}).map(([path, kind]) => [path, { kind, bytes: kind === 'file' ? 10 : 0 }]),
  );
  const settings: PolicySettings = { middleware: given.middleware, offersAlways: true, expireMs: undefined };
  return {
    run: state,
    state: proposed,
    grants: grantsInForce(kept, [], agent.id, 0, new Map()),
    observed,
    now: 0,
    settings,
    invalid: inputFault,
  };
}

/** An earlier call whose result came from outside. */
function labelledCall(labels: Label[]): RunEvent[] {
  const call: ToolCall = { id: 'call-0', tool: 'read_file', command: [], input: {} };
  const usage = { inputTokens: 0, outputTokens: 0 };
  const reply = { text: '', toolCalls: [call], stopReason: 'tool-calls' as const, usage };
  const hash = '0'.repeat(64);
  return [
    { type: 'model-called', reply, protocol: 'native', requestHash: hash, throughSeq: 1, labels: [], ms: 0 },
    {
      type: 'tool-call-ended',
      callId: 'call-0',
      outcome: { type: 'ok', output: { text: '' }, truncated: false, facts: [] },
      labels,
      ms: 0,
    },
  ];
}

/** What the rules say of a case. */
export function verdictOf(given: PolicyCase): Verdict {
  const { state, ...input } = policyInput(given);
  return judgeToolCall(state, input);
}

/** The same as `decision rule`, for tables: `ask default:effects`. */
export function verdictWords(given: PolicyCase): string {
  const verdict = verdictOf(given);
  return `${verdict.type} ${verdict.rule.id}`;
}

/** What is appended for a case. */
export function decisionOf(given: PolicyCase): RunEvent[] {
  const { state, ...input } = policyInput(given);
  return decideToolCall(state, input);
}
