import type { Grant } from '#contract/permission';
import type { FileVerb, ToolCall } from '#contract/tool';
import { coversFile, coversTool, type FilePlace } from './match-permission.ts';

/**
 * The grants in force for one agent at one moment, looked up by what is to be done. What a look-up gives is in no
 * order: `findGrant` chooses where one has to be named (rule A13).
 */
export class GrantSet implements Iterable<Grant> {
  readonly #grants: readonly Grant[];

  constructor(grants: Iterable<Grant>) {
    this.#grants = [...grants];
  }

  /** Whether a grant is in force. */
  has(id: string): boolean {
    return this.#grants.some((grant) => grant.id === id);
  }

  /** The tool rules, of every type, that cover a call. */
  forCall(call: ToolCall): Grant[] {
    return this.#grants.filter((grant) => coversTool(grant, call));
  }

  /** The file rules, of every type, that cover this use of this file. */
  forFile(place: FilePlace, verb: FileVerb): Grant[] {
    return this.#grants.filter((grant) => coversFile(grant, place, verb));
  }

  [Symbol.iterator](): Iterator<Grant> {
    return this.#grants[Symbol.iterator]();
  }
}

/**
 * The grants that hold for this agent now: not expired, not used up. `used` counts by `grant-used` entries.
 * @param kept the grants of the catalog, or of everybody
 * @param own those of the run itself
 */
export function grantsInForce(
  kept: Iterable<Grant>,
  own: Iterable<Grant>,
  agent: string,
  now: number,
  used: ReadonlyMap<string, number>,
): GrantSet {
  return new GrantSet(
    [...kept, ...own].filter(
      (grant) =>
        (grant.agent === 'every' || grant.agent === agent) &&
        (grant.expiresAt === undefined || grant.expiresAt > now) &&
        (grant.uses === undefined || (used.get(grant.id) ?? 0) < grant.uses),
    ),
  );
}
