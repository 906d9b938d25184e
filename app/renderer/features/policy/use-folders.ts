import { useEffect, useState } from 'react';
import type { GrantedFolder } from '#contract/agent';
import { client } from '../../client/client.ts';

export type KnownFolder = Pick<GrantedFolder, 'id' | 'name' | 'path'>;

/** The folders that these saved agents were granted, each once. One whose agent can't be read is left out. */
export function useFolders(agents: readonly string[]): readonly KnownFolder[] {
  const [folders, setFolders] = useState<readonly KnownFolder[]>([]);
  const key = agents.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the names
  useEffect(() => {
    let gone = false;
    void Promise.allSettled(agents.map((name) => client.agent.show({ name }))).then((shown) => {
      if (gone) return;
      const all = shown.flatMap((one) => (one.status === 'fulfilled' ? one.value.agent.folders : []));
      setFolders([...new Map(all.map((folder) => [folder.id, folder])).values()]);
    });
    return () => {
      gone = true;
    };
  }, [key]);
  return folders;
}
