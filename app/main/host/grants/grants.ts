import { WarrantError } from '#contract/errors';
import { CATALOG_STREAM, type CatalogEvent, type Entry } from '#contract/event';
import type { GrantId, RunId } from '#contract/ids';
import type { Grant } from '#contract/permission';
import { type CatalogState, foldCatalog, reduceCatalog } from '#contract/projections/catalog';
import type { Tool } from '#contract/tool';
import type { GrantDraft } from '#contract/views';
import { grantsOfAgent } from '../agents/grants-of-agent.ts';
import type { EventLog } from '../store/event-log.ts';
import type { Journal } from '../store/journal.ts';
import { makeGrant } from './make-grant.ts';

export interface GrantsParts {
  journal: Journal;
  log: EventLog;
  tools(): Tool[];
  newId(): string;
  now(): number;
}

/**
 * A person's rules: given, taken back, put back (rows A16.8, A16.10, A16.14). A change is in the log before the method
 * resolves and counts from the next decision on; a call that was admitted ends as it would have (case O7).
 */
export class Grants {
  readonly #parts: GrantsParts;
  constructor(parts: GrantsParts) {
    this.#parts = parts;
  }

  #make(draft: GrantDraft, catalog: CatalogState): Grant {
    const { tools, newId, now } = this.#parts;
    return makeGrant(draft, { id: `grant-${newId()}`, now: now(), catalog, tools: tools() });
  }

  /** The grant that `add` would give, in words. Throws `bad-input`, `not-found`. */
  preview(draft: GrantDraft): Grant {
    return this.#make(draft, this.#parts.journal.catalog);
  }

  /** Gives a grant. Throws `bad-input`, `not-found`. */
  async add(draft: GrantDraft): Promise<Grant> {
    let grant: Grant | undefined;
    await this.#parts.journal.updateCatalog((catalog) => {
      grant = this.#make(draft, catalog);
      return [{ type: 'grant-added', grant }];
    });
    if (!grant) throw new Error('an update builds what it appends');
    return grant;
  }

  /** Takes a grant back, and those derived from it; with `run`, one that was given for that run. Throws `not-found`. */
  async revoke(id: GrantId, run: RunId | undefined): Promise<Grant> {
    let revoked: Grant | undefined;
    if (run === undefined)
      await this.#parts.journal.updateCatalog((catalog) => {
        revoked = catalog.grants.get(id);
        return revoked ? [{ type: 'grant-revoked', id }] : [];
      });
    else
      await this.#parts.journal.update(run, (state) => {
        revoked = state.grants.find((grant) => grant.id === id);
        return revoked ? [{ type: 'run-grant-revoked', id }] : [];
      });
    if (revoked) return revoked;
    if (/^(?:default|run|agent|middleware|folder):/.test(id))
      throw new WarrantError(
        'refused',
        `${id} is a rule that is built in, or comes from an agent’s file: it can’t be taken back. \`grant add --deny\` narrows what it allows.`,
      );
    const place = run === undefined ? '' : ` in run ${run}`;
    throw new WarrantError('not-found', `There is no rule ${id}${place} in force. \`warrant grants\` lists them.`);
  }

  /** Puts back a grant that was taken back, as it was, and what went with it. Throws `not-found`, `conflict`. */
  async restore(id: GrantId, run: RunId | undefined): Promise<Grant> {
    let restored: Grant | undefined;
    if (run === undefined)
      await this.#parts.journal.updateCatalog((catalog) => {
        const grants = this.#revokedWith(id, catalog);
        restored = grants.find((grant) => grant.id === id);
        return grants.map((grant) => ({ type: 'grant-added', grant }));
      });
    else
      await this.#parts.journal.update(run, (state) => {
        restored = state.revoked.find((grant) => grant.id === id);
        return restored ? [{ type: 'run-grant-restored', id }] : [];
      });
    if (restored) return restored;
    throw new WarrantError(
      'not-found',
      `There is nothing to put back: rule ${id} was not taken back, or its agent does not ask for it any more.`,
    );
  }

  /** What the last revocation of a grant took, read from the log; those that would hold for nobody are left out. */
  #revokedWith(id: GrantId, now: CatalogState): Grant[] {
    if (now.grants.has(id)) throw new WarrantError('conflict', `Rule ${id} is in force.`);
    const entries = this.#parts.log.readVerified(CATALOG_STREAM) as Entry<CatalogEvent>[];
    const last = entries.findLastIndex(({ event }) => event.type === 'grant-revoked' && event.id === id);
    if (last < 0) return [];
    const before = foldCatalog(entries.slice(0, last));
    const after = entries.slice(last, last + 1).reduce(reduceCatalog, before);
    const taken = [...before.grants.values()].filter((grant) => !after.grants.has(grant.id));
    const back = taken.filter((grant) => !now.grants.has(grant.id) && holds(grant, now));
    return back.filter(
      ({ parent }) => parent === undefined || now.grants.has(parent) || back.some((each) => each.id === parent),
    );
  }
}

/** Whether a grant of before still fits: its agent is there, and asks for it if it was given with the agent's file. */
function holds(grant: Grant, catalog: CatalogState): boolean {
  if (grant.agent === 'every') return true;
  const agent = catalog.agents.get(grant.agent);
  if (!agent) return false;
  return !grant.id.startsWith(`accepted-${agent.id}-`) || grantsOfAgent(agent).some(({ id }) => id === grant.id);
}
