import type { FieldOrigin } from '#contract/approval';
import { type Label, unionLabels } from '#contract/label';
import type { Rule } from '#contract/permission';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import { effectiveCall } from '#contract/projections/run-state';
import type { LoadText } from '#contract/text-ref';
import { type Command, commandOf, commandOfCall, type FieldUse, type Tool } from '#contract/tool';
import type { FileUseOfCall } from './authorize.ts';
import { personTexts, shownPath } from './person-texts.ts';
import { RULES } from './rules.ts';
import { holdsValue, type LeafOrigin, originsOf } from './value-origin.ts';
import { isChangeWished, isMentioned, isTarget, isWished } from './wish.ts';

/** The question that text from outside makes necessary: the rule, and in words what brought it about. */
export interface OutsideQuestion {
  rule: Rule;
  reason: string;
}

/** What of a call the rule looks at: what it would do, where, and to which files. */
export interface Effects {
  change: Command['effect']['change'];
  where: Command['effect']['where'];
  runsCode: boolean;
  uses: readonly FileUseOfCall[];
}

/** What a call may carry from outside: what the model had read when it asked, and what is in the files code staged. */
export function labelsOf(state: ToolCallState): readonly Label[] {
  if (state.purpose.type !== 'apply-changes') return state.labels;
  return state.purpose.changes.reduce((all, change) => unionLabels(all, change.labels), state.labels);
}

/** The origin of each argument, for the card. */
export function cardOrigins(state: ToolCallState, run: RunState, load: LoadText): FieldOrigin[] {
  if (state.purpose.type === 'apply-changes') return [];
  return originsOf(state, run, load).map(({ leaf: _leaf, ...origin }) => origin);
}

/** Where a label points, in the words a person knows it by: `inbox/mail.txt`. */
function sourceName(label: Label): string {
  const { memory, ...rest } = label;
  if (memory) {
    const named = rest.path !== undefined || rest.url !== undefined || rest.tool !== undefined;
    const about = [
      ...(named ? [`from ${sourceName(rest)}`] : []),
      ...(memory.run === undefined ? [] : [`kept in run ${memory.run}`]),
    ];
    return `the memory ${memory.id}${about.length > 0 ? ` (${about.join(', ')})` : ''}`;
  }
  if (label.path !== undefined) return label.path.replace(/^\/folders\//, '');
  return label.url ?? (label.tool === undefined ? 'other text from outside' : `the tool ${label.tool}`);
}

function sourceNames(labels: readonly Label[]): string {
  const names = [...new Set(labels.map(sourceName))];
  const shown = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

const changes = (use: FileUseOfCall): boolean => use.verb === 'write' || use.verb === 'delete';
const ownDisk = (use: FileUseOfCall): boolean => use.place?.folder === 'agent' || use.place === undefined;

/** What the agent remembers keeps its labels, so that it may be from outside (rule A8). */
export function changesOwnData(tool: Tool, { ownData, effect }: Command): boolean {
  return ownData === true && effect.where === 'local' && tool.origin === 'own' && tool.runtime.type === 'host';
}

function fieldUse(command: Command, field: string): FieldUse {
  const named = command.fields?.find((use) => use.field === field);
  return named ?? { field, role: 'target', outside: 'ask' };
}

/** May the value stand there without a question, wherever it came from? */
function isHarmless(origin: LeafOrigin, command: Command, ownTargets: boolean): boolean {
  const { leaf } = origin;
  const use = fieldUse(command, leaf.top);
  if (use.outside === 'safe') return true;
  const isContent = use.role === 'content' && !isTarget(command, leaf.top);
  const says = !(leaf.fixed || leaf.value === null || leaf.value === '' || typeof leaf.value === 'boolean');
  if (isContent && !says && leaf.keys.length === 0) return true;
  return isContent && use.outside === 'to-own-target' && ownTargets;
}

function carried(origins: readonly LeafOrigin[], command: Command): LeafOrigin[] {
  const targets = origins.filter(({ leaf }) => isTarget(command, leaf.top));
  const ownTargets = targets.length > 0 && targets.every(({ from }) => from === 'person');
  return origins.filter((origin) => origin.from === 'outside' && !isHarmless(origin, command, ownTargets));
}

/** What a value is: content says more of what goes out than a name does, and a path is the least of it. */
function weightOf({ leaf }: LeafOrigin, command: Command): number {
  if (command.files.some(({ field }) => field === leaf.top)) return 2;
  return fieldUse(command, leaf.top).role === 'content' ? 0 : 1;
}

function carriedWords(found: readonly LeafOrigin[], command: Command): string {
  const ordered = [...found].sort(
    (one, other) =>
      weightOf(one, command) - weightOf(other, command) ||
      Number(other.span !== undefined) - Number(one.span !== undefined),
  );
  const words = ordered.slice(0, 3).map(({ field, span, label }) => {
    const name = field.split('/').slice(1).join('.') || 'the input';
    const where = label ? sourceName(label) : 'text from outside';
    return span ? `\`${name}\` stands in ${where}` : `\`${name}\` may have come from ${where}`;
  });
  const more = found.length > 3 ? `; ${found.length - 3} more values too` : '';
  const count = found.length > 1 ? `${found.length} values came, or may have come, from outside: ` : '';
  return `${count}${words.join('; ')}${more}.`;
}

function broughtAbout(labels: readonly Label[]): OutsideQuestion {
  return { rule: RULES.outsideWish, reason: `You did not ask for it, and the agent had read ${sourceNames(labels)}.` };
}

/** Changes that code staged: each file must be one that the person named as what is to be changed, or a folder of one. */
function areChangesWished(state: ToolCallState, run: RunState, load: LoadText): boolean {
  if (state.purpose.type !== 'apply-changes') return false;
  const wished = new Set<string>();
  const { changes: staged } = state.purpose;
  for (const { path, after } of staged) if (isChangeWished(path, after === undefined, run, load)) wished.add(path);
  return staged.every(
    ({ path, kind }) =>
      wished.has(path) || (kind === 'folder' && [...wished].some((other) => other.startsWith(`${path}/`))),
  );
}

/**
 * The question that no setting, grant or flag removes (issue 3, point 4; rules A4 to A9): a call with text from outside
 * that leaves the computer or can't be undone, and carries such text or did not come about by the person; and one that
 * changes a person's files without the person having asked for it. Reading, and the agent's own disk, are free: their
 * labels stay with them. Undefined for a call that was asked for before anything from outside was read. Pure.
 */
export function outsideQuestion(
  state: ToolCallState,
  run: RunState,
  effects: Effects,
  load: LoadText,
): OutsideQuestion | undefined {
  const labels = labelsOf(state);
  if (labels.length === 0) return undefined;
  if (state.purpose.type === 'apply-changes')
    return areChangesWished(state, run, load) ? undefined : broughtAbout(labels);
  const call = effectiveCall(state);
  const tool = run.run.tools.find((each) => each.name === call.tool);
  const command = tool && commandOfCall(tool, call);
  if (!command) return undefined;
  const leaves = effects.where === 'remote' || (command.hosts ?? []).length > 0;
  const forGood = effects.change === 'irreversible';
  const files = effects.uses.filter(changes);
  const inFolders = files.some((use) => !ownDisk(use));
  const unseen =
    effects.change === 'write' && files.length === 0 && !effects.runsCode && !changesOwnData(tool, command);
  if (!leaves && !forGood && !inFolders && !unseen) return undefined;
  if (leaves || forGood) {
    const found = carried(originsOf(state, run, load), command);
    if (found.length > 0) return { rule: RULES.outsideText, reason: carriedWords(found, command) };
  }
  if (effects.change === 'read' && !inFolders && isMentioned(state, run, load)) return undefined;
  const once = leaves || forGood || unseen || files.some((use) => use.verb === 'delete');
  return isWished(state, run, load, once) ? undefined : broughtAbout(labels);
}

/**
 * What a call hands on from its arguments to its result and the files it writes: `content` by its values, `names` by its
 * paths, which show in a listing. Both are empty where every value is the person's, or from before anything was read.
 */
export function argumentLabels(
  state: ToolCallState,
  run: RunState,
  load: LoadText,
): { content: readonly Label[]; names: readonly Label[] } {
  if (state.labels.length === 0) return { content: [], names: [] };
  const call = effectiveCall(state);
  const tool = run.run.tools.find((each) => each.name === call.tool);
  const paths = new Set((tool && commandOf(tool, call.command))?.files.map((use) => use.field));
  const outside = originsOf(state, run, load).filter(({ from }) => from === 'outside');
  const says = outside.filter(({ leaf }) => !leaf.fixed && leaf.value !== null && leaf.value !== '');
  return {
    content: says.some(({ leaf }) => !paths.has(leaf.top)) ? state.labels : [],
    names: says.some(({ leaf }) => paths.has(leaf.top)) ? state.labels : [],
  };
}

/** Did the person name the file at this path? Then its name says nothing from outside. */
export function isNamedByPerson(path: string, run: RunState, load: LoadText): boolean {
  if (shownPath(path, run.run.agent.folders) === undefined) return false;
  const leaf = { field: '', top: '', value: path, keys: [], fixed: false };
  return personTexts(run, load).some((text) => holdsValue(text, leaf, true, run));
}
