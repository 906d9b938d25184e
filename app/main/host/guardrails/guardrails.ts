import type { Fact, UnprovenFact } from '#contract/fact';
import type { Json, ToolCallId } from '#contract/ids';
import type { AnswerBadge, Mark } from '#contract/mark';
import { ADMITS } from '../marks/find-badges.ts';

/** A call of the run, as a guardrail sees it. */
export interface JudgedCall {
  id: ToolCallId;
  tool: string;
  command: string[];
  input: Json;
  /** `open` for one that has not ended. */
  outcome: 'ok' | 'error' | 'open';
}

/**
 * What a guardrail looks at, a frozen copy (row A9.12). Of a task it is the task's own answer, with the task as the one
 * entry of `tasks`, its facts included (row A9.11). A structured answer is its canonical JSON (row A9.14).
 */
export interface Judged {
  level: 'task' | 'run';
  text: string;
  tasks: { text: string; facts: Fact[] }[];
  facts: Fact[];
  /** What tools gave as facts and is none, as its ground is missing (decision D3). */
  unproven: UnprovenFact[];
  marks: Mark[];
  badges: AnswerBadge[];
  calls: JudgedCall[];
}

/** Undefined: it passes; else the reason why the answer is not published. Whatever it throws blocks too. */
export type Guardrail = (judged: Judged, signal: AbortSignal) => string | undefined | Promise<string | undefined>;

/** So many calls are named in a reason. */
const MOST_NAMED = 3;

/** How many parts of which kind, as `2 parts … : 1 number, 1 quotation`. A reason never repeats what it blocks (A9.9). */
function kindsOf(marks: readonly Mark[]): string {
  const kinds = new Map<Mark['item'], number>();
  for (const { item } of marks) kinds.set(item, (kinds.get(item) ?? 0) + 1);
  return [...kinds].map(([item, count]) => `${count} ${ITEM_WORDS[item][count === 1 ? 0 : 1]}`).join(', ');
}

const ITEM_WORDS: Record<Mark['item'], readonly [one: string, many: string]> = {
  number: ['number', 'numbers'],
  date: ['date', 'dates'],
  amount: ['amount', 'amounts'],
  name: ['name', 'names'],
  url: ['address', 'addresses'],
  quotation: ['quotation', 'quotations'],
};

/** Calls by their ids. */
function named(ids: readonly string[]): string {
  const all = [...new Set(ids)];
  const more = all.length - MOST_NAMED;
  return all.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Every fact names where it came from and the bytes it stands in (row A9.8); one without any ground counts (D3). */
const factsProvenanced: Guardrail = ({ facts, unproven }) => {
  for (const [index, { claim, sources, payloadHash }] of facts.entries()) {
    const missing = missingOf(sources, payloadHash);
    if (missing !== undefined) return `fact ${index} (${claim}): missing ${missing}`;
  }
  const [first] = unproven;
  return first && `fact ${facts.length} (${first.claim}): missing ${first.missing}`;
};

function missingOf(sources: Fact['sources'], payloadHash: string): string | undefined {
  if (sources.length === 0 || sources.some(({ url }) => url.trim() === '')) return 'source_url';
  return payloadHash === '' ? 'payload_hash' : undefined;
}

/** What is wrong with parts that name a source, or seem to have one. */
const PROBLEM_WORDS: Record<NonNullable<Mark['problem']>, string> = {
  'unknown-id': 'with an id that does not exist',
  'wrong-citation': 'not where the answer says it stands',
  'ungrounded-input': 'from a call whose input has no source',
  'failed-call': 'from a call that failed',
};

/** Each checkable part of the answer rests on a fact, a call or the person's words, and on the one it says. */
const noUnsourcedFigures: Guardrail = ({ marks }) => {
  const faulty = marks.filter(({ kind, problem }) => kind === 'unsourced' || problem !== undefined);
  if (faulty.length === 0) return undefined;
  const have = faulty.length === 1 ? 'part of the answer has no source' : 'parts of the answer have no source';
  const problems = Object.entries(PROBLEM_WORDS).flatMap(([problem, words]) => {
    const those = faulty.filter((mark) => mark.problem === problem);
    const calls = named(those.flatMap(({ call }) => call ?? []));
    return those.length === 0 ? [] : [`${those.length} ${words}${calls === '' ? '' : ` (${calls})`}`];
  });
  return [`${faulty.length} ${have}: ${kindsOf(faulty)}`, ...problems].join('; ');
};

/** Where one thing said ends and another begins: at the end of a sentence, and where it is turned round. */
const CLAUSE_ENDS =
  /[.!?](?=\s|$)|[;\n]|(?<!\p{L})(?:but|yet|however|still|nevertheless|instead|so|aber|doch|jedoch|mais|cependant|pero|mas|porém)(?!\p{L})/giu;

/** The clause of a text that a part of it stands in. */
function clauseAround(text: string, { start, end }: Mark): string {
  const ends = [...text.matchAll(CLAUSE_ENDS)].map((match) => match.index);
  return text.slice(ends.findLast((at) => at < start) ?? 0, ends.find((at) => at >= end) ?? text.length);
}

/**
 * A figure of a failure, where the answer says in the same breath that it failed: “I could not read the page: it answered
 * with 500.” One that is cited is taken to be claimed.
 */
function isReportOfFailure(text: string, mark: Mark): boolean {
  return mark.problem === 'failed-call' && mark.cited === undefined && ADMITS.test(clauseAround(text, mark));
}

/** The answer rests on no call that failed, and claims no effect that no call had. It may say that one failed. */
const noFailedEvidence: Guardrail = ({ text, marks, badges }) => {
  if (badges.some(({ badge }) => badge === 'no-matching-call')) return 'the answer claims an effect that no call had';
  const reported = new Set(marks.filter((mark) => isReportOfFailure(text, mark)));
  const failed = marks.filter((mark) => mark.problem === 'failed-call' && !reported.has(mark));
  if (failed.length > 0) {
    const rest = failed.length === 1 ? 'part of the answer rests' : 'parts of the answer rest';
    const calls = named(failed.flatMap(({ call }) => call ?? []));
    return `${failed.length} ${rest} on a call that failed: ${kindsOf(failed)}${calls === '' ? '' : ` (${calls})`}`;
  }
  const badge = badges.find((each) => each.badge === 'failed-evidence');
  const others = marks.some((mark) => mark.kind === 'unsourced' && !reported.has(mark));
  if (!badge || (reported.size > 0 && !others)) return undefined;
  return `the answer rests on a call that failed${badge.calls?.length ? `: ${named(badge.calls)}` : ''}`;
};

/** Code points: what a person counts as characters. */
function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function lengthWithin(least: number, most: number): Guardrail {
  return ({ text }) => {
    const count = characters(text);
    if (count > most) return `the answer has ${count} characters; ${most} are the most`;
    return count < least ? `the answer has ${count} characters; ${least} are the least` : undefined;
  };
}

/** The guardrails with a name alone; `length:MAX` and `length:MIN-MAX` are the others. */
export const NAMED_GUARDRAILS: ReadonlyMap<string, Guardrail> = new Map([
  ['facts-provenanced', factsProvenanced],
  ['no-unsourced-figures', noUnsourcedFigures],
  ['no-failed-evidence', noFailedEvidence],
]);

const LENGTH = /^length:(?:(\d{1,9})-)?(\d{1,9})$/;
/** A person's own: they come with tools of one's own. */
const OWN = /^tool:[a-z][a-z0-9_]*$/;

/**
 * The guardrail that an agent file names, or what is wrong with the name. `tool:NAME` is kept free for a person's own:
 * until they can be made, it blocks whatever it is asked about.
 */
export function guardrailNamed(name: string): Guardrail | { fault: string } {
  const named = NAMED_GUARDRAILS.get(name);
  if (named) return named;
  const length = LENGTH.exec(name);
  if (length) {
    const [least, most] = [Number(length[1] ?? 0), Number(length[2])];
    if (most > 0 && least <= most) return lengthWithin(least, most);
  }
  if (name.startsWith('length:'))
    return { fault: `${JSON.stringify(name)} is no length; write length:MAX or length:MIN-MAX, in characters` };
  if (OWN.test(name)) return () => `${name} is a guardrail of your own; that follows with tools`;
  const names = [...NAMED_GUARDRAILS.keys(), 'length:MAX', 'length:MIN-MAX'];
  return { fault: `there is no guardrail ${JSON.stringify(name)}; there are ${names.join(', ')}` };
}
