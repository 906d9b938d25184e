import { useEffect, useState } from 'react';
import type { FactRow } from '#contract/views';
import { client } from '../../client/client.ts';

const MOST = 8;
const LEAST_TYPED = 2;
const PAUSE_MS = 150;

/** The facts that have the words that were typed, of every run, the newest first; none where too little was typed. */
export function usePaletteFacts(query: string): readonly FactRow[] {
  const [found, setFound] = useState<{ words: string; rows: readonly FactRow[] }>();
  const words = query.trim();
  useEffect(() => {
    if (words.length < LEAST_TYPED) return;
    let current = true;
    const timer = setTimeout(() => {
      client.fact.list({ query: words, limit: MOST }).then(
        ({ rows }) => current && setFound({ words, rows }),
        // The rest of the palette still stands; the page Facts says what is wrong.
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [words]);
  return found && found.words === words ? found.rows : [];
}
