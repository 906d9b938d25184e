import { FileInput, User, UserRoundCog } from 'lucide-react';
import type { MemoryOrigin } from '#contract/memory';
import type { MemoryRow } from '#contract/views';
import { spellOut } from '../../components/spell-out.ts';
import { t } from '../../strings/translate.ts';
import { MOST_LISTED } from './use-memories.ts';

/** The origins in the order in which they are shown. */
export const ORIGINS: readonly MemoryOrigin[] = ['you', 'agent', 'outside'];

/** One glyph for each origin. */
export const originIcon = { you: User, agent: UserRoundCog, outside: FileInput } as const;

/** Where a memory comes from besides its origin: the page or file, and the call that wrote it. */
export function sourceWords({ labels, callId, run, corrected }: MemoryRow): string {
  const [label] = labels;
  const source = label?.url ?? label?.path ?? label?.tool;
  const parts = [source, callId !== undefined && run !== undefined ? t('memory.byCall') : undefined];
  const written = parts.filter((part) => part !== undefined).join(', ');
  return corrected ? [written, t('memory.corrected')].filter((part) => part !== '').join(', ') : written;
}

/** How often it was given to a run. */
export function useWords({ uses }: MemoryRow): string {
  const runs = new Set(uses.map(({ run }) => run)).size;
  return runs === 0 ? t('memory.neverUsed') : t('memory.used', { count: runs });
}

/** A text in parts, those that are one of the words looked for marked: whole letters are compared, without case. */
export function hitsIn(text: string, query: string): { text: string; hit: boolean }[] {
  const words = query
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (words.length === 0) return [{ text, hit: false }];
  return text
    .split(new RegExp(`(${words.join('|')})`, 'giu'))
    .map((part, at) => ({ text: part, hit: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/**
 * How many are listed, of how many; nothing where that is all of them. A list that is full says that it is not the end.
 * Takes how many are listed, how many there are of this origin, and whether they were looked for.
 */
export function countWords(shown: number, all: number, searched: boolean): string | undefined {
  if (shown >= MOST_LISTED && (searched || shown < all))
    return searched ? t('memory.firstFound', { shown }) : t('memory.firstOf', { shown, all });
  return shown < all ? t('memory.foundOf', { shown, all }) : undefined;
}

/** The odd characters of a text by their codes, each once, in the order in which they come (row H3). */
export function oddIn(text: string): string[] {
  return [...new Set(spellOut(text, false).flatMap((span) => (span.type === 'odd' ? [span.code] : [])))];
}
