import path from 'node:path';
import type * as z from 'zod';
import { AgentFile } from '#contract/agent-file';
import { refuseName } from '#contract/file-name';
import type { Json } from '#contract/ids';
import { parseModelRef } from '#contract/model';
import type { Tool } from '#contract/tool';
import type { Problem } from '#contract/views';
import { isUsableFolderName } from '#contract/virtual-path';
import { permissionOfHost } from '../grants/host-entry.ts';
import { outputSchemaFault } from '../guardrails/fit-output.ts';
import { guardrailNamed } from '../guardrails/guardrails.ts';
import { middlewareFaults } from '../policy/middleware/check-middleware.ts';
import { folderNamesOf } from './folder-names.ts';
import { pointerStep, readJsonText, type TextPlace } from './read-json-text.ts';
import { serviceFaults } from './service-faults.ts';

/** An agent file that may be used, with every folder named; or all that is wrong with it. */
export type ParsedAgentFile = { ok: true; file: AgentFile } | { ok: false; problems: Problem[] };

/** Longer texts are no agent files; instructions may have 100,000 characters. */
const LONGEST_TEXT = 2_000_000;

/**
 * Reads the text of an agent file (interfaces, "Agent file").
 * @param text the file's content
 * @param tools the tools that are here
 * @param base where relative folders start, if it is known: then `.` can be named after the folder it means
 * @returns the file with defaults filled in, or every problem: its JSON pointer, and a message that begins with line and
 *   column and names the key
 */
export function parseAgentFile(text: string, tools: readonly Tool[], base?: string): ParsedAgentFile {
  if (text.length > LONGEST_TEXT)
    return {
      ok: false,
      problems: [{ path: '', message: `an agent file may be at most ${LONGEST_TEXT} characters long` }],
    };
  const json = readJsonText(text);
  if (!json.ok)
    return { ok: false, problems: [{ path: '', message: `${placed(json.place)}: this is not JSON: ${json.message}` }] };
  const parsed = checkAgentFile(json.value, tools, base);
  if (parsed.ok) return parsed;
  const problems = parsed.problems.map(({ path, message }) => {
    const place = placeOf(json.places, path);
    return { path, message: place ? `${placed(place)}: ${message}` : message };
  });
  return { ok: false, problems };
}

/**
 * The same for content that is JSON already, such as a form's.
 * @returns problems by JSON pointer, without line and column
 */
export function checkAgentFile(value: Json, tools: readonly Tool[], base?: string): ParsedAgentFile {
  const result = AgentFile.safeParse(value, { reportInput: true });
  if (!result.success) return { ok: false, problems: result.error.issues.flatMap(problemsOfIssue) };
  const file = result.data;
  const folderNames = folderNamesOf(
    file.folders.map(({ name, path: folder }) => ({
      name,
      path: base === undefined ? folder : path.resolve(base, folder),
    })),
  );
  const problems = [...faultsOfFile(file), ...faultsOfTools(file, tools, folderNames), ...faultsOfFolders(file)];
  if (problems.length > 0) return { ok: false, problems };
  const folders = file.folders.map((folder, index) => ({ ...folder, name: folderNames[index] ?? folder.path }));
  return { ok: true, file: { ...file, folders } };
}

const placed = ({ line, column }: TextPlace): string => `line ${line}, column ${column}`;

/** The place of a pointer, or of the nearest thing around it that is in the text. */
function placeOf(places: ReadonlyMap<string, TextPlace>, pointer: string): TextPlace | undefined {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = places.get(at);
    if (place || at === '') return place;
  }
}

function problemsOfIssue(issue: z.core.$ZodIssue): Problem[] {
  const pointer = issue.path.map((step) => pointerStep(typeof step === 'symbol' ? String(step) : step)).join('');
  const name = issue.path.length === 0 ? 'the agent file' : nameOf(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const where = issue.path.length === 0 ? 'an agent file' : name;
      return issue.keys.map((key) => ({
        path: pointer + pointerStep(key),
        message: `unknown key ${JSON.stringify(key)} in ${where}`,
      }));
    }
    case 'invalid_type':
      if (issue.input === undefined) return [{ path: pointer, message: `${name} is missing` }];
      return [{ path: pointer, message: `${name} must be ${typeWords(issue.expected)}, not ${kindOf(issue.input)}` }];
    case 'invalid_value':
      return [
        {
          path: pointer,
          message: `${name} must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`,
        },
      ];
    case 'too_small':
      return [{ path: pointer, message: `${name} must be ${sizeWords(issue.origin, 'least', issue.minimum)}` }];
    case 'too_big':
      return [{ path: pointer, message: `${name} must be ${sizeWords(issue.origin, 'most', issue.maximum)}` }];
    default:
      return [{ path: pointer, message: `${name}: ${issue.message}` }];
  }
}

/** `tools[2].ask`, as a person would point at it. */
function nameOf(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`))
    .join('');
}

function typeWords(expected: string): string {
  const words = new Map([
    ['string', 'a text'],
    ['boolean', 'true or false'],
    ['object', 'an object'],
    ['record', 'an object'],
    ['array', 'a list'],
    ['number', 'a number'],
    ['int', 'a whole number'],
  ]);
  return words.get(expected) ?? expected;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return JSON.stringify(value).slice(0, 60);
}

function sizeWords(origin: string, bound: 'least' | 'most', size: number | bigint): string {
  if (origin === 'string')
    return Number(size) === 1 && bound === 'least' ? 'a text that is not empty' : `at ${bound} ${size} characters long`;
  return `at ${bound} ${size}`;
}

function faultsOfFile(file: AgentFile): Problem[] {
  const problems: Problem[] = [];
  const refusal = refuseName(file.name);
  if (refusal) problems.push({ path: '/name', message: `the name ${file.name} can’t be used: ${refusal.reason}` });
  if (!parseModelRef(file.model))
    problems.push({
      path: '/model',
      message: `model: ${JSON.stringify(file.model)} names no model; write PROVIDER/MODEL such as ollama/qwen3:8b, scripted:FILE, or demo`,
    });
  const schemaFault = file.output && outputSchemaFault(file.output.schema);
  if (schemaFault !== undefined)
    problems.push({
      path: '/output/schema',
      message: `output.schema is no JSON Schema that can be used: ${schemaFault}`,
    });
  file.guardrails.forEach((name, index) => {
    const guardrail = guardrailNamed(name);
    if ('fault' in guardrail)
      problems.push({ path: `/guardrails/${index}`, message: `guardrails[${index}]: ${guardrail.fault}` });
  });
  for (const tool of Object.keys(file.limits.calls ?? {}))
    if (!file.tools.some((use) => use.tool === tool))
      problems.push({
        path: `/limits/calls${pointerStep(tool)}`,
        message: `limits.calls names ${JSON.stringify(tool)}, which is not among the tools of this agent`,
      });
  return problems;
}

function faultsOfTools(file: AgentFile, tools: readonly Tool[], folderNames: readonly string[]): Problem[] {
  const problems: Problem[] = [];
  const known = new Map(tools.map((tool) => [tool.name, tool]));
  const seen = new Set<string>();
  file.tools.forEach((use, index) => {
    const at = `/tools/${index}`;
    const tool = known.get(use.tool);
    if (!tool) {
      const list = [...known.keys()].join(', ');
      problems.push({ path: `${at}/tool`, message: `there is no tool ${JSON.stringify(use.tool)}; there are ${list}` });
    } else if (use.version !== undefined && use.version !== tool.version) {
      const message = `version ${JSON.stringify(use.version)} of ${use.tool} is not here, ${JSON.stringify(tool.version)} is`;
      problems.push({ path: `${at}/version`, message });
    }
    problems.push(...serviceFaults(use, at));
    if (seen.has(use.tool)) problems.push({ path: `${at}/tool`, message: `the tool ${use.tool} is there twice` });
    seen.add(use.tool);
    use.folders?.forEach((name, number) => {
      if (folderNames.includes(name)) return;
      problems.push({
        path: `${at}/folders/${number}`,
        message: `${use.tool} names the folder ${JSON.stringify(name)}, which the file does not have`,
      });
    });
    use.hosts?.forEach((host, number) => {
      const read = permissionOfHost(host);
      if ('fault' in read)
        problems.push({ path: `${at}/hosts/${number}`, message: `the host ${host} of ${use.tool}: ${read.fault}` });
    });
    for (const { path: below, message } of middlewareFaults(use.middleware ?? []))
      problems.push({ path: `${at}/middleware${below}`, message: `the middleware of ${use.tool}: ${message}` });
    use.secrets?.forEach((secret, number) => {
      if (secret.as === 'value' || (secret.header !== undefined && secret.origin !== undefined)) return;
      problems.push({
        path: `${at}/secrets/${number}`,
        message: `the secret ${secret.secret} of ${use.tool} is sent as a header and needs "header" and "origin"`,
      });
    });
  });
  return problems;
}

function faultsOfFolders(file: AgentFile): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  file.folders.forEach(({ name, path: folder }, index) => {
    const at = `/folders/${index}`;
    if (folder === '~' || folder.startsWith('~/'))
      problems.push({
        path: `${at}/path`,
        message: `"~" is not expanded in ${JSON.stringify(folder)}; write the whole path`,
      });
    if (name === undefined) return;
    if (!isUsableFolderName(name))
      problems.push({ path: `${at}/name`, message: `a folder can’t be named ${JSON.stringify(name)}` });
    if (seen.has(name.toLowerCase()))
      problems.push({ path: `${at}/name`, message: `two folders are named ${JSON.stringify(name)}` });
    seen.add(name.toLowerCase());
  });
  return problems;
}
