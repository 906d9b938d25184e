import type { RunId } from '#contract/ids';
import type { SecretVault } from '../store/secret-vault.ts';
import { BundleUploads } from './bundle-uploads.ts';
import { type SealParts, sealBundle } from './seal-bundle.ts';
import { openSigner, type Signer } from './signing-key.ts';

/** Sealed bundles: made, and checked as they come in. */
export interface Bundles {
  /** A bundle in pieces. Throws `not-found`; `unavailable` where it is to be signed and no key can be kept. */
  seal(given: { run: RunId; sign: boolean; files: boolean }): Promise<AsyncGenerator<{ text: string }>>;
  uploads: BundleUploads;
}

/** UTF-16 units of one piece, about. A line that is longer is cut in pieces, which a reader joins. */
const PIECE = 256 * 1024;

/** Binds bundles to the parts they are made from. */
export function createBundles(parts: SealParts & { vault: SecretVault; newId(): string }): Bundles {
  let signer: Promise<Signer> | undefined;
  const openOnce = (): Promise<Signer> => {
    signer ??= openSigner(parts.vault).catch((fault: unknown) => {
      signer = undefined;
      throw fault;
    });
    return signer;
  };
  return {
    uploads: new BundleUploads(parts.newId, parts.now),
    async seal({ run, sign, files }) {
      const lines = sealBundle(parts, run, { signer: sign ? await openOnce() : undefined, files });
      // What is refused is refused before the first piece.
      const { value } = lines.next();
      return pieces(value ?? '', lines);
    },
  };
}

async function* pieces(first: string, lines: Iterable<string>): AsyncGenerator<{ text: string }> {
  let text = first;
  for (const line of lines) {
    text += line;
    while (text.length >= PIECE) {
      // A pair that is cut in two would not survive the way.
      const end = /[\uD800-\uDBFF]/.test(text.charAt(PIECE - 1)) ? PIECE - 1 : PIECE;
      yield { text: text.slice(0, end) };
      text = text.slice(end);
    }
  }
  if (text !== '') yield { text };
}
