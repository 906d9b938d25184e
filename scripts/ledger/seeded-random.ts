/** A source of numbers that is the same on every machine for the same seed and purpose. */
export interface SeededRandom {
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number;
  /** True once in `odds` times. */
  oneIn(odds: number): boolean;
  /** One of the items; the list must not be empty. */
  pick<Item>(items: readonly Item[]): Item;
  /** A shuffled copy. */
  shuffle<Item>(items: readonly Item[]): Item[];
}

/**
 * Mulberry32, started from a seed and a purpose. Each purpose is a stream of its own, so that leaving out one fault
 * changes nothing else in the ledger.
 */
export function seededRandom(seed: number, purpose: string): SeededRandom {
  let state = hashOf(`${seed}:${purpose}`);

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  }

  function integer(least: number, most: number): number {
    return least + (next() % (most - least + 1));
  }

  function pick<Item>(items: readonly Item[]): Item {
    const item = items[integer(0, items.length - 1)];
    if (item === undefined) throw new Error('pick needs at least one item');
    return item;
  }

  function shuffle<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item, index) => ({ item, index, key: next() }))
      .sort((a, b) => a.key - b.key || a.index - b.index)
      .map(({ item }) => item);
  }

  return { integer, pick, shuffle, oneIn: (odds) => integer(1, odds) === 1 };
}

/** FNV-1a over the code units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
