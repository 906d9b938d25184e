import type { Json } from '#contract/ids';
import { holdsPrototypeName } from '#contract/named-record';
import { UsageError } from './exit-codes.ts';

/** The JSON value that a flag gives. Throws `UsageError` with what is wrong, also for a name that no object can hold. */
export function parseJson(flag: string, text: string): Json {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    throw new UsageError(`${flag} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (holdsPrototypeName(value)) throw new UsageError(`${flag}: "__proto__" can’t be the name of an argument`);
  return value;
}
