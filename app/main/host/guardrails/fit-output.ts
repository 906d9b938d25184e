import type { Agent } from '#contract/agent';
import { MOST_REPAIRS } from '#contract/agent-file';
import { canonicalJson } from '#contract/canonical-json';
import type { Json, JsonSchema } from '#contract/ids';
import type { RunState } from '#contract/projections/run-state';
import { parseStrictJson } from '../models/strict-json.ts';
import { ANSWER, schemaFault, validateInput } from '../tools/validate-input.ts';

/** An answer held against the schema that the agent's file gives (rows A4.1 to A4.4). */
export type FittedOutput =
  | { type: 'ok'; text: string }
  | { type: 'repair'; text: string }
  | { type: 'failed'; message: string };

/** How often a model is asked again where the file does not say, or says none (row A4.1). */
const DEFAULT_REPAIRS = 2;
/** So much of an answer is told back to its model. */
const LONGEST_TOLD = 50_000;

/** How often an agent's model is asked again for an answer that fits. */
export function repairsOf({ output }: Agent): number {
  return output && output.repairs > 0 ? Math.min(output.repairs, MOST_REPAIRS) : DEFAULT_REPAIRS;
}

/** Why a schema can't be one of an answer, or undefined (row A4.5). One that everything fits says nothing. */
export function outputSchemaFault(schema: Json): string | undefined {
  if (schema === null || typeof schema !== 'object' || Array.isArray(schema)) return 'it is not an object';
  if (Object.keys(schema).length === 0) return 'it is empty, so that anything would fit';
  return schemaFault(schema);
}

/** What the model is told of the form of its answer; undefined where it is free. */
export function outputInstructions({ output }: Agent): string | undefined {
  if (!output) return undefined;
  return `Give your answer as JSON alone, without any other text, so that it fits this JSON Schema:\n${JSON.stringify(output.schema)}`;
}

/**
 * Holds an answer against the schema of the agent's file. `text` is the answer as the model wrote it, or, where a schema
 * is given, its canonical JSON (row A4.4). One code fence around the whole answer is taken off; JSON inside other words
 * is not looked for (row A4.3). What does not fit is asked for again with all its faults (row A4.2), so often at most.
 */
export function fitOutput(state: RunState, text: string): FittedOutput {
  const { agent } = state.run;
  if (!agent.output) return { type: 'ok', text };
  const { schema } = agent.output;
  const fault = outputSchemaFault(schema);
  if (fault !== undefined) return { type: 'failed', message: `The schema of the answer can’t be used: ${fault}` };
  const read = readAnswer(withoutFence(text), schema as JsonSchema);
  if ('value' in read) return { type: 'ok', text: canonicalJson(read.value) };
  const repairs = repairsOf(agent);
  if (state.repairs >= repairs)
    return {
      type: 'failed',
      message: `repair budget exceeded: the answer did not fit its schema after ${repairs} repairs. ${read.told.join('; ')}`,
    };
  return { type: 'repair', text: repairText(text, read.faults, schema) };
}

/** What is wrong with an answer: `faults` for its model, `told` for everybody, which repeats nothing of it (A9.9). */
interface Misfit {
  faults: string[];
  told: string[];
}

function readAnswer(text: string, schema: JsonSchema): { value: Json } | Misfit {
  const parsed = parseStrictJson(text);
  const noJson = 'it is not one JSON value';
  if (!parsed.ok) return { faults: [`${noJson}: ${parsed.message}`], told: [noJson] };
  const checked = validateInput(schema, parsed.value, ANSWER);
  if (checked.ok) return { value: checked.input };
  const names = namesIn(schema);
  const line = (path: string, message: string): string => `${path || '/'}: ${message}`;
  return {
    faults: checked.errors.map(({ path, message }) => line(path, message)),
    told: checked.errors.map(({ path, message }) => line(withKnownNames(path, names), message)),
  };
}

/** All words that the schema itself holds as names. */
function namesIn(schema: Json, names = new Set<string>()): Set<string> {
  if (schema === null || typeof schema !== 'object') return names;
  for (const [name, inner] of Object.entries(schema)) {
    if (!Array.isArray(schema)) names.add(name);
    namesIn(inner, names);
  }
  return names;
}

/** A place in the answer; a name that the model made up is a star. */
function withKnownNames(path: string, names: ReadonlySet<string>): string {
  const plain = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');
  const known = (part: string): boolean => names.has(plain(part)) || /^\d{1,4}$/.test(part);
  return path
    .split('/')
    .map((part, at) => (at === 0 || known(part) ? part : '*'))
    .join('/');
}

const FENCE_OPENS = /^(`{3,}|~{3,})[^\n`]*\n/;

/** The text inside one code fence that surrounds all of it. */
function withoutFence(text: string): string {
  const trimmed = text.trim();
  const [opening = '', fence] = FENCE_OPENS.exec(trimmed) ?? [];
  const lastLine = trimmed.lastIndexOf('\n') + 1;
  if (fence === undefined || lastLine < opening.length || trimmed.slice(lastLine).trim() !== fence) return trimmed;
  return trimmed.slice(opening.length, lastLine);
}

function repairText(answer: string, faults: readonly string[], schema: Json): string {
  const told = answer.length > LONGEST_TOLD ? `${answer.slice(0, LONGEST_TOLD)}\n[cut]` : answer;
  return [
    'Your answer does not fit the JSON Schema that it must fit. Give the whole answer again, as JSON alone.',
    `What is wrong:\n${faults.map((fault) => `- ${fault}`).join('\n')}`,
    `Your answer was:\n${told}`,
    `The schema:\n${JSON.stringify(schema)}`,
  ].join('\n\n');
}
