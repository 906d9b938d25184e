/** An address as the browser reads it; undefined for what is none. In place of `URL.parse`, which older engines lack. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    // Not an address: that is the answer.
    return undefined;
  }
}
