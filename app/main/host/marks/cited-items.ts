import type { Citation } from '#contract/mark';
import type { PlacedCitation } from './citation-tokens.ts';
import type { Item } from './find-items.ts';

/** What the model said of its items: for each, the ids; and which items one citation is for. */
export interface CitedItems {
  idsOf(item: Item): readonly string[];
  /** The items that one of the ids was given for, this one included. */
  sharing(item: Item, id: string): readonly Item[];
}

/** A token may stand so far after its figure. */
const REACH = 200;

/** Gives each citation to its items: all in the words it quotes, or the last one before its token, in the same line. */
export function citedItems(
  text: string,
  items: readonly Item[],
  citations: readonly Citation[],
  placed: readonly PlacedCitation[],
): CitedItems {
  const ids = new Map<Item, string[]>();
  const groups = new Map<string, Item[]>();
  const give = (item: Item, id: string, group: Item[]): void => {
    const known = ids.get(item);
    if (!known) ids.set(item, [id]);
    else if (!known.includes(id)) known.push(id);
    groups.set(`${item.start} ${id}`, group);
  };
  let next = 0;
  for (const { at, ids: cited } of placed) {
    while (next < items.length && (items[next]?.end ?? 0) <= at) next++;
    const item = items[next - 1];
    if (!item || at - item.end > REACH || text.slice(item.end, at).includes('\n')) continue;
    for (const id of cited) give(item, id, [item]);
  }
  for (const { quote, id } of citations.slice(0, 2000)) {
    const place = placeOf(text, quote);
    if (!place) continue;
    const inside = items.filter(({ start, end }) => start < place.end && end > place.start);
    for (const item of inside) give(item, id.trim().replace(/^\[|\]$/g, ''), inside);
  }
  return {
    idsOf: (item) => ids.get(item) ?? [],
    sharing: (item, id) => groups.get(`${item.start} ${id}`) ?? [item],
  };
}

/** Where the words of a citation stand: as they are, or without case. */
function placeOf(text: string, quote: string): { start: number; end: number } | undefined {
  const wanted = quote.trim();
  if (wanted === '') return undefined;
  const exact = text.indexOf(wanted);
  const start = exact !== -1 ? exact : text.toLowerCase().indexOf(wanted.toLowerCase());
  return start === -1 ? undefined : { start, end: start + wanted.length };
}
