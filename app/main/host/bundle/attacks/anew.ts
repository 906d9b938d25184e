import { LineWriter, signedBytes } from '../bundle-format.ts';
import type { Signer } from '../signing-key.ts';

/** A bundle made anew from the given objects: every line hash is right, whatever the lines say. */
export function resealed(
  text: string,
  change: (line: Record<string, unknown>) => Record<string, unknown> | undefined,
  signer?: Signer,
): string {
  const writer = new LineWriter();
  const all: string[] = [];
  for (const each of text.trimEnd().split('\n')) {
    const { hash: _hash, line: _line, ...fields } = JSON.parse(each) as Record<string, unknown>;
    const changed = change(fields);
    if (!changed) continue;
    if (changed.type === 'seal') Object.assign(changed, { lines: writer.number + 1, sealed: writer.previous });
    let inside = JSON.stringify(changed).slice(1, -1);
    if (signer && changed.type === 'seal') {
      const value = signer.sign(signedBytes(writer.previous, `"line":${writer.number + 1},${inside}`));
      const signature = {
        algorithm: 'Ed25519',
        key: Buffer.from(signer.key).toString('base64'),
        value: Buffer.from(value).toString('base64'),
      };
      inside = `${inside},"signature":${JSON.stringify(signature)}`;
    }
    all.push(writer.line(inside));
  }
  return all.join('');
}
