import type { Binding, Grant } from '#contract/permission';
import { effectiveCall, type ToolCallState } from '#contract/projections/run-state';
import type { Command } from '#contract/tool';
import type { Explanation } from '#contract/views';
import { type FileUseOfCall, fileUsesOf } from './policy/authorize.ts';
import type { DecisionInput, Verdict } from './policy/decide-tool-call.ts';
import { chainOfTool } from './policy/middleware/chain.ts';
import { judgeChain } from './policy/middleware/judge-chain.ts';
import { type NetUseOfCall, netUsesOf } from './policy/net-use.ts';
import { ruleOfAsk } from './policy/rules.ts';

export type Step = Explanation['steps'][number];

/** A call that is only asked about, with everything its decision reads. */
export interface AskedCall {
  state: ToolCallState;
  command: Command;
  binding: Binding;
  input: DecisionInput;
}

/** The files and addresses that a call names. */
interface Places {
  uses: readonly FileUseOfCall[];
  nets: readonly NetUseOfCall[];
}

/** Who stands behind a rule, in one word. */
export function sourceWord(source: string): string {
  return ['Middleware', 'Agent', 'You'].find((word) => source.startsWith(word)) ?? 'Default';
}

/** What the call would touch, or why that can't be read. */
function placeSteps({ state, command, input }: AskedCall): Places & { steps: Step[] } {
  const call = effectiveCall(state);
  const files = fileUsesOf(call, command, input.run);
  const net = netUsesOf(call, command);
  const steps: Step[] = [];
  const add = (text: string): void => void steps.push({ text, source: 'Workspace' });
  const uses = 'uses' in files ? files.uses : [];
  const nets = 'nets' in net ? net.nets : [];
  if ('refused' in files) add(`Path not resolved: ${files.refused}`);
  for (const shown of new Set(uses.map((use) => use.shown))) {
    const seen = input.observed.get(shown);
    add(seen?.kind === 'refused' ? `Path resolved: ${shown}; ${seen.reason}` : `Path resolved: ${shown}`);
  }
  if ('refused' in net) add(`Address not read: ${net.refused}`);
  for (const { host, port, method } of nets) add(`Address read: ${host}, port ${port}, ${method}`);
  return { steps, uses, nets };
}

/** The rules that cover the call or part of it. */
function matching(call: AskedCall, { uses, nets }: Places): Set<Grant> {
  const { grants } = call.input;
  const found = new Set(grants.forCall(effectiveCall(call.state)));
  for (const { place, verb } of uses) {
    if (!place) continue;
    // What shows what is in a folder reads it too.
    for (const grant of grants.forFile(place, verb)) found.add(grant);
    if (verb === 'list')
      for (const grant of grants.forFile(place, 'read')) if (grant.type !== 'allow') found.add(grant);
  }
  for (const use of nets) for (const grant of grants.forNet(use)) found.add(grant);
  return found;
}

const MOST_QUOTED = 3;

function lookedAt(words: string, source: string, looked: readonly Grant[], matches: ReadonlySet<Grant>): Step {
  const found = looked.filter((grant) => matches.has(grant)).map(({ sentence }) => `“${sentence}”`);
  const more = found.length > MOST_QUOTED ? ` and ${found.length - MOST_QUOTED} more` : '';
  const quoted = `${found.slice(0, MOST_QUOTED).join(' ')}${more}`;
  const result =
    found.length === 0 ? 'none matches' : `${found.length === 1 ? 'one matches' : `${found.length} match`}: ${quoted}`;
  return { text: `${words}: ${looked.length} looked at, ${result}`, source };
}

/** Which rules were looked at, those of the agent's file, the person's own and those from the start apart. */
function ruleSteps(call: AskedCall, places: Places): Step[] {
  const { uses, nets } = places;
  const { run, grants } = call.input;
  const { tool } = call.state.call;
  const { name } = run.run.agent;
  const about = ({ permission }: Grant): boolean => {
    if (permission.kind === 'tool') return permission.tool === '*' || permission.tool === tool;
    return permission.kind === 'file' ? uses.length > 0 : permission.kind === 'net' && nets.length > 0;
  };
  const matches = matching(call, places);
  const looked = [...grants].filter((grant) => about(grant) || matches.has(grant));
  const of = (source: string, every: boolean): Grant[] =>
    looked.filter((grant) => sourceWord(grant.source) === source && (grant.agent === 'every') === every);
  const own = of('You', false);
  return [
    lookedAt(`Rules of ${name} for ${tool}`, 'Agent', of('Agent', false), matches),
    ...(own.length > 0 ? [lookedAt(`Your rules for ${name}`, 'You', own, matches)] : []),
    lookedAt('Your rules for every agent', 'You', of('You', true), matches),
    lookedAt('Rules that hold from the start', 'Default', of('Default', true), matches),
  ];
}

function bindingSteps({ binding, input }: AskedCall): Step[] {
  const { agent } = input.run.run;
  const steps: Step[] = [];
  if (binding.folders) {
    const names = binding.folders.map(({ folder }) => agent.folders.find(({ id }) => id === folder)?.name ?? folder);
    const words = names.length === 0 ? 'no folder' : `only ${names.join(', ')}`;
    steps.push({ text: `${binding.tool} reaches ${words}`, source: 'Agent' });
  }
  if (binding.ask !== 'effects')
    steps.push({ text: ruleOfAsk(binding.tool, binding.ask, agent.name).sentence.replace(/\.$/, ''), source: 'Agent' });
  return steps;
}

const SAYS = { pass: 'passes it', ask: 'asks', deny: 'denies it' } as const;

/** What each middleware says; nothing where the rules have denied before one is asked. */
function middlewareSteps({ state, input }: AskedCall, { uses, nets }: Places, verdict: Verdict): Step[] {
  if (verdict.type === 'unknown' || (verdict.type === 'deny' && sourceWord(verdict.rule.source) !== 'Middleware'))
    return [];
  const chain = chainOfTool(input.run, state.call.tool, input.settings);
  if (!chain.ok) return [{ text: chain.reason, source: 'Middleware' }];
  const steps: Step[] = [];
  for (let form: ToolCallState | undefined = state; form; ) {
    const asked = { call: effectiveCall(form), uses, nets, state: form, run: input.run, before: [] };
    const said = judgeChain(chain.links, asked);
    for (const event of said.events)
      if (event.type === 'middleware-judged')
        steps.push({ text: `${event.by} ${SAYS[event.verdict]}: ${event.reason}`, source: 'Middleware' });
      else if (event.type === 'call-rewritten')
        steps.push({ text: `${event.by} changes the arguments; both forms are decided`, source: 'Middleware' });
    form = said.type === 'rewrite' ? said.state : undefined;
  }
  return steps;
}

/** Rules that match and would have decided otherwise, and what came before them: deny before ask before allow. */
function overruledSteps(call: AskedCall, places: Places, verdict: Verdict): Step[] {
  if (verdict.type === 'unknown') return [];
  const standing = verdict.type === 'allow' ? verdict.standing : [];
  if (verdict.type === 'allow' && standing.length === 0) return [];
  const wouldAsk = ({ type, permission, standing: stands }: Grant): boolean =>
    type === 'allow' && !stands && permission.kind === 'file' && permission.verbs.includes('write');
  const changes = places.uses.some(({ verb }) => verb === 'write');
  const lost = [...matching(call, places)].filter((grant) => {
    if (grant.id === verdict.rule.id) return false;
    if (verdict.type === 'allow') return changes && wouldAsk(grant);
    return (grant.type === 'allow' && grant.standing) || (verdict.type === 'deny' && grant.type === 'ask');
  });
  if (lost.length === 0) return [];
  const why = {
    allow: 'a rule of yours that covers it comes before what would ask',
    ask: 'what asks comes before what allows',
    deny: 'what denies comes before what asks and what allows',
  }[verdict.type];
  const quoted = lost.slice(0, MOST_QUOTED).map(({ sentence }) => `“${sentence}”`);
  const more = lost.length > MOST_QUOTED ? ` and ${lost.length - MOST_QUOTED} more` : '';
  return [{ text: `Overruled, as ${why}: ${quoted.join(' ')}${more}`, source: sourceWord(verdict.rule.source) }];
}

/** How a call was decided, step by step, as the screen and the command line show it (mockup “policy”). */
export function explainSteps(call: AskedCall, verdict: Verdict): Step[] {
  const places = placeSteps(call);
  return [
    ...places.steps,
    ...ruleSteps(call, places),
    ...bindingSteps(call),
    ...middlewareSteps(call, places, verdict),
    ...overruledSteps(call, places, verdict),
    lastStep(verdict),
  ];
}

/** The rule that decided, and what it came to. */
export function lastStep(verdict: Verdict): Step {
  const { rule } = verdict;
  const source = sourceWord(rule.source);
  if (verdict.type === 'unknown' || verdict.type === 'deny') return { text: `Denied: ${verdict.reason}`, source };
  return { text: `${verdict.type === 'allow' ? 'Allowed' : 'Asked'} by the rule “${rule.sentence}”`, source };
}
