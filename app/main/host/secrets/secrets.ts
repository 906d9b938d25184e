import type { Secret } from '#contract/agent';
import { WarrantError } from '#contract/errors';
import type { CatalogEvent } from '#contract/event';
import type { Timestamp } from '#contract/ids';
import type { SecretUse } from '#contract/permission';
import type { CatalogState } from '#contract/projections/catalog';
import type { SecretRow } from '#contract/views';
import type { Journal } from '../store/journal.ts';
import type { SecretVault } from '../store/secret-vault.ts';
import { secretOrigin } from './secret-origin.ts';
import { weakness } from './weak-value.ts';

/** A name a person gives. Keys of model providers have a colon in theirs: they are kept beside these and not listed. */
const NAME = /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,64}$/;
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]+$/;

/** A value on its way to the one that uses it. Nothing else may hold it. */
export interface Revealed {
  value: string;
  version: Timestamp;
}

/** A header to send, or in words why none is; `elsewhere`: the binding asks for it at another origin than this one. */
export type SecretHeader = { header: string; value: string } | { refused: string; elsewhere?: true };

/** Whether something is the name of a secret of a person's. */
function isSecretName(name: string): boolean {
  return NAME.test(name);
}

/**
 * The named secrets: values in the vault, names in the catalog. Of the two the vault decides. A value is kept before its
 * name is written and deleted before its name goes; what a crash leaves between is settled when the host opens next.
 */
export class Secrets {
  readonly #vault: SecretVault;
  readonly #journal: Journal;
  /** Versions that were given to a call of this host: a retry of the call gets the same one (row A18.5). */
  readonly #given = new Map<string, string>();

  private constructor(vault: SecretVault, journal: Journal) {
    this.#vault = vault;
    this.#journal = journal;
  }

  /** Brings the names in step with the values. A vault that can't be opened says nothing, so then nothing is changed. */
  static async open(vault: SecretVault, journal: Journal): Promise<Secrets> {
    if (vault.state !== 'unreadable')
      await journal.updateCatalog((catalog) => differences(vault.list().filter(isOfPerson), catalog));
    return new Secrets(vault, journal);
  }

  /** Every named secret with who asks for it, by name. */
  list(): SecretRow[] {
    const { secrets, agents } = this.#journal.catalog;
    const kept = new Set(this.#vault.state === 'unreadable' ? [] : this.#vault.list().map(({ name }) => name));
    return [...secrets.values()]
      .map((secret) => ({
        ...secret,
        agents: [...agents.values()]
          .filter(({ bindings }) =>
            bindings.some((binding) => binding.secrets.some((use) => use.secret === secret.name)),
          )
          .map(({ name }) => name),
        kept: kept.has(secret.name),
      }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Keeps a value under a name. Rejects with `bad-input` for a name, an origin or a value that can't be one. */
  async set(given: { name: string; origin?: string | undefined; value: string }): Promise<SecretRow> {
    const { name, value } = given;
    if (!isSecretName(name))
      throw new WarrantError(
        'bad-input',
        'That is no name for a secret. Use letters, digits, "-", "_" and ".", at most 64 characters.',
      );
    const why = weakness(value);
    if (why !== undefined) throw new WarrantError('bad-input', `The value of ${name} can’t be kept: ${why}.`);
    const origin = given.origin === undefined || given.origin === '' ? undefined : secretOrigin(given.origin);
    const secret = await this.#vault.set({ name, origin }, value);
    await this.#journal.updateCatalog(() => [{ type: 'secret-named', secret }]);
    return { ...secret, agents: [], ...this.list().find((row) => row.name === name), kept: true };
  }

  /** Deletes value and name. Rejects with `not-found`. */
  async remove(name: string): Promise<void> {
    if (!isSecretName(name) || !(this.#journal.catalog.secrets.has(name) || this.#vault.get(name)))
      throw new WarrantError('not-found', `There is no secret ${name}. \`warrant secret list\` shows them.`);
    await this.#vault.remove(name);
    for (const key of this.#given.keys()) if (key.startsWith(`${name} `)) this.#given.delete(key);
    await this.#journal.updateCatalog(({ secrets }) => (secrets.has(name) ? [{ type: 'secret-removed', name }] : []));
  }

  /**
   * The value of a secret, for the call that was granted it. With `version` the very value that the call was given first
   * (row A18.5): rejects with `conflict` where that one is gone, `not-found` where none is kept.
   */
  async reveal(name: string, version?: Timestamp): Promise<Revealed> {
    const known = version === undefined ? undefined : this.#given.get(`${name} ${version}`);
    if (version !== undefined && known !== undefined) return { value: known, version };
    const secret = isSecretName(name) ? this.#vault.get(name) : undefined;
    const value = secret && (await this.#vault.reveal(name));
    if (!secret || value === undefined)
      throw new WarrantError('not-found', `The value of the secret ${name} is not kept any more. Set it again.`);
    if (version !== undefined && version !== secret.createdAt)
      throw new WarrantError('conflict', `The value of the secret ${name} that the call began with is gone.`);
    this.#given.set(`${name} ${secret.createdAt}`, value);
    return { value, version: secret.createdAt };
  }

  /**
   * The header that carries a secret to an address, made at the boundary: who asked for the call never holds the value
   * (row A18.4). Given for exactly the origin of the binding, which must be the secret's own where it has one (rule K4):
   * not for another port, another scheme, a host below it, or where a redirect leads. A value that can't stand in a
   * header is refused.
   */
  async headerFor(use: SecretUse, address: string): Promise<SecretHeader> {
    if (use.as !== 'header') return { refused: `The secret ${use.secret} is not for a header.` };
    if (!URL.canParse(address)) return { refused: 'The address can’t be read, so no secret is sent.' };
    const url = new URL(address);
    const secret = isSecretName(use.secret) ? this.#vault.get(use.secret) : undefined;
    const elsewhere = sameOrigin(use.origin) === url.origin ? {} : { elsewhere: true as const };
    if (!secret) return { refused: `The value of the secret ${use.secret} is not kept. Set it again.`, ...elsewhere };
    const own = secret.origin ?? sameOrigin(use.origin);
    if (url.username !== '' || url.password !== '' || sameOrigin(url.origin) === undefined || url.origin !== own)
      return { refused: `The secret ${use.secret} is for ${own ?? use.origin}, not for ${url.origin}.`, ...elsewhere };
    if (sameOrigin(use.origin) !== own)
      return {
        refused: `The secret ${use.secret} is for ${own}, and the agent asks for it at ${use.origin}.`,
        ...elsewhere,
      };
    if (!HEADER_NAME.test(use.header)) return { refused: `${JSON.stringify(use.header)} is no name of a header.` };
    const { value } = await this.reveal(use.secret);
    if (!HEADER_VALUE.test(value)) return { refused: `The value of the secret ${use.secret} can’t stand in a header.` };
    return { header: use.header, value };
  }
}

function isOfPerson({ name }: Secret): boolean {
  return isSecretName(name);
}

/** The origin in its one spelling; undefined for what is none. */
function sameOrigin(origin: string): string | undefined {
  try {
    return secretOrigin(origin);
  } catch (fault) {
    if (fault instanceof WarrantError) return undefined;
    throw fault;
  }
}

/** What makes the names of the catalog those of the values. */
function differences(values: readonly Secret[], { secrets }: CatalogState): CatalogEvent[] {
  const kept = new Set(values.map(({ name }) => name));
  const named = values.filter((value) => {
    const known = secrets.get(value.name);
    return known?.createdAt !== value.createdAt || known.origin !== value.origin;
  });
  return [
    ...named.map((secret): CatalogEvent => ({ type: 'secret-named', secret })),
    ...[...secrets.keys()]
      .filter((name) => !kept.has(name))
      .map((name): CatalogEvent => ({ type: 'secret-removed', name })),
  ];
}
