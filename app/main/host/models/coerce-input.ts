import type { Json, JsonSchema } from '#contract/ids';
import { parseStrictJson } from './strict-json.ts';

/**
 * The one table of coercions (rule R11), applied where the value is not of the type the schema names, and only there.
 * What comes out is what is validated, shown to the person and run; an unfit value is left for validation to refuse.
 *
 * | schema type      | given                                        | becomes                      |
 * |------------------|----------------------------------------------|------------------------------|
 * | number, integer  | a string that is exactly a JSON number       | that number                  |
 * | boolean          | "true" or "false"                            | true or false                |
 * | object, array    | a string that is exactly such JSON           | that object or array         |
 * | string           | a number                                     | its shortest decimal text    |
 * | any, not required| null, where the schema does not allow null   | the property is left out     |
 */
export function coerceInput(value: Json, schema: JsonSchema): Json {
  const types = typesOf(schema);
  const fitting = types.length === 0 || types.some((type) => isOfType(value, type)) ? value : coerceTo(value, types);
  if (Array.isArray(fitting)) {
    const items = schema.items;
    return isObject(items) ? fitting.map((item) => coerceInput(item, items)) : fitting;
  }
  if (isObject(fitting) && isObject(schema.properties)) return coerceProperties(fitting, schema.properties, schema);
  return fitting;
}

/** True for a JSON object, false for null and arrays. */
export function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function coerceProperties(object: { [key: string]: Json }, properties: JsonSchema, schema: JsonSchema): Json {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const entries = Object.entries(object).flatMap(([key, value]): [string, Json][] => {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (!isObject(property)) return [[key, value]];
    const types = typesOf(property);
    if (value === null && types.length > 0 && !types.includes('null') && !required.includes(key)) return [];
    return [[key, coerceInput(value, property)]];
  });
  return Object.fromEntries(entries);
}

function coerceTo(value: Json, types: string[]): Json {
  if (typeof value === 'number') return types.includes('string') ? String(value) : value;
  if (typeof value !== 'string') return value;
  if (types.includes('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  const parsed = parseStrictJson(value);
  if (!parsed.ok || typeof parsed.value === 'string') return value;
  return types.some((type) => type !== 'null' && isOfType(parsed.value, type)) ? parsed.value : value;
}

function typesOf(schema: JsonSchema): string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((item) => typeof item === 'string') : [];
}

function isOfType(value: Json, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
