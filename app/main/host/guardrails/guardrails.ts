import type { Fact, UnprovenFact } from '#contract/fact';
import type { Json, ToolCallId } from '#contract/ids';
import type { AnswerBadge, Mark } from '#contract/mark';

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

/** So many items are listed in a reason, each at this length. */
const MOST_LISTED = 3;
const LONGEST_ITEM = 60;

function listed(items: readonly string[]): string {
  const shown = items
    .slice(0, MOST_LISTED)
    .map((text) => `“${text.length > LONGEST_ITEM ? `${text.slice(0, LONGEST_ITEM)}…` : text}”`);
  const more = items.length - shown.length;
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
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

/** Each checkable part of the answer rests on a fact, a call or the person's words, and on the one it says. */
const noUnsourcedFigures: Guardrail = ({ marks }) => {
  const faulty = marks.filter(({ kind, problem }) => kind === 'unsourced' || problem !== undefined);
  if (faulty.length === 0) return undefined;
  return `${faulty.length === 1 ? 'a part' : `${faulty.length} parts`} of the answer has no source: ${listed(faulty.map(({ text }) => text))}`;
};

/** The answer rests on no call that failed, and claims no effect that no call had. */
const noFailedEvidence: Guardrail = ({ marks, badges }) => {
  const effect = badges.find(({ badge }) => badge === 'no-matching-call');
  if (effect) return `the answer claims an effect that no call had${effect.claim ? `: ${listed([effect.claim])}` : ''}`;
  const failed = marks.filter(({ problem }) => problem === 'failed-call');
  if (failed.length > 0) return `the answer rests on a call that failed: ${listed(failed.map(({ text }) => text))}`;
  const badge = badges.find((each) => each.badge === 'failed-evidence');
  return badge && `the answer rests on a call that failed${badge.calls?.length ? `: ${badge.calls.join(', ')}` : ''}`;
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
