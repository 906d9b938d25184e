import type { CatalogEvent, Entry } from '#contract/event';
import type { GrantId, Timestamp } from '#contract/ids';
import type { Grant } from '#contract/permission';
import { emptyCatalog, reduceCatalog } from '#contract/projections/catalog';
import type { Run } from '#contract/run';

/** A rule of a run. `run`: it holds for this run alone; `start`: it was in force when the run started; `later`: not yet. */
export interface RuleOfRun {
  from: 'run' | 'start' | 'later';
  grant: Grant;
}

/**
 * The rules that a run was decided by: its own, those of its agent and of every agent in force when it started, and those
 * given later that one of its warrants names.
 * @param warranted the ids of grants that warrants name
 */
export function rulesOfRun(
  run: Run,
  startedAt: Timestamp,
  catalog: readonly Entry<CatalogEvent>[],
  warranted: ReadonlySet<GrantId>,
): RuleOfRun[] {
  let atStart = emptyCatalog();
  const given = new Map<GrantId, Grant>(atStart.grants);
  let started = false;
  for (const entry of catalog) {
    started ||= entry.at > startedAt;
    if (!started) atStart = reduceCatalog(atStart, entry);
    if (entry.event.type === 'grant-added') given.set(entry.event.grant.id, entry.event.grant);
  }
  const own = new Set(run.grants.map(({ id }) => id));
  const mine = ({ agent }: Grant): boolean => agent === run.agent.id || agent === 'every';
  const start = [...atStart.grants.values()].filter((grant) => mine(grant) && !own.has(grant.id));
  const known = new Set([...own, ...start.map(({ id }) => id)]);
  const later = [...given.values()].filter(({ id }) => warranted.has(id) && !known.has(id));
  return [
    ...run.grants.map((grant): RuleOfRun => ({ from: 'run', grant })),
    ...start.map((grant): RuleOfRun => ({ from: 'start', grant })),
    ...later.map((grant): RuleOfRun => ({ from: 'later', grant })),
  ];
}
