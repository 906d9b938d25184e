import { canonicalJson } from '#contract/canonical-json';
import type { AnswerBadge, Mark } from '#contract/mark';
import type { CallSource } from './call-ground.ts';
import { effectClaims, hadEffect } from './effect-claims.ts';

/** An answer of more words than this says something that one may want to check, figures or not. */
const MANY_WORDS = 40;
/** Words by which an answer says itself that something did not work. */
export const ADMITS =
  /(?<!\p{L})(?:could ?n[o’']t|could not|cannot|can[’']t|unable|fail(?:ed|s|ure)?|error|did ?n[o’']t|did not|was ?n[o’']t|was not|not (?:found|available|allowed|possible)|denied|refused|unavailable|unsuccessful|no access|konnte nicht|nicht möglich|fehlgeschlagen|fehler|impossible|échoué|erreur|n[’']ai pas|no pude|no fue posible|falló|não (?:foi|consegui)|falhou|erro)(?!\p{L})/iu;

/** What the badges of an answer are found from. */
export interface BadgeSource {
  text: string;
  marks: readonly Mark[];
  /** All calls of the run that have ended, in order. */
  calls: readonly CallSource[];
  /** The entry of the person's last message. */
  since: number;
}

/**
 * What speaks against an answer as a whole (asks B24 to B26): nothing was called for it though it states something; the
 * last attempt at something it depends on failed; it says that something was done which no call did.
 */
export function findBadges(source: BadgeSource): AnswerBadge[] {
  const badges: AnswerBadge[] = [];
  const calls = source.calls.filter((call) => call.seq > source.since);
  if (calls.length === 0 && statesSomething(source)) badges.push({ badge: 'no-calls' });
  const claim = effectClaims(source.text).find(({ effect }) => !source.calls.some((call) => hadEffect(call, effect)));
  const failed = lastFailures(calls);
  if (failed.length > 0 && dependsOnFailure(source, claim !== undefined, calls))
    badges.push({ badge: 'failed-evidence', calls: failed.map((call) => call.id) });
  if (claim) badges.push({ badge: 'no-matching-call', claim: claim.words });
  return badges;
}

function wordsOf(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}

/** Figures that all have their ground, from the person or from earlier calls, are no answer out of nothing. */
function statesSomething({ text, marks }: BadgeSource): boolean {
  if (marks.length > 0) return marks.some((mark) => mark.kind === 'unsourced');
  return wordsOf(text) > MANY_WORDS;
}

/** The calls that failed and that no later one made good: the same tool again, in a later reply or with the same input. */
function lastFailures(calls: readonly CallSource[]): CallSource[] {
  const kind = (call: CallSource): string => [call.tool, ...call.command].join(' ');
  const good = new Map<string, number>();
  const same = new Set<string>();
  const failures: CallSource[] = [];
  for (const call of calls.toReversed()) {
    const input = `${kind(call)} ${canonicalJson(call.input)}`;
    if (call.ok) {
      good.set(kind(call), Math.max(good.get(kind(call)) ?? 0, call.seq));
      same.add(input);
    } else if ((good.get(kind(call)) ?? 0) <= call.seq && !same.has(input)) failures.push(call);
  }
  return failures.reverse();
}

/**
 * An answer whose figures all have their ground does not depend on what failed, nor does one that says so and states
 * nothing without ground.
 */
function dependsOnFailure({ text, marks }: BadgeSource, claims: boolean, calls: readonly CallSource[]): boolean {
  if (claims || marks.some((mark) => mark.kind === 'unsourced')) return true;
  if (marks.length > 0 || ADMITS.test(text)) return false;
  return wordsOf(text) > MANY_WORDS || calls.at(-1)?.ok !== true;
}
