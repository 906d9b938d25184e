import { settingsFromEnvironment } from '../models/model-settings.ts';
import type { Ports } from '../ports.ts';
import type { Redactor } from '../redact/redactor.ts';
import type { SecretVault } from '../store/secret-vault.ts';
import { weakness } from './weak-value.ts';

/**
 * Tells the redactor every value that must stand nowhere: what the vault keeps now and later, keys of the environment,
 * the passphrase. One that can’t be told from other text is passed over. Called before anything is written.
 */
export async function learnValues(
  redactor: Redactor,
  vault: SecretVault,
  { environment, passphrase }: Pick<Ports, 'environment' | 'passphrase'>,
): Promise<void> {
  const learn = (name: string, value: string): void => {
    if (weakness(value) === undefined) redactor.know(name, value);
  };
  if (passphrase !== undefined) learn('passphrase', passphrase);
  for (const [provider, key] of settingsFromEnvironment(environment).keys) learn(`model-key:${provider}`, key);
  await vault.watch(learn);
}
