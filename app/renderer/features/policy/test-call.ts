import type { Json, JsonSchema } from '#contract/ids';
import { type Command, commandOf, offeredName, type Tool } from '#contract/tool';

/** One command of one tool, as the chooser lists it. */
export interface Target {
  name: string;
  tool: Tool;
  command: Command;
}

/** The commands of all tools, each by the name a model calls it by. */
export function targetsOf(tools: readonly Tool[]): Target[] {
  return tools.flatMap((tool) =>
    tool.commands.map((command) => ({ name: offeredName(tool.name, command.path), tool, command })),
  );
}

/** The fields of an input schema, those that must be there, and the schema of one. */
function fieldsOf(schema: JsonSchema): { names: string[]; required: string[]; of: (name: string) => JsonSchema } {
  const isObject = (value: unknown): value is Record<string, Json> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const properties = isObject(schema) && isObject(schema.properties) ? schema.properties : {};
  const listed = isObject(schema) && Array.isArray(schema.required) ? schema.required : [];
  const known = new Map(Object.entries(properties));
  return {
    names: [...known.keys()],
    required: listed.filter((name) => typeof name === 'string'),
    of: (name) => {
      const found = known.get(name);
      return isObject(found) ? found : {};
    },
  };
}

/** The argument that a person types: the path, the address or the command line, else the first. */
export function mainField({ command }: Target): string | undefined {
  const { names, required } = fieldsOf(command.input);
  return command.files[0]?.field ?? command.hosts?.[0]?.field ?? command.line ?? required[0] ?? names[0];
}

/** Whether a call of this command says nothing without its main argument. */
export function needsText(target: Target): boolean {
  const main = mainField(target);
  return main !== undefined && fieldsOf(target.command.input).required.includes(main);
}

function emptyOf(schema: JsonSchema): Json {
  if (Array.isArray(schema.enum) && schema.enum[0] !== undefined) return schema.enum[0];
  switch (schema.type) {
    case 'number':
    case 'integer':
      return typeof schema.minimum === 'number' ? schema.minimum : 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return '';
  }
}

export type TypedCall =
  | { type: 'call'; tool: string; command: string[]; input: Json; filled: string[] }
  | { type: 'fault'; fault: 'json' | 'shape' | 'no-tool' | 'unknown-tool'; detail: string };

type Fields = Record<string, Json>;

function readJson(text: string): Fields | { notJson: string } | undefined {
  try {
    const value: Json = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch (error) {
    return { notJson: error instanceof Error ? error.message : String(error) };
  }
}

function pasted(value: Fields, chosen: Target | undefined, targets: readonly Target[]): TypedCall {
  const name = value.tool ?? value.name;
  const input = value.input ?? value.arguments ?? value.args;
  if (typeof name === 'string' && input !== undefined) {
    const words = Array.isArray(value.command) ? value.command.filter((word) => typeof word === 'string') : [];
    const found =
      targets.find((target) => target.tool.name === name && commandOf(target.tool, words) === target.command) ??
      targets.find((target) => target.name === name);
    if (!found) return { type: 'fault', fault: 'unknown-tool', detail: name };
    return { type: 'call', tool: found.tool.name, command: found.command.path, input, filled: [] };
  }
  if (!chosen) return { type: 'fault', fault: 'no-tool', detail: '' };
  return { type: 'call', tool: chosen.tool.name, command: chosen.command.path, input: value, filled: [] };
}

/**
 * The call that a person typed: text that begins with `{` is a whole call or its arguments as JSON; any other text is
 * the main argument, and what else the schema asks for is taken as empty (`filled` names it).
 */
export function typedCall(text: string, chosen: Target | undefined, targets: readonly Target[]): TypedCall {
  if (text.trimStart().startsWith('{')) {
    const value = readJson(text);
    if (value === undefined) return { type: 'fault', fault: 'shape', detail: '' };
    if ('notJson' in value && typeof value.notJson === 'string')
      return { type: 'fault', fault: 'json', detail: value.notJson };
    return pasted(value as Fields, chosen, targets);
  }
  if (!chosen) return { type: 'fault', fault: 'no-tool', detail: '' };
  const main = mainField(chosen);
  const fields = fieldsOf(chosen.command.input);
  const filled = fields.required.filter((name) => name !== main);
  const typed = (name: string): Json => {
    const { type } = fields.of(name);
    const number = Number(text);
    return (type === 'number' || type === 'integer') && text.trim() !== '' && Number.isFinite(number) ? number : text;
  };
  const input = Object.fromEntries([
    ...(main === undefined || (text === '' && !fields.required.includes(main)) ? [] : [[main, typed(main)] as const]),
    ...filled.map((name) => [name, emptyOf(fields.of(name))] as const),
  ]);
  return { type: 'call', tool: chosen.tool.name, command: chosen.command.path, input, filled };
}
