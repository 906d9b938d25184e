import { WarrantError } from '#contract/errors';
import type { BundleReport } from '#contract/views';
import { BundleVerifier, type Noted } from './bundle-verifier.ts';

/** So many bundles are checked at once. */
const MOST_AT_ONCE = 4;
/** A check that nothing came for is given up. */
const IDLE_MS = 5 * 60_000;
/** UTF-16 units of one bundle. Larger ones are checked by the command line, which reads the file itself. */
const LARGEST_UPLOAD = 1024 * 1024 * 1024;

interface Upload {
  verifier: BundleVerifier;
  length: number;
  usedAt: number;
}

/** Bundles that are being checked while they come in pieces. Nothing of them is kept. */
export class BundleUploads {
  readonly #newId: () => string;
  readonly #now: () => number;
  readonly #largest: number;
  readonly #open = new Map<string, Upload>();

  constructor(newId: () => string, now: () => number, largest = LARGEST_UPLOAD) {
    this.#newId = newId;
    this.#now = now;
    this.#largest = largest;
  }

  /** Begins a check. Throws `conflict` where too many are open. */
  begin(): { id: string } {
    for (const [id, { usedAt }] of this.#open) if (this.#now() - usedAt > IDLE_MS) this.#open.delete(id);
    if (this.#open.size >= MOST_AT_ONCE)
      throw new WarrantError('conflict', `${MOST_AT_ONCE} bundles are being checked. Wait until one of them is done.`);
    const id = this.#newId();
    this.#open.set(id, { verifier: new BundleVerifier(), length: 0, usedAt: this.#now() });
    return { id };
  }

  /** Takes the next piece. Throws `not-found` for a check that is over, `bad-input` for a bundle that is too large. */
  add(id: string, text: string): void {
    const upload = this.#of(id);
    upload.length += text.length;
    upload.usedAt = this.#now();
    if (upload.length > this.#largest) {
      this.#open.delete(id);
      throw new WarrantError(
        'bad-input',
        `The file is larger than ${this.#largest / 1024 / 1024} MiB. Check it on the command line: warrant verify FILE`,
      );
    }
    upload.verifier.write(text);
  }

  /** The report; the check is over. Throws `not-found`. */
  end(id: string, noted: Noted): BundleReport {
    const { verifier } = this.#of(id);
    this.#open.delete(id);
    return verifier.end(noted);
  }

  #of(id: string): Upload {
    const upload = this.#open.get(id);
    if (upload && this.#now() - upload.usedAt <= IDLE_MS) return upload;
    this.#open.delete(id);
    throw new WarrantError('not-found', 'This check is over, as nothing came for it. Begin again.');
  }
}
