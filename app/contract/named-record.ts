import * as z from 'zod';

/** The one name that no object can hold as a plain field: readers of JSON drop it, or take it for a prototype. */
const NO_NAME = '__proto__';

/** Whether any object in a JSON value, at any depth, has a field called `__proto__`. */
export function holdsPrototypeName(value: unknown): boolean {
  for (let level = [value]; level.length > 0; ) {
    const next: unknown[] = [];
    for (const each of level) {
      if (each === null || typeof each !== 'object') continue;
      if (Object.hasOwn(each, NO_NAME)) return true;
      for (const inner of Object.values(each)) if (inner !== null && typeof inner === 'object') next.push(inner);
    }
    level = next;
  }
  return false;
}

/**
 * An object whose field names a person or a model chose. `z.record` drops a field called `__proto__` without a word, so
 * that a rule which names it would hold for more than was written: here it is refused.
 */
export function namedRecord<Value extends z.ZodType>(value: Value) {
  // What editors and the description of the API are told it takes.
  const { $schema: _dialect, ...fields } = z.toJSONSchema(value, { io: 'input' });
  const about = { type: 'object', propertyNames: { type: 'string' }, additionalProperties: fields };
  const named = z.any().refine(hasOnlyNames, `"${NO_NAME}" can’t be a name`).meta(about);
  return (named as unknown as z.ZodType<z.input<Fields<Value>>, z.input<Fields<Value>>>).pipe(
    z.record(z.string(), value),
  );
}

type Fields<Value extends z.ZodType> = z.ZodRecord<z.ZodString, Value>;

const hasOnlyNames = (given: unknown): boolean =>
  given === null || typeof given !== 'object' || !Object.hasOwn(given, NO_NAME);
