import type { RunState, ToolCallState } from '#contract/projections/run-state';
import { effectiveCall } from '#contract/projections/run-state';
import type { LoadText } from '#contract/text-ref';
import { type Command, commandOfCall, offeredName, type ToolCall } from '#contract/tool';
import { WISH_WORDS } from '#contract/wish-words';
import { addressPlaces, isMadeOfWords } from './address-places.ts';
import { pathPlaces, personTexts, shownPath, type Token, tokensOf } from './person-texts.ts';
import { numberPlaces, wholePlaces } from './text-match.ts';
import { isGivenByPerson, type Leaf, leavesOf } from './value-origin.ts';

/** Something the person may have asked for: by which words, and the values that decide where it goes or what it hits. */
interface Wanted {
  /** Lower-case words, and the names of the tool: one of them must govern every target. */
  words: ReadonlySet<string>;
  targets: { value: Leaf['value']; field: string; shown: string | undefined; kind?: 'address' | 'words' }[];
}

/** A sentence with one of these is no order: it forbids, or leaves open whether. */
const FORBIDS =
  /(?<![\p{L}\p{N}_])(?:not|no|never|none|nothing|neither|nor|cannot|without|except|unless|avoid|instead|refuse|stop|forbid|forbidden|\p{L}+n['’]t|if|when|whenever|whether|depending|depends|case|until|once|according|accordingly|whatever|whichever|should|provided|providing|assuming|only|ask|asking|confirm|permission|nicht|kein\p{L}*|jamais|nunca|niet|geen)(?![\p{L}\p{N}_])/iu;

/** Verbs whose object is only looked at. */
const LOOKS = new Set(
  'read open look check see view list find search summarise summarize compare analyse analyze review study use follow consult translate count inspect quote cite mention know tell explain show reconcile verify is are was were be stands stand lies found listed say says given said asked mentioned described contained written stored'.split(
    ' ',
  ),
);
/** What follows one of these is a source, not a goal. */
const SOURCES = new Set(
  'of from with about using per than like by via against regarding concerning after before'.split(' '),
);
/** What follows one of these is where something goes; after the second kind only if no goal is named later. */
const GOALS = new Set(['to', 'into', 'as', 'onto']);
const PLACES = new Set(['in', 'on', 'at', 'under']);
const NAMES = new Set(['named', 'called']);
/** A verb after one of these says more of a thing ("what it says", "what you find") and orders nothing. */
const RELATIVES = new Set('what that which who where how it they he she'.split(' '));
const PERSONS = new Set(['you', 'i', 'we']);
/** Between the targets of one call: it may be the next order that begins there. */
const SEPARATOR = /,\s|;|(?<![\p{L}\p{N}_])(?:and|then|or|but|also)(?![\p{L}\p{N}_])/iu;

const SENTENCE = /(?<=[.!?]["'”’)\]]{0,3}) (?=["'“‘([]{0,3}\p{Lu})/u;

/** Parts of a text between empty lines, each on one line; what ends in a colon goes on. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[][] = [[]];
  for (const line of text.split('\n').map((each) => each.trim())) {
    const last = paragraphs.at(-1);
    if (line !== '') last?.push(line);
    else if (last?.length && !last.at(-1)?.endsWith(':')) paragraphs.push([]);
  }
  return paragraphs.map((lines) => lines.join(' ').replace(/\s+/gu, ' '));
}

/**
 * The sentences of a text that can hold an order. A line break is no end of one, and neither is a full stop before a
 * small letter ("e.g. delete"): what forbids at the beginning holds for all that follows it.
 */
function ordersIn(text: string): string[] {
  const sentences = paragraphsOf(text).flatMap((paragraph) => paragraph.split(SENTENCE));
  return sentences.filter((sentence) => !FORBIDS.test(sentence));
}

/** The verbs by which this run's tools are asked for. */
function verbsOf(run: RunState): Set<string> {
  const verbs = new Set<string>(Object.values(WISH_WORDS).flat());
  for (const tool of run.run.tools)
    for (const command of tool.commands)
      for (const word of [...namesAndWords(tool.name, command), ...wordsOfForms(command)]) verbs.add(word);
  return verbs;
}

function namesAndWords(tool: string, command: Command): string[] {
  return [tool, offeredName(tool, command.path), ...(command.wish ?? [])];
}

const wordsOfForms = ({ forms = [] }: Command): string[] => forms.flatMap(({ wish = [] }) => wish);

function isPathLike({ text }: Token): boolean {
  return /[^./][./][^./]/u.test(text);
}

/** One sentence, its tokens, and where each verb stands. */
class Order {
  readonly text: string;
  readonly tokens: Token[];
  readonly #verbs: ReadonlySet<string>;

  constructor(text: string, verbs: ReadonlySet<string>) {
    this.text = text;
    this.tokens = tokensOf(text);
    this.#verbs = verbs;
  }

  /** A tool's name is compared exactly, a word without its case. */
  verbOf(token: Token): string | undefined {
    if (this.#verbs.has(token.text)) return token.text;
    const word = token.text.toLowerCase();
    return this.#verbs.has(word) || LOOKS.has(word) ? word : undefined;
  }

  /** Is a goal named between here and the next verb ("in a.txt to b.txt")? */
  #goalFollows(index: number): boolean {
    for (let at = index + 1; at < this.tokens.length; at++) {
      const token = this.tokens[at];
      if (!token || this.verbOf(token) !== undefined) return false;
      const isGoal = GOALS.has(token.text.toLowerCase());
      if (isGoal && this.tokens.slice(at + 1, at + 6).some(isPathLike)) return true;
    }
    return false;
  }

  /** Is the verb that of a clause that says more of a thing? */
  #saysMore(index: number): boolean {
    const [before, first] = [1, 2].map((back) => this.tokens[index - back]?.text.toLowerCase() ?? '');
    return RELATIVES.has(before ?? '') || (PERSONS.has(before ?? '') && RELATIVES.has(first ?? ''));
  }

  /** The verb that governs what stands at `place`: the nearest before it that is not cut off, else the first after it. */
  governing(place: number, alone: boolean): Token | undefined {
    const index = this.tokens.findLastIndex((token) => token.at <= place);
    if (/^\S*['’]s(?!\p{L})/u.test(this.text.slice(place))) return undefined;
    let goal = false;
    let toward = false;
    for (let at = index - 1; at >= 0; at--) {
      const token = this.tokens[at];
      if (!token) break;
      const word = token.text.toLowerCase();
      if (this.verbOf(token) !== undefined && this.#saysMore(at)) {
        if (!toward) return undefined;
      } else if (this.verbOf(token) !== undefined) {
        if (!goal && alone && this.#goalFollows(index)) return undefined;
        return token;
      }
      if (GOALS.has(word) && !goal) {
        goal = true;
        toward = true;
      } else if (PLACES.has(word) && !goal) {
        if (this.#goalFollows(index)) return undefined;
        goal = true;
      } else if (NAMES.has(word)) {
        if (at !== index - 1) return undefined;
        goal = true;
      } else if (SOURCES.has(word) && !goal) return undefined;
    }
    return this.tokens.slice(index + 1).find((token) => this.verbOf(token) !== undefined);
  }
}

function placesOf(order: Order, target: Wanted['targets'][number], run: RunState): number[] {
  const { value, shown, kind } = target;
  const { text, tokens } = order;
  if (typeof value === 'number') return numberPlaces(text, value);
  if (typeof value === 'string' && kind === 'address') {
    const typed = wholePlaces(text, value);
    return typed.length > 0 ? typed : addressPlaces(text, value);
  }
  if (typeof value === 'string' && shown !== undefined)
    return pathPlaces(text, value, shown, run.run.agent.folders, tokens);
  return value === null ? [] : wholePlaces(text, String(value).trim());
}

/** Does one order of the person name the wish, all its targets, and each of them as what is to be changed? */
function isAskedFor(order: Order, wanted: Wanted, run: RunState): boolean {
  const ask = order.tokens.filter((token) => wanted.words.has(order.verbOf(token) ?? ''));
  if (wanted.targets.length === 0) return ask.length > 0;
  const alone = wanted.targets.length === 1;
  const places = wanted.targets.map((target) => ({ field: target.field, places: placesOf(order, target, run) }));
  return ask.some((verb) => {
    const named = places.map(({ field, places }) => ({
      field,
      at: places.find((place) => order.governing(place, alone)?.at === verb.at),
    }));
    const found = named.flatMap(({ field, at }) => (at === undefined ? [] : [{ field, at }]));
    if (found.length < named.length) return false;
    const sorted = found.toSorted((one, other) => one.at - other.at);
    return sorted.every((each, n) => {
      const before = sorted[n - 1];
      if (!before || before.field === each.field) return true;
      return !SEPARATOR.test(order.text.slice(before.at, each.at));
    });
  });
}

/** The fields of a command that decide where its effect goes: those that are not named as content, and its paths. */
export function isTarget(command: Command, field: string): boolean {
  if (command.files.some((use) => use.field === field)) return true;
  return command.fields?.find((use) => use.field === field)?.role !== 'content';
}

const looks = ({ effect }: Command): boolean => effect.change === 'read' || effect.change === 'none';

/**
 * The words by which a call is asked for. Who names a tool that can also only look has asked for that alone: for a form
 * that does more one of its words must stand there, or what makes it that form (`post`).
 */
function wordsFor(call: ToolCall, command: Command): string[] {
  if (!command.forms || looks(command)) return namesAndWords(call.tool, command);
  return [...(command.wish ?? []), ...formKeys(call, command).map((key) => key.toLowerCase())];
}

function wantedOf(call: ToolCall, command: Command, run: RunState): Wanted {
  const paths = new Set(command.files.map((use) => use.field));
  const addresses = new Set(command.hosts?.map((use) => use.field));
  const byWord = new Set(command.fields?.filter((use) => use.byWord).map((use) => use.field));
  const targets = leavesOf(call.input, command.input)
    .filter((leaf) => isTarget(command, leaf.top))
    .map(({ value, top }): Wanted['targets'][number] => ({
      value,
      field: top,
      shown: paths.has(top) && typeof value === 'string' ? shownPath(value, run.run.agent.folders) : undefined,
      ...(addresses.has(top) && { kind: 'address' }),
      ...(byWord.has(top) && { kind: 'words' }),
    }));
  return { words: new Set(wordsFor(call, command)), targets };
}

function timesAsked(wanted: Wanted, run: RunState, load: LoadText): number {
  const verbs = verbsOf(run);
  const orders = personTexts(run, load).flatMap((text) => ordersIn(text).map((order) => new Order(order, verbs)));
  return orders.filter((order) => isAskedFor(order, wanted, run)).length;
}

/** The targets as they compare: a path by where it leads, all else as it is written. */
function targetKeys(call: ToolCall, command: Command, run: RunState): string[] {
  return wantedOf(call, command, run)
    .targets.map(({ value, shown }) => shown ?? String(value))
    .sort();
}

function sameKeys(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((key, n) => key === other[n]);
}

/** In a plan, a form that does more than look is named with what makes it that form: `http_fetch POST https://…`. */
function formKeys({ input }: ToolCall, command: Command): string[] {
  const { forms } = command;
  if (!forms || looks(command)) return [];
  const fields = new Map(input !== null && typeof input === 'object' ? Object.entries(input) : []);
  return forms.flatMap(({ field }) => String(fields.get(field) ?? ''));
}

function timesPlanned(call: ToolCall, command: Command, run: RunState): number {
  const wanted = wantedOf(call, command, run).targets;
  const keys = [...targetKeys(call, command, run), ...new Set(formKeys(call, command))].sort();
  const usesPaths = wanted.some(({ shown }) => shown !== undefined);
  return run.plan.filter((planned) => {
    if (planned.tool !== call.tool || offeredName('', planned.command) !== offeredName('', call.command)) return false;
    const folders = run.run.agent.folders;
    const forms = planned.targets.map((text) => (usesPaths ? (shownPath(text, folders) ?? text) : text)).sort();
    return sameKeys(forms, keys) || sameKeys([...planned.targets].sort(), keys);
  }).length;
}

/** Calls before this one that did the same, or still may. */
function timesDone(state: ToolCallState, command: Command, run: RunState): number {
  const call = effectiveCall(state);
  const keys = targetKeys(call, command, run);
  let times = 0;
  for (const other of run.calls.values()) {
    if (other.call.id === state.call.id) break;
    const made = other.executed ?? effectiveCall(other);
    if (made.tool !== call.tool || offeredName('', made.command) !== offeredName('', call.command)) continue;
    if (other.status === 'ended' && !other.executed) continue;
    const tool = command.forms && run.run.tools.find((each) => each.name === made.tool);
    if (tool && commandOfCall(tool, made)?.effect.change !== command.effect.change) continue;
    if (sameKeys(targetKeys(made, command, run), keys)) times++;
  }
  return times;
}

/**
 * Does the very happening of a call follow from the person (issue 3, point 4; rule A7)? It does where the person gave
 * the call; where one of their sentences that neither forbids nor leaves open names the tool, or a word for what it
 * does, and each target as what it is done to; or where it stood in the plan. `once`: each such sentence is good for one
 * call, as for what can't be undone.
 */
export function isWished(state: ToolCallState, run: RunState, load: LoadText, once: boolean): boolean {
  if (isGivenByPerson(state, run)) return true;
  const call = effectiveCall(state);
  const tool = run.run.tools.find((each) => each.name === call.tool);
  const command = tool && commandOfCall(tool, call);
  if (!command) return false;
  const asked = timesAsked(wantedOf(call, command, run), run, load);
  const times = Math.max(asked, timesPlanned(call, command, run));
  return times > (once ? timesDone(state, command, run) : 0);
}

/**
 * Did the person speak of what a call would look at? For a call that only reads: what a person names may be looked at, by
 * whatever verb. One of their sentences that neither forbids nor leaves open holds each target, an address as it leads, a
 * text to look for by its words.
 */
export function isMentioned(state: ToolCallState, run: RunState, load: LoadText): boolean {
  const call = effectiveCall(state);
  const tool = run.run.tools.find((each) => each.name === call.tool);
  const command = tool && commandOfCall(tool, call);
  if (!command) return false;
  const { targets } = wantedOf(call, command, run);
  const verbs = verbsOf(run);
  return personTexts(run, load).some((text) =>
    ordersIn(text).some((sentence) => {
      const order = new Order(sentence, verbs);
      return targets.every(
        (target) =>
          placesOf(order, target, run).length > 0 ||
          (target.kind === 'words' && typeof target.value === 'string' && isMadeOfWords(sentence, target.value)),
      );
    }),
  );
}

/** The same for one file that code staged a change of: does a sentence of the person name it as what is to be changed? */
export function isChangeWished(path: string, gone: boolean, run: RunState, load: LoadText): boolean {
  const words = gone
    ? [...WISH_WORDS.delete, 'delete_file']
    : [...WISH_WORDS.write, ...WISH_WORDS.edit, 'write_file', 'edit_file'];
  const wanted: Wanted = { words: new Set(words), targets: [{ value: path, field: 'path', shown: path }] };
  if (timesAsked(wanted, run, load) > 0) return true;
  const { folders } = run.run.agent;
  return run.plan.some(
    (planned) =>
      (gone ? ['delete_file'] : ['write_file', 'edit_file']).includes(planned.tool) &&
      planned.targets.length === 1 &&
      planned.targets.some((text) => shownPath(text, folders) === path),
  );
}
