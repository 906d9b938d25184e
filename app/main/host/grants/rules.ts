import type { Agent } from '#contract/agent';
import { WarrantError } from '#contract/errors';
import type { RunState } from '#contract/projections/run-state';
import type { PolicyChange, PolicyRow, WhatIf } from '#contract/views';
import type { Agents } from '../agents/agents.ts';
import type { Journal } from '../store/journal.ts';
import type { Store } from '../store/store.ts';
import type { Grants } from './grants.ts';
import { policyRows } from './policy-rows.ts';
import { type WhatIfParts, whatIf } from './what-if.ts';

/** All rules together: which there are and what they decided, and what others would have. */
export interface Rules {
  /** Throws `not-found` for an agent that is not saved. */
  listRules(agent: string | undefined): PolicyRow[];
  /** Throws `not-found`, `bad-input` at the first step. */
  whatIf(
    change: PolicyChange & { agent?: string | undefined },
    signal: AbortSignal | undefined,
  ): AsyncGenerator<WhatIf>;
}

export interface RulesParts {
  journal: Journal;
  store: Store;
  agents: Agents;
  grants: Grants;
  now(): number;
  judge: WhatIfParts['judge'];
}

const GOES_ON = new Set(['running', 'waiting', 'limit']);

/** Binds the rules to the parts they are read from. */
export function createRules({ journal, store, agents, grants, now, judge }: RulesParts): Rules {
  const named = (name: string | undefined): Agent | undefined => (name === undefined ? undefined : agents.named(name));
  const goingOn = (): RunState[] => {
    const runs = store.runs.list().filter(({ status }) => GOES_ON.has(status));
    return runs.flatMap(({ id }) => {
      try {
        const run = journal.run(id);
        // A grant that is used up holds for nothing more.
        const left = run.grants.filter(
          ({ id: grant, uses }) => uses === undefined || (run.used.get(grant) ?? 0) < uses,
        );
        return run.end ? [] : [{ ...run, grants: left }];
      } catch (fault) {
        // A run whose log is broken is not gone on with, so nothing holds for it.
        if (fault instanceof WarrantError && fault.code === 'corrupt') return [];
        throw fault;
      }
    });
  };
  return {
    listRules: (name) => {
      const agent = named(name);
      const runs = goingOn().filter(({ run }) => agent === undefined || run.agent.id === agent.id);
      return policyRows({ catalog: journal.catalog, hits: store.hits.get(agent?.id), now: now(), runs }, agent);
    },
    whatIf: ({ add, revoke, agent }, signal) =>
      whatIf(
        { add, revoke, agent: named(agent) },
        {
          catalog: journal.catalog,
          now: now(),
          runs: store.runs.list().map(({ id }) => id),
          first: (stream) => store.log.read(stream, 0, 1)[0],
          read: (stream) => store.log.readVerified(stream),
          judge,
          make: (draft) => grants.preview(draft),
        },
        signal,
      ),
  };
}
