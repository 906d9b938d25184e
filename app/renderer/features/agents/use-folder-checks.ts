import { useEffect, useRef, useState } from 'react';
import type { FolderCheck } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { absolutePath, type FolderUse } from './draft.ts';

/**
 * Looks at each folder of a draft as it would be granted (asks B14): really listed, and really written where writing is
 * asked for. Gives one answer for each, in order; undefined while it is being looked at.
 */
export function useFolderChecks(
  folders: readonly FolderUse[],
  base: string | undefined,
): readonly (FolderCheck | undefined)[] {
  const [found, setFound] = useState<ReadonlyMap<string, FolderCheck>>(new Map());
  const asked = useRef(new Set<string>());
  const wanted = folders.map(({ path, access }) => ({ path: absolutePath(path, base), access }));
  const keys = wanted.map(({ path, access }) => `${access} ${path}`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys say all there is to the folders
  useEffect(() => {
    wanted.forEach(({ path, access }, index) => {
      const key = keys[index] ?? '';
      if (asked.current.has(key)) return;
      asked.current.add(key);
      const keep = (check: FolderCheck) => setFound((before) => new Map(before).set(key, check));
      client.folder.check({ path, access }).then(keep, (error: unknown) => {
        asked.current.delete(key);
        keep({ path, ok: false, message: failureWords(error), files: 0, bytes: 0, counted: false });
      });
    });
  }, [keys.join('\n')]);
  return keys.map((key) => found.get(key));
}
