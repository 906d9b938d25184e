/**
 * A text argument of a memory tool (row A10.4). A text that does not begin with `{` is meant as it stands, and so is one
 * that is no JSON; of a JSON object the string under `key` counts, and without one it is empty.
 */
export function memoryArgument(text: string, key: string): string {
  if (!text.trimStart().startsWith('{')) return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  const found = typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key) : [];
  return typeof found?.[1] === 'string' ? found[1] : '';
}
