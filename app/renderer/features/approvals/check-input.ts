import type { Json, JsonSchema } from '#contract/ids';
import { t } from '../../strings/translate.ts';

/** An edited input that reads well, or what is wrong with it in words. */
export type CheckedInput = { ok: true; input: Json } | { ok: false; message: string };

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function fits(value: Json, wanted: Json | undefined): boolean {
  if (wanted === undefined) return true;
  const types = Array.isArray(wanted) ? wanted : [wanted];
  const actual = typeOf(value);
  return types.some((type) => type === actual || (type === 'number' && actual === 'integer'));
}

function isSchema(value: Json | undefined): value is JsonSchema {
  return value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value);
}

function firstFault(value: Json, schema: JsonSchema, field: string): string | undefined {
  if (!fits(value, schema.type)) {
    return t('editor.type', { field, type: Array.isArray(schema.type) ? schema.type.join(', ') : String(schema.type) });
  }
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => one === value)) {
    return t('editor.choice', { field, choices: schema.enum.map((one) => JSON.stringify(one)).join(', ') });
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
  const given = new Map(Object.entries(value));
  for (const name of Array.isArray(schema.required) ? schema.required : []) {
    if (typeof name === 'string' && !given.has(name)) return t('editor.missing', { field: name });
  }
  const properties = new Map(isSchema(schema.properties) ? Object.entries(schema.properties) : []);
  for (const [name, part] of given) {
    const inner = properties.get(name);
    if (inner === undefined) {
      if (schema.additionalProperties === false) return t('editor.unknown', { field: name });
    } else if (isSchema(inner)) {
      const fault = firstFault(part, inner, name);
      if (fault) return fault;
    }
  }
  return undefined;
}

/**
 * Reads edited arguments as they are typed. Only what helps a person type: the host checks the whole schema and decides
 * anew on the edited call. Takes the text and the tool's schema where the run has it.
 */
export function checkInput(text: string, schema: JsonSchema | undefined): CheckedInput {
  let input: Json;
  try {
    input = JSON.parse(text);
  } catch (error) {
    return {
      ok: false,
      message: t('editor.notJson', { reason: error instanceof Error ? error.message : String(error) }),
    };
  }
  const fault = schema && firstFault(input, schema, t('editor.root'));
  return fault ? { ok: false, message: fault } : { ok: true, input };
}
