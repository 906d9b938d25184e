import * as z from 'zod';
import type { Json } from '#contract/ids';
import { MiddlewareUse } from '#contract/middleware';
import type { Rule } from '#contract/permission';
import type { RunState } from '#contract/projections/run-state';
import type { PolicySettings } from '../policy-settings.ts';
import { configFaults } from './check-middleware.ts';
import { sentenceOfUse } from './middleware-sentence.ts';

/** One middleware as it stands in the chain of one tool. `by` names it in the log, and no other of its chain. */
export interface Link extends MiddlewareUse {
  by: string;
  rule: Rule;
}

/** The middlewares of a call, in the order they are asked; or why they can't be told, and then nothing runs (O10). */
export type Chain = { ok: true; links: Link[] } | { ok: false; rule: Rule; reason: string };

const Uses = z.array(MiddlewareUse);

/** Whose chain it is: an agent and one of its tools; without them that of every agent. */
export interface ChainOwner {
  agent: string;
  tool: string;
}

/** The rule that a middleware stands for, in the words of the screen, the log and `explain`. */
export function ruleOfMiddleware(use: MiddlewareUse, owner: ChainOwner | undefined): Rule {
  return {
    id: `middleware:${use.name}`,
    sentence: sentenceOfUse(use, owner),
    source: owner ? `Middleware, agent ${owner.agent}` : 'Middleware, every agent',
  };
}

const UNREADABLE: Rule = {
  id: 'middleware:chain',
  sentence: 'While the list of middleware can’t be read, nothing runs.',
  source: 'Middleware, every agent',
};

/** The chain of one tool of a run's agent, by the settings of now. */
export function chainOfTool(run: RunState, tool: string, settings: Pick<PolicySettings, 'middleware'>): Chain {
  const { name, bindings } = run.run.agent;
  const bound = bindings.find((binding) => binding.tool === tool)?.middleware ?? [];
  return chainOf(settings.middleware, bound, { agent: name, tool });
}

/**
 * The chain of a call: that of every agent, then the binding's (row A17.2).
 * @param everywhere the setting that holds the chain of every agent, as it is kept
 * @param bound the list of the binding
 */
export function chainOf(everywhere: Json | undefined, bound: readonly MiddlewareUse[], owner: ChainOwner): Chain {
  const all = Uses.safeParse(everywhere ?? []);
  if (!all.success) return { ok: false, rule: UNREADABLE, reason: 'the list of middleware can’t be read' };
  const names = new Set<string>();
  const links: Link[] = [];
  const add = (use: MiddlewareUse, of: ChainOwner | undefined): void => {
    const whose = of ? `agent ${of.agent}, tool ${of.tool}` : 'every agent';
    let by = `${use.name} (${whose})`;
    for (let number = 2; names.has(by); number++) by = `${use.name} (${whose}, ${number})`;
    names.add(by);
    links.push({ ...use, by, rule: ruleOfMiddleware(use, of) });
  };
  for (const use of all.data) add(use, undefined);
  for (const use of bound) add(use, owner);
  for (const link of links) {
    const fault = configFaults(link)[0];
    if (fault) return { ok: false, rule: link.rule, reason: `${link.by} can’t judge: ${fault.message}` };
  }
  return { ok: true, links };
}
