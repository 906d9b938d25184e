import type { Json } from '#contract/ids';

/** What may be set for `http_fetch` in an agent's file, within its ceilings (row A6.23). */
interface FetchOptions {
  timeoutMs: number;
  maxBytes: number;
}

const LONGEST_SECONDS = 30;
const LARGEST_BYTES = 5_242_880;
const USUAL_BYTES = 1_048_576;

/**
 * Reads the options of `http_fetch`: `timeout` in seconds, 1 to 30; `max_bytes`, 1 to 5,242,880.
 * @returns what is wrong in words that name the option, with its name, where one is not as it must be
 */
export function fetchOptions(
  options: Readonly<Record<string, Json>>,
): FetchOptions | { fault: string; option: string } {
  const unknown = Object.keys(options).find((name) => name !== 'timeout' && name !== 'max_bytes');
  if (unknown !== undefined)
    return {
      option: unknown,
      fault: `http_fetch has no option ${JSON.stringify(unknown)}; there are timeout and max_bytes`,
    };
  const { timeout = LONGEST_SECONDS, max_bytes = USUAL_BYTES } = options;
  if (typeof timeout !== 'number' || !(timeout >= 1 && timeout <= LONGEST_SECONDS))
    return {
      option: 'timeout',
      fault: `the option timeout of http_fetch is a number of seconds from 1 to ${LONGEST_SECONDS}`,
    };
  if (typeof max_bytes !== 'number' || !Number.isInteger(max_bytes) || max_bytes < 1 || max_bytes > LARGEST_BYTES)
    return {
      option: 'max_bytes',
      fault: `the option max_bytes of http_fetch is a whole number from 1 to ${LARGEST_BYTES.toLocaleString('en')}`,
    };
  return { timeoutMs: Math.round(timeout * 1000), maxBytes: max_bytes };
}
