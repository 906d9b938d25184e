import type { RunId } from '#contract/ids';
import { client } from '../../client/client.ts';
import { saveFile } from '../../components/save-file.ts';

/** The hash of a bundle's last line: the seal over all of it. */
const SEAL = /(?:^|\n)\{"hash":"([0-9a-f]{64})"[^\n]*\n?$/;

/** Saves a sealed bundle of a run as a file; gives the seal, to be noted elsewhere. */
export async function exportBundle(run: RunId, name: string): Promise<string | undefined> {
  const pieces: string[] = [];
  for await (const { text } of await client.bundle.export({ run })) pieces.push(text);
  const whole = pieces.join('');
  saveFile(whole, name, 'application/x-ndjson');
  return SEAL.exec(whole.slice(-65_536))?.[1];
}
