import type { FolderCheck, Problem } from '#contract/views';
import type { PlainKey } from '../../strings/translate.ts';
import type { AgentDraft } from './draft.ts';
import { hostsOf, secretUsesOf } from './tool-reach.ts';

/** The steps of the builder, in order. They can be taken in any order. */
export const STEPS = [
  'purpose',
  'model',
  'tools',
  'folders',
  'hosts',
  'secrets',
  'limits',
  'guardrails',
  'test',
] as const;
export type Step = (typeof STEPS)[number];

export const stepNames: Readonly<Record<Step, PlainKey>> = {
  purpose: 'builder.purpose',
  model: 'builder.model',
  tools: 'builder.tools',
  folders: 'builder.folders',
  hosts: 'builder.hosts',
  secrets: 'builder.secrets',
  limits: 'builder.limits',
  guardrails: 'builder.guardrails',
  test: 'builder.test',
};

const stepOfKey = new Map<string, Step>([
  ['model', 'model'],
  ['protocol', 'model'],
  ['tools', 'tools'],
  ['folders', 'folders'],
  ['limits', 'limits'],
  ['guardrails', 'guardrails'],
  ['output', 'guardrails'],
  ['unattended', 'guardrails'],
]);

/** Parts of a tool's entry that have a step of their own. */
const stepOfToolKey = new Map<string, Step>([
  ['hosts', 'hosts'],
  ['secrets', 'secrets'],
]);

/** The step that writes a key of the agent file. Keys without a step of their own belong to the first. */
export function stepOfFileKey(key: string): Step {
  return stepOfKey.get(key) ?? 'purpose';
}

/** The step that writes a key of a tool's entry. */
export function stepOfToolEntry(key: string): Step {
  return stepOfToolKey.get(key) ?? 'tools';
}

/** The step at which a problem is shown. Takes its JSON pointer, such as `/folders/0/path`. */
export function stepOfProblem(pointer: string): Step {
  const [, key = '', , part = ''] = pointer.split('/');
  return key === 'tools' ? stepOfToolEntry(part) : stepOfFileKey(key);
}

/** The words of the problems at a field: of its own pointer, and of all below it. */
export function problemAt(problems: readonly Problem[], pointer: string): string | undefined {
  const found = problems.filter(({ path }) => path === pointer || path.startsWith(`${pointer}/`));
  return found.length === 0 ? undefined : found.map(fieldWords).join(' ');
}

/**
 * A problem as it is said at its own field: without the name of the key, which the label says already, as a sentence.
 * `limits.steps must be a number` becomes `Must be a number.`
 */
export function fieldWords({ path, message }: Problem): string {
  const key = path
    .slice(1)
    .split('/')
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index > 0 ? `.${step}` : step))
    .join('');
  const bare =
    message.startsWith(`${key} `) || message.startsWith(`${key}: `) ? message.slice(key.length + 1).trim() : message;
  const sentence = bare.charAt(0).toUpperCase() + bare.slice(1);
  return /[.?)]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** What stands beside a step: a check, how many, that it is due, or that something in it is wrong. */
export type StepMark =
  | { type: 'done' }
  | { type: 'count'; count: number }
  | { type: 'due' }
  | { type: 'wrong'; count: number };

/**
 * The marks of all steps. Takes the draft, its problems, the folders as they were found, and whether this very draft was
 * run. An empty name of a new agent is due, not wrong.
 */
export function stepMarks(
  draft: AgentDraft,
  problems: readonly Problem[],
  folders: readonly (FolderCheck | undefined)[],
  tested: boolean,
): Readonly<Record<Step, StepMark>> {
  const badFolders = folders.filter((check) => check?.ok === false).length;
  const wrong = (step: Step): number =>
    problems.filter((problem) => stepOfProblem(problem.path) === step).length + (step === 'folders' ? badFolders : 0);
  const mark = (step: Step, otherwise: StepMark): StepMark => {
    const count = wrong(step);
    return count > 0 ? { type: 'wrong', count } : otherwise;
  };
  const done: StepMark = { type: 'done' };
  return {
    purpose: draft.name === '' ? { type: 'due' } : mark('purpose', done),
    model: mark('model', done),
    tools: mark('tools', { type: 'count', count: draft.tools.length }),
    folders: mark('folders', { type: 'count', count: draft.folders.length }),
    hosts: mark('hosts', { type: 'count', count: hostsOf(draft).length }),
    secrets: mark('secrets', { type: 'count', count: new Set(secretUsesOf(draft).map((use) => use.secret)).size }),
    limits: mark('limits', done),
    guardrails: mark('guardrails', { type: 'count', count: draft.guardrails.length }),
    test: tested ? done : { type: 'due' },
  };
}
