import type { Agent, GrantedFolder } from '#contract/agent';
import { DEFAULT_GRANTS } from '#contract/default-grants';
import type { FileChange } from '#contract/file-change';
import type { Json } from '#contract/ids';
import type { Grant } from '#contract/permission';
import { foldRun, type RunState, type ToolCallState } from '#contract/projections/run-state';
import type { Command, Tool } from '#contract/tool';
import { askRuleForFile, authorizeFile, authorizeListing } from '../policy/authorize.ts';
import { judgeToolCall } from '../policy/decide-tool-call.ts';
import { GrantSet } from '../policy/grant-set.ts';
import { readHostPattern } from '../policy/host-pattern.ts';
import { policySettings } from '../policy/policy-settings.ts';
import { grantsOfAgent } from './grants-of-agent.ts';

/** What the rules say of a thing in general, and whether a rule of the person's own says so. */
export interface General {
  word: 'allow' | 'ask' | 'no';
  byRule: boolean;
}

/** A place in a folder that only a rule for the whole folder is about. */
const ANYWHERE = ['any', 'file', 'that', 'no-rule-names'];
const SETTINGS = policySettings(new Map());
const UNNAMED = 'a-command-that-no-rule-names';

/** The rules that an agent has once its file is accepted, with those of the person. */
export function rulesOnceAccepted(agent: Agent, own: Iterable<Grant> = DEFAULT_GRANTS): GrantSet {
  return new GrantSet([...own, ...grantsOfAgent(agent)]);
}

/** Whether a rule is the person's own, not one that came with an agent's file or with the app. */
export const isPersons = ({ source }: Pick<Grant, 'source'>): boolean => source.startsWith('You');

function imagined(agent: Agent, tools: readonly Tool[]): RunState {
  const call = { id: 'call-1', tool: '', command: [], input: {} };
  const run = {
    id: 'reach',
    title: '',
    // What a middleware says depends on the very call.
    agent: { ...agent, bindings: agent.bindings.map((binding) => ({ ...binding, middleware: [] })) },
    tools: [...tools],
    protocol: 'native' as const,
    goal: { type: 'invoke' as const, call },
    grants: [],
    approve: 'ask' as const,
    unattended: 'park' as const,
    contextTokens: 1,
  };
  const state = foldRun([{ stream: 'run:reach', seq: 1, at: 0, hash: '', event: { type: 'run-started', run } }]);
  if (!state) throw new Error('one entry makes a run');
  return state;
}

/**
 * Asks the policy itself what it would decide of calls in general: in a fresh run, of a file that no rule names. So the
 * sheet can't say other than what is decided. Pure.
 */
export class ReachVerdicts {
  readonly #run: RunState;
  readonly #grants: GrantSet;
  readonly #base: ToolCallState;

  constructor(agent: Agent, tools: readonly Tool[], grants: GrantSet) {
    this.#run = imagined(agent, tools);
    this.#grants = grants;
    const base = this.#run.calls.get('call-1');
    if (!base) throw new Error('the imagined run holds its call');
    this.#base = base;
  }

  #judge(state: ToolCallState): General {
    const input = { run: this.#run, grants: this.#grants, observed: new Map(), now: 0, settings: SETTINGS };
    const verdict = judgeToolCall(state, { ...input, invalid: () => undefined });
    const word = verdict.type === 'allow' || verdict.type === 'ask' ? verdict.type : 'no';
    return { word, byRule: isPersons(verdict.rule) };
  }

  #state(tool: Tool, command: Command, input: Record<string, Json>): ToolCallState {
    const line: Record<string, Json> = command.line === undefined ? {} : { [command.line]: UNNAMED };
    const call = { ...this.#base.call, tool: tool.name, command: command.path, input: { ...line, ...input } };
    return { ...this.#base, call };
  }

  /** A call that names no file and no host. */
  plain(tool: Tool, command: Command): General {
    return this.#judge(this.#state(tool, command, {}));
  }

  /** A call all of whose paths lie in a folder, or on the agent's own disk. */
  inFolder(tool: Tool, command: Command, folder: GrantedFolder | 'agent'): General {
    const path = `${folder === 'agent' ? '/agent' : `/folders/${folder.name}`}/${ANYWHERE.join('/')}`;
    return this.#judge(this.#state(tool, command, Object.fromEntries(command.files.map(({ field }) => [field, path]))));
  }

  /** A call to a host as a binding names it; of a pattern, to any host that fits. */
  atHost(tool: Tool, command: Command, host: string, more: Record<string, Json> = {}): General {
    const pattern = readHostPattern(host);
    const port = pattern?.ports[0]?.from ?? 443;
    const url = `https://${(pattern?.host ?? host).replaceAll('*', 'any')}:${port}/`;
    const input = Object.fromEntries((command.hosts ?? []).map(({ field }) => [field, url]));
    return this.#judge(this.#state(tool, command, { ...more, ...input }));
  }

  /** What code left behind for a folder. */
  staged(tool: Tool, command: Command, folder: GrantedFolder, verb: 'write' | 'delete'): General {
    const change: FileChange = {
      path: `/folders/${folder.name}/${ANYWHERE.join('/')}`,
      kind: 'file',
      before: '0'.repeat(64),
      ...(verb === 'write' && { after: '1'.repeat(64) }),
      bytes: 1,
      mode: 0o644,
      labels: [],
    };
    const outcome = { type: 'ok' as const, output: { text: '' }, truncated: false, facts: [] };
    return this.#judge({
      ...this.#state(tool, command, {}),
      purpose: { type: 'apply-changes', changes: [change], outcome, figures: undefined },
    });
  }

  /** What code itself may see in a folder while it runs: nobody can be asked meanwhile. */
  seenByCode(tool: Tool, folder: GrantedFolder, verb: 'read' | 'list'): General {
    const binding = this.#run.run.agent.bindings.find((each) => each.tool === tool.name);
    const place = { folder: folder.id, segments: ANYWHERE };
    const inside = { segments: ANYWHERE, steps: ANYWHERE, folderOnly: false };
    const use = { verb, path: { place: 'folder' as const, name: folder.name, ...inside }, shown: '', place };
    const verdict = (verb === 'list' ? authorizeListing : authorizeFile)(use, binding, this.#grants);
    if (verdict.type === 'deny') return { word: 'no', byRule: isPersons(verdict.rule) };
    return askRuleForFile({ place, verb }, this.#grants)
      ? { word: 'no', byRule: true }
      : { word: 'allow', byRule: false };
  }

  /** The use of a secret that a binding names. */
  secret(name: string): General {
    const uses = (['header', 'reveal'] as const).flatMap((use) => this.#grants.forSecret(name, use));
    if (uses.some(({ type }) => type === 'deny')) return { word: 'no', byRule: true };
    if (uses.some(({ type }) => type === 'ask')) return { word: 'ask', byRule: true };
    return { word: uses.some(({ type }) => type === 'allow') ? 'allow' : 'no', byRule: false };
  }
}
