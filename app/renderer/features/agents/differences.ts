import { t } from '../../strings/translate.ts';
import { type AgentDraft, LIMITS, readNumber, type ToolUse } from './draft.ts';
import { guardrailWords } from './guardrail-words.ts';

/** One way in which a draft differs from what is saved. `same`: its reach is neither wider nor narrower by it. */
export interface Difference {
  id: string;
  reach: 'wider' | 'narrower' | 'same';
  words: string;
}

const askRank = { always: 0, effects: 1, never: 2 } as const;
const askWords = { always: 'tools.always', effects: 'tools.effects', never: 'tools.never' } as const;
const limitWords = {
  steps: 'diff.steps',
  seconds: 'diff.seconds',
  tokens: 'diff.tokens',
  usd: 'diff.usd',
} as const;

/**
 * What changed between the saved agent and its draft, in words, reach first. Adding and raising is wider, taking away and
 * lowering narrower; purpose and model change what it does, not what it may.
 */
export function differencesOf(before: AgentDraft, after: AgentDraft): Difference[] {
  const found = [
    ...folderDifferences(before, after),
    ...toolDifferences(before, after),
    ...limitDifferences(before, after),
    ...callDifferences(before, after),
    ...guardrailDifferences(before, after),
    ...plainDifferences(before, after),
    ...wholeDifferences(before, after),
  ];
  return [...found.filter((one) => one.reach !== 'same'), ...found.filter((one) => one.reach === 'same')];
}

/** Wider, narrower, both, or the same reach: the word at the foot of the sheet. */
export function reachOf(differences: readonly Difference[]): 'wider' | 'narrower' | 'both' | 'same' {
  const wider = differences.some((one) => one.reach === 'wider');
  const narrower = differences.some((one) => one.reach === 'narrower');
  return wider && narrower ? 'both' : wider ? 'wider' : narrower ? 'narrower' : 'same';
}

function folderDifferences(before: AgentDraft, after: AgentDraft): Difference[] {
  const old = new Map(before.folders.map((folder) => [folder.path, folder]));
  const now = new Map(after.folders.map((folder) => [folder.path, folder]));
  const found: Difference[] = [];
  for (const [path, folder] of now) {
    const was = old.get(path);
    if (!was) found.push({ id: `folder-${path}`, reach: 'wider', words: t('diff.folderAdded', { path }) });
    else {
      if (was.access !== folder.access) {
        const wider = folder.access === 'write';
        const words = t(wider ? 'diff.writeAsk' : 'diff.writeDeny');
        found.push({ id: `access-${path}`, reach: wider ? 'wider' : 'narrower', words });
      }
      if (was.trust !== folder.trust) {
        const wider = folder.trust === 'own';
        const words = t(wider ? 'diff.trustOwn' : 'diff.trustOutside', { path });
        found.push({ id: `trust-${path}`, reach: wider ? 'wider' : 'narrower', words });
      }
      if (was.name !== folder.name) found.push({ id: `name-${path}`, reach: 'same', words: t('diff.folderName') });
    }
  }
  for (const path of old.keys()) {
    if (!now.has(path)) found.push({ id: `folder-${path}`, reach: 'narrower', words: t('diff.folderGone', { path }) });
  }
  return found;
}

function toolDifferences(before: AgentDraft, after: AgentDraft): Difference[] {
  const old = new Map(before.tools.map((use) => [use.tool, use]));
  const now = new Map(after.tools.map((use) => [use.tool, use]));
  const found: Difference[] = [];
  for (const [tool, use] of now) {
    const was = old.get(tool);
    if (!was) found.push({ id: `tool-${tool}`, reach: 'wider', words: t('diff.toolAdded', { tool }) });
    else found.push(...askDifference(tool, was, use), ...optionDifference(tool, was, use));
    found.push(...reachDifferences(tool, was, use));
  }
  for (const tool of old.keys()) {
    if (!now.has(tool)) found.push({ id: `tool-${tool}`, reach: 'narrower', words: t('diff.toolGone', { tool }) });
  }
  return found;
}

function askDifference(tool: string, was: ToolUse, use: ToolUse): Difference[] {
  const [from, to] = [was.ask ?? 'effects', use.ask ?? 'effects'];
  if (from === to) return [];
  const reach = askRank[to] > askRank[from] ? 'wider' : 'narrower';
  return [{ id: `ask-${tool}`, reach, words: t('diff.ask', { tool, from: t(askWords[from]), to: t(askWords[to]) }) }];
}

/** Whatever else is written of a tool: its options, and keys that the form does not show. */
function optionDifference(tool: string, was: ToolUse, use: ToolUse): Difference[] {
  const rest = ({ ask: _ask, hosts: _hosts, secrets, ...others }: ToolUse): string =>
    // A use of a secret that is not new may be of another kind.
    JSON.stringify([sorted(others), (secrets ?? []).filter((each) => hasSecret(was, each) && hasSecret(use, each))]);
  return rest(was) === rest(use) ? [] : [{ id: `options-${tool}`, reach: 'same', words: t('diff.options', { tool }) }];
}

function hasSecret(use: ToolUse, { secret }: { secret: string }): boolean {
  return use.secrets?.some((each) => each.secret === secret) === true;
}

/** A value with its keys in one order, so that two can be compared as text. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}

function reachDifferences(tool: string, was: ToolUse | undefined, use: ToolUse): Difference[] {
  const [hosts, hostsNow] = [was?.hosts ?? [], use.hosts ?? []];
  const names = (each: ToolUse | undefined): string[] => (each?.secrets ?? []).map(({ secret }) => secret);
  const [secrets, secretsNow] = [names(was), names(use)];
  const gone = (before: readonly string[], after: readonly string[]): string[] =>
    before.filter((one) => !after.includes(one));
  const one = (id: string, reach: Difference['reach'], words: string): Difference => ({ id, reach, words });
  return [
    ...gone(hostsNow, hosts).map((host) => one(`host-${tool}-${host}`, 'wider', t('diff.hostAdded', { host }))),
    ...gone(hosts, hostsNow).map((host) => one(`host-${tool}-${host}`, 'narrower', t('diff.hostGone', { host }))),
    ...gone(secretsNow, secrets).map((secret) =>
      one(`secret-${tool}-${secret}`, 'wider', t('diff.secretAdded', { tool, secret })),
    ),
    ...gone(secrets, secretsNow).map((secret) =>
      one(`secret-${tool}-${secret}`, 'narrower', t('diff.secretGone', { tool, secret })),
    ),
  ];
}

/** Whether what was typed can be a limit: until it is, there is nothing to compare. */
function isLimit(name: (typeof LIMITS)[number], value: number | string): boolean {
  return typeof value === 'number' && (name === 'usd' ? value >= 0 : value >= 1);
}

function limitDifferences(before: AgentDraft, after: AgentDraft): Difference[] {
  return LIMITS.flatMap((name): Difference[] => {
    const [from, to] = [readNumber(before.limits[name]), readNumber(after.limits[name])];
    if (from === to) return [];
    const id = `limit-${name}`;
    if (!isLimit(name, to)) return [{ id, reach: 'same', words: t(`diff.${name}Open`) }];
    const reach = typeof from === 'string' || typeof to === 'string' ? 'same' : to > from ? 'wider' : 'narrower';
    return [{ id, reach, words: t(limitWords[name], { from, to }) }];
  });
}

/** A number of calls narrows, and none is wider than any. */
function callDifferences(before: AgentDraft, after: AgentDraft): Difference[] {
  const tools = new Set([...Object.keys(before.calls), ...Object.keys(after.calls)]);
  return [...tools].flatMap((tool): Difference[] => {
    const [was, is] = [before.calls[tool], after.calls[tool]];
    const id = `calls-${tool}`;
    if (is === undefined) return [{ id, reach: 'wider', words: t('diff.callsGone', { tool }) }];
    const to = readNumber(is);
    if (was === undefined) return [{ id, reach: 'narrower', words: t('diff.callsAdded', { tool, to }) }];
    const from = readNumber(was);
    if (from === to) return [];
    const reach = typeof from === 'string' || typeof to === 'string' ? 'same' : to > from ? 'wider' : 'narrower';
    return [{ id, reach, words: t('diff.calls', { tool, from, to }) }];
  });
}

function guardrailDifferences(before: AgentDraft, after: AgentDraft): Difference[] {
  const gone = before.guardrails.filter((one) => !after.guardrails.includes(one));
  const added = after.guardrails.filter((one) => !before.guardrails.includes(one));
  return [
    ...gone.map(
      (name): Difference => ({
        id: name,
        reach: 'wider',
        words: t('diff.guardrailGone', { name: guardrailWords(name) }),
      }),
    ),
    ...added.map(
      (name): Difference => ({
        id: name,
        reach: 'narrower',
        words: t('diff.guardrailAdded', { name: guardrailWords(name) }),
      }),
    ),
  ];
}

/** Parts that are written as a whole, and whatever the form has no words for. */
function wholeDifferences(before: AgentDraft, after: AgentDraft): Difference[] {
  const text = (value: unknown): string => JSON.stringify(sorted(value)) ?? '';
  const changed = (key: keyof AgentDraft): boolean => text(before[key]) !== text(after[key]);
  const found: Difference[] = [];
  if (changed('output')) {
    const words = !before.output ? 'diff.outputAdded' : !after.output ? 'diff.outputGone' : 'diff.output';
    found.push({ id: 'output', reach: 'same', words: t(words) });
  }
  if (before.memory !== after.memory)
    found.push({
      id: 'memory',
      reach: after.memory ? 'wider' : 'narrower',
      words: t(after.memory ? 'diff.memoryOn' : 'diff.memoryOff'),
    });
  const keys = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof AgentDraft)[]);
  for (const key of keys)
    if (!IN_WORDS.has(key) && changed(key)) found.push({ id: key, reach: 'same', words: t('diff.other', { key }) });
  return found;
}

/** Parts of a draft that are compared by their own words. */
const IN_WORDS: ReadonlySet<string> = new Set([
  'name',
  'description',
  'instructions',
  'model',
  'protocol',
  'tools',
  'folders',
  'guardrails',
  'output',
  'memory',
  'unattended',
  'limits',
  'calls',
]);

function plainDifferences(before: AgentDraft, after: AgentDraft): Difference[] {
  const found: [keyof AgentDraft, string][] = [
    ['name', t('diff.name', { from: before.name, to: after.name })],
    ['description', t('diff.description')],
    ['instructions', t('diff.instructions')],
    ['model', t('diff.model', { from: before.model, to: after.model })],
    ['protocol', t('diff.protocol')],
    [
      'unattended',
      t('diff.unattended', {
        from: t(`guardrails.${before.unattended}`),
        to: t(`guardrails.${after.unattended}`),
      }),
    ],
  ];
  return found
    .filter(([field]) => before[field] !== after[field])
    .map(([field, words]) => ({ id: field, reach: 'same', words }));
}
