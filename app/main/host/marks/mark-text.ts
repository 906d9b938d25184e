import type { AnswerBadge, Citation, Mark } from '#contract/mark';
import { takeCitations } from './citation-tokens.ts';
import { citedItems } from './cited-items.ts';
import { findBadges } from './find-badges.ts';
import { findItems } from './find-items.ts';
import { groundOf, type Sources } from './ground.ts';
import { matchItem } from './match-item.ts';

/**
 * Marks an answer: takes the tokens of citations out of its text, finds each checkable part, and matches it by its value
 * with facts, results of calls and the person's words (rule A12). Pure; linear in the texts.
 */
export function markText(
  answer: { text: string; citations: readonly Citation[] },
  sources: Sources,
): { text: string; marks: Mark[]; badges: AnswerBadge[] } {
  const ground = groundOf(sources, answer.text);
  const isKnown = (id: string): boolean => ground.factById.has(id) || ground.callByShort.has(id);
  const { text, citations } = takeCitations(answer.text, isKnown);
  const items = findItems(text, ground.names);
  const cited = citedItems(text, items, answer.citations, citations);
  const match = matchItem(text, cited, ground);
  const marks = items.map((item): Mark => {
    const { start, end } = item;
    return { start, end, text: item.text, item: item.item, ...match(item) };
  });
  return { text, marks, badges: findBadges({ text, marks, calls: sources.calls, since: sources.since }) };
}
