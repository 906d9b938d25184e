import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { Secret } from '#contract/agent';
import { WarrantError } from '#contract/errors';
import type { Timestamp } from '#contract/ids';
import type { Cipher } from '../ports.ts';
import { keepPrivate, makePrivateFolder } from './private-folder.ts';
import { passphraseSealer, type Sealer, systemSealer } from './sealer.ts';
import { asStorageError } from './storage-error.ts';
import { writePrivateFile } from './write-private-file.ts';

/**
 * How secrets are kept: sealed by the system's key store, sealed under a passphrase, in memory until the host ends
 * (rule K1), or in a file that can't be opened now, which is then left alone.
 */
export type VaultState = 'os' | 'passphrase' | 'session' | 'unreadable';

const VaultFile = z.strictObject({
  format: z.literal(1),
  seal: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('os'), check: z.base64() }),
    z.strictObject({ kind: z.literal('passphrase'), salt: z.base64(), check: z.base64() }),
  ]),
  secrets: z.array(Secret.extend({ sealed: z.base64() })),
});
type VaultFile = z.infer<typeof VaultFile>;

/** Sealed beside the secrets, so that a wrong key shows before anything is written with it. */
const CHECK = { what: { name: '', origin: undefined }, value: 'warrant' };

export interface VaultOptions {
  dataFolder: string;
  cipher: Cipher | undefined;
  passphrase: string | undefined;
  now: () => Timestamp;
}

/** Told of each value that is kept, before anything can use it. */
export type ValueListener = (name: string, value: string) => void;

interface Kept {
  secret: Secret;
  /** Sealed, or in a session the value itself. */
  text: string;
}

/** Values of secrets by name. What leaves it is a value for the one that reveals it; everything else knows names. */
export class SecretVault {
  readonly state: VaultState;
  /** In words, for the person; empty where nothing is worth saying. */
  readonly detail: string;
  readonly #now: () => Timestamp;
  readonly #sealer: Sealer | undefined;
  readonly #save: (secrets: readonly Kept[]) => void;
  readonly #listeners = new Set<ValueListener>();
  #kept: ReadonlyMap<string, Kept>;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(
    state: VaultState,
    detail: string,
    now: () => Timestamp,
    kept: readonly Kept[],
    sealer?: Sealer,
    save: (secrets: readonly Kept[]) => void = () => {},
  ) {
    this.state = state;
    this.detail = detail;
    this.#now = now;
    this.#kept = new Map(kept.map((one) => [one.secret.name, one]));
    this.#sealer = sealer;
    this.#save = save;
  }

  /**
   * Opens the vault of a data folder. Never rejects for a vault that can't be read: its state is `unreadable`, `detail`
   * says why and what to do, and every use of it is refused. A new vault is sealed under the passphrase where there is
   * one, else by the system's key store; without either nothing is written.
   */
  static async open({ dataFolder, cipher, passphrase, now }: VaultOptions): Promise<SecretVault> {
    makePrivateFolder(dataFolder);
    const file = path.join(dataFolder, 'vault.json');
    const system = cipher?.kind === 'os' ? cipher : undefined;
    const unreadable = (detail: string, kept: readonly Kept[] = []) =>
      new SecretVault('unreadable', `${detail} The file ${file} is left as it is.`, now, kept);
    if (!keepPrivate(file)) return SecretVault.#make(file, system, passphrase, now);

    const stored = readVault(file);
    if (!stored) return unreadable('The vault is damaged. Put a backup in its place, or move it away.');
    const kept = stored.secrets.map(({ sealed, ...secret }): Kept => ({ secret, text: sealed }));
    const { seal } = stored;
    if (seal.kind === 'os' && !system)
      return unreadable('The vault was sealed by the system’s key store, which can’t be reached here.', kept);
    if (seal.kind === 'passphrase' && passphrase === undefined)
      return unreadable('The vault is sealed under a passphrase. Give it in WARRANT_PASSPHRASE.', kept);
    const sealer =
      seal.kind === 'os'
        ? systemSealer(system as Cipher)
        : await passphraseSealer(passphrase as string, Buffer.from(seal.salt, 'base64'));
    const opened = await sealer.open(CHECK.what, seal.check).catch(() => undefined);
    if (opened?.value !== CHECK.value)
      return unreadable(
        seal.kind === 'os'
          ? 'The system’s key store does not open the vault: it may have been made by another user or on another machine.'
          : 'The passphrase does not open the vault.',
        kept,
      );
    const check = opened.aged ? await sealer.seal(CHECK.what, CHECK.value) : seal.check;
    const vault = new SecretVault(seal.kind, '', now, kept, sealer, saver(file, { ...seal, check }));
    if (opened.aged) vault.#save(kept);
    return vault;
  }

  static async #make(
    file: string,
    system: Cipher | undefined,
    passphrase: string | undefined,
    now: () => Timestamp,
  ): Promise<SecretVault> {
    if (passphrase !== undefined && passphrase !== '') {
      const salt = randomBytes(16);
      const sealer = await passphraseSealer(passphrase, salt);
      const check = await sealer.seal(CHECK.what, CHECK.value);
      const seal = { kind: 'passphrase' as const, salt: salt.toString('base64'), check };
      return new SecretVault('passphrase', '', now, [], sealer, saver(file, seal));
    }
    if (system) {
      const sealer = systemSealer(system);
      const check = await sealer.seal(CHECK.what, CHECK.value).catch(() => undefined);
      if (check !== undefined) return new SecretVault('os', '', now, [], sealer, saver(file, { kind: 'os', check }));
    }
    const detail =
      'No key store was found, so secrets are kept only until Warrant ends. Give a passphrase in WARRANT_PASSPHRASE to keep them.';
    return new SecretVault('session', detail, now, []);
  }

  /** Names, origins and dates. Of an unreadable vault too, where the file says them. */
  list(): Secret[] {
    return [...this.#kept.values()].map((one) => one.secret);
  }

  /**
   * Calls `listener` with every value that is kept now and with each that comes: for the one place that takes values out
   * of all that is written. Resolves to the names whose value can't be opened.
   */
  async watch(listener: ValueListener): Promise<string[]> {
    this.#listeners.add(listener);
    if (this.state === 'unreadable') return [];
    const closed: string[] = [];
    for (const name of this.#kept.keys()) {
      const value = await this.reveal(name).catch(() => undefined);
      if (value === undefined) closed.push(name);
      else listener(name, value);
    }
    return closed;
  }

  /** Keeps a value under a name, replacing an older one; on disk when it resolves. Rejects with `bad-input`, `unavailable` or `disk`. */
  set({ name, origin }: { name: string; origin?: string | undefined }, value: string): Promise<Secret> {
    return this.#inTurn(async () => {
      if (name === '' || value === '') throw new WarrantError('bad-input', 'A secret needs a name and a value.');
      // The date is the version, so two are never the same.
      const createdAt = Math.max(this.#now(), (this.#kept.get(name)?.secret.createdAt ?? -1) + 1);
      const secret: Secret = { name, ...(origin === undefined ? {} : { origin }), createdAt };
      const text = this.#sealer ? await this.#sealer.seal({ name, origin }, value) : value;
      for (const listener of this.#listeners) listener(name, value);
      this.#replace(new Map(this.#kept).set(name, { secret, text }));
      return secret;
    });
  }

  /** Deletes a value and overwrites what was sealed (rule K9). Resolves to whether there was one. */
  remove(name: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const kept = new Map(this.#kept);
      if (!kept.delete(name)) return false;
      this.#replace(kept);
      return true;
    });
  }

  /** Name, origin and date of a secret, or undefined. */
  get(name: string): Secret | undefined {
    return this.#kept.get(name)?.secret;
  }

  /** The value of a secret, or undefined for a name that is not kept. Rejects with `unavailable` where it can't be opened. */
  reveal(name: string): Promise<string | undefined> {
    return this.#inTurn(async () => {
      const one = this.#kept.get(name);
      if (!one || !this.#sealer) return one?.text;
      const what = { name, origin: one.secret.origin };
      const opened = await this.#sealer.open(what, one.text).catch(() => undefined);
      if (!opened) {
        // Whatever the key store says, the value is not to be had; its words could hold parts of it.
        throw new WarrantError('unavailable', `The secret ${name} can’t be opened. Set it again.`);
      }
      if (opened.aged) {
        const text = await this.#sealer.seal(what, opened.value);
        this.#replace(new Map(this.#kept).set(name, { ...one, text }));
      }
      return opened.value;
    });
  }

  #replace(kept: ReadonlyMap<string, Kept>): void {
    this.#save([...kept.values()]);
    this.#kept = kept;
  }

  /** One after the other, each on what the one before left. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(() => {
      if (this.state === 'unreadable') throw new WarrantError('unavailable', this.detail);
      return work();
    });
    this.#last = result.catch(() => undefined);
    return result;
  }
}

function readVault(file: string): VaultFile | undefined {
  let text: string;
  try {
    text = fs.readFileSync(file, 'utf8');
  } catch (cause) {
    throw asStorageError(cause, `read ${file}`);
  }
  try {
    return VaultFile.safeParse(JSON.parse(text)).data;
  } catch {
    // Not JSON: damaged, which the caller says.
    return undefined;
  }
}

function saver(file: string, seal: VaultFile['seal']): (secrets: readonly Kept[]) => void {
  return (kept) => {
    const stored: VaultFile = {
      format: 1,
      seal,
      secrets: kept.map(({ secret, text }) => ({ ...secret, sealed: text })),
    };
    try {
      writePrivateFile(file, `${JSON.stringify(stored, undefined, 2)}\n`, true);
    } catch (cause) {
      throw asStorageError(cause, `write ${file}`);
    }
  };
}
