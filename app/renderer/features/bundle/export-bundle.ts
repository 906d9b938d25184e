import type { RunId } from '#contract/ids';
import type { BundleReport } from '#contract/views';
import { client } from '../../client/client.ts';
import { saveFile } from '../../components/save-file.ts';

/** What a bundle is made with. */
export interface ExportOptions {
  sign: boolean;
  files: boolean;
}

/**
 * Saves a sealed bundle of a run as a file, and gives what a check of these very bytes found: what was damaged before it
 * was sealed is sealed as it is, so it must be said. Throws what the host refuses; nothing is saved then.
 */
export async function exportBundle(run: RunId, name: string, options: ExportOptions): Promise<BundleReport> {
  const pieces: string[] = [];
  const { id } = await client.bundle.begin();
  for await (const { text } of await client.bundle.export({ run, ...options })) {
    pieces.push(text);
    await client.bundle.add({ id, text });
  }
  const report = await client.bundle.end({ id });
  saveFile(pieces.join(''), name, 'application/x-ndjson');
  return report;
}
