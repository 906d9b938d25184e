import type { Grant, Permission } from '#contract/permission';
import type { FileVerb, ToolCall } from '#contract/tool';
import { GrantIndex } from './grant-index.ts';
import { coversConfig, coversFile, coversNet, coversSecret, coversTool, type FilePlace } from './match-permission.ts';
import type { NetUseOfCall } from './net-use.ts';

const KINDS: ReadonlySet<Permission['kind']> = new Set(['tool', 'file', 'net', 'secret', 'config']);

/** A rule of a kind that this version does not know gives nothing, and may deny anything (rule A14). */
const mayCover = ({ type, permission }: Grant): boolean => type !== 'allow' && !KINDS.has(permission.kind);

/**
 * The grants in force for one agent at one moment, looked up by what is to be done. What a look-up gives is in no
 * order: `findGrant` chooses where one has to be named (rule A13).
 */
export class GrantSet implements Iterable<Grant> {
  #indexes: readonly GrantIndex[];
  #agent: string | undefined;
  #holds: (grant: Grant) => boolean = () => true;

  /** A set in which every grant is in force. */
  constructor(grants: Iterable<Grant>) {
    this.#indexes = [new GrantIndex(grants)];
  }

  /**
   * Those of an agent, and of every agent, that are in force.
   * @param indexes together all grants there are
   * @param holds whether a grant is in force: not expired, not used up
   */
  static of(indexes: readonly GrantIndex[], agent: string, holds: (grant: Grant) => boolean): GrantSet {
    const set = new GrantSet([]);
    set.#indexes = indexes;
    set.#agent = agent;
    set.#holds = holds;
    return set;
  }

  /** Whether a grant is in force. */
  has(id: string): boolean {
    return this.#indexes.some((index) => {
      const grant = index.get(id, this.#agent);
      return grant !== undefined && this.#holds(grant);
    });
  }

  /** The tool rules, of every type, that cover a call. */
  forCall(call: ToolCall): Grant[] {
    return this.#find(
      (index, agent) => index.forCall(agent, call),
      (grant) => coversTool(grant, call),
    );
  }

  /** The file rules, of every type, that cover this use of this file. */
  forFile(place: FilePlace, verb: FileVerb): Grant[] {
    return this.#find(
      (index, agent) => index.forFile(agent, place),
      (grant) => coversFile(grant, place, verb),
    );
  }

  /** The network rules, of every type, that cover this use. */
  forNet(use: NetUseOfCall): Grant[] {
    return this.#find(
      (index, agent) => index.forHost(agent, use.host),
      (grant) => coversNet(grant, use),
    );
  }

  /** The rules, of every type, that cover this use of a secret. */
  forSecret(name: string, use: 'header' | 'reveal'): Grant[] {
    return this.#find(
      (index, agent) => index.forName(agent, 'secret', name),
      (grant) => coversSecret(grant, name, use),
    );
  }

  /** The rules, of every type, that cover reading a setting. */
  forConfig(key: string): Grant[] {
    return this.#find(
      (index, agent) => index.forName(agent, 'config', key),
      (grant) => coversConfig(grant, key),
    );
  }

  /** All of them. */
  *[Symbol.iterator](): Iterator<Grant> {
    for (const index of this.#indexes) for (const grant of index.of(this.#agent)) if (this.#holds(grant)) yield grant;
  }

  #find(
    candidates: (index: GrantIndex, agent: string | undefined) => Grant[],
    covers: (grant: Grant) => boolean,
  ): Grant[] {
    return this.#indexes
      .flatMap((index) => candidates(index, this.#agent))
      .filter((grant) => this.#holds(grant) && (covers(grant) || mayCover(grant)));
  }
}

const ofMaps = new WeakMap<ReadonlyMap<string, Grant>, GrantIndex>();
const ofLists = new WeakMap<readonly Grant[], { grants: readonly Grant[]; index: GrantIndex }>();

/** The index of the catalog's grants, made once for each map: a map of the catalog is never changed. */
function indexOfMap(grants: ReadonlyMap<string, Grant>): GrantIndex {
  const index = ofMaps.get(grants) ?? new GrantIndex(grants.values());
  ofMaps.set(grants, index);
  return index;
}

/** The index of a list of grants, made anew when the list has changed. */
function indexOfList(grants: readonly Grant[]): GrantIndex {
  const kept = ofLists.get(grants);
  if (kept?.grants.length === grants.length && grants.every((grant, at) => grant === kept.grants[at]))
    return kept.index;
  const index = new GrantIndex(grants);
  ofLists.set(grants, { grants: [...grants], index });
  return index;
}

/**
 * The grants that hold for this agent now: not expired, not used up. `used` counts by `grant-used` entries.
 * @param kept the grants of the catalog; as the catalog's own map, they are indexed once
 * @param own those of the run itself
 */
export function grantsInForce(
  kept: ReadonlyMap<string, Grant> | readonly Grant[],
  own: readonly Grant[],
  agent: string,
  now: number,
  used: ReadonlyMap<string, number>,
): GrantSet {
  const base = 'length' in kept ? indexOfList(kept) : indexOfMap(kept);
  return GrantSet.of(own.length === 0 ? [base] : [base, indexOfList(own)], agent, (grant) => {
    if (grant.expiresAt !== undefined && grant.expiresAt <= now) return false;
    return grant.uses === undefined || (used.get(grant.id) ?? 0) < grant.uses;
  });
}
