import { WarrantError } from '#contract/errors';
import type { Timestamp, ToolCallId } from '#contract/ids';
import type { Warrant } from '#contract/permission';
import type { RunState } from '#contract/projections/run-state';
import { authorizeSecret } from '../policy/authorize-secret.ts';
import type { Revealed, SecretHeader } from '../secrets/secrets.ts';
import type { RunParts } from './run-parts.ts';

/** What one warranted call may do with secrets. */
export interface CallSecrets {
  /** Those whose value it may see, by name. */
  names(): string[];
  /**
   * The value of one, put on the log before it is handed over (row A18.3). A retry gets the version that the call was
   * given first, and no other (row A18.5). Throws `refused` without the grant (row A18.2), `not-found`, `conflict`.
   */
  reveal(name: string): Promise<Revealed>;
  /** The headers that its binding sends to an address: none to an origin that is not a secret's own (rule K4). */
  headersFor(address: string): Promise<SecretHeader[]>;
}

/** The version of a secret that a call was given first, by the log. */
function givenVersion(run: RunState, id: ToolCallId, name: string): Timestamp | undefined {
  return run.calls.get(id)?.revealed.find((each) => each.secret === name)?.version;
}

/** Binds secrets to a call: its binding, the grants of now, its entries. */
export function callSecrets(
  run: RunState,
  id: ToolCallId,
  warrant: Warrant,
  parts: Pick<RunParts, 'journal' | 'secrets' | 'grantsFor'>,
): CallSecrets {
  const { binding } = warrant;
  const grants = parts.grantsFor(run);
  const may = (name: string, use: 'header' | 'reveal') => authorizeSecret(name, use, binding, grants);
  return {
    names: () =>
      [...new Set(binding.secrets.filter((use) => use.as === 'value').map((use) => use.secret))]
        .filter((name) => may(name, 'reveal').type === 'allow')
        .sort(),
    async reveal(name) {
      const verdict = may(name, 'reveal');
      if (verdict.type === 'deny')
        throw new WarrantError('refused', `The value of the secret ${name} is not given: ${verdict.reason}.`);
      const before = givenVersion(parts.journal.run(run.run.id), id, name);
      const revealed = await parts.secrets.reveal(name, before);
      if (before === undefined)
        await parts.journal.update(run.run.id, () => [
          { type: 'secret-revealed', callId: id, secret: name, version: revealed.version },
        ]);
      return revealed;
    },
    async headersFor(address) {
      const uses = binding.secrets.filter((use) => use.as === 'header' && may(use.secret, 'header').type === 'allow');
      return Promise.all(uses.map((use) => parts.secrets.headerFor(use, address)));
    },
  };
}
