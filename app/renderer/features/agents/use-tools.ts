import { useEffect } from 'react';
import { create } from 'zustand';
import type { Tool } from '#contract/tool';
import { client, failureWords } from '../../client/client.ts';
import { orderTools } from './tool-groups.ts';

interface Tools {
  /** In the order of the builder. Undefined until the list has come. */
  tools: readonly Tool[] | undefined;
  fault: string | undefined;
}

const useStore = create<Tools>(() => ({ tools: undefined, fault: undefined }));

/** The tools that are here, read once for each page that shows them. */
export function useTools(): Tools {
  useEffect(() => {
    client.tool.list().then(
      (list) => useStore.setState({ tools: orderTools(list), fault: undefined }),
      (error: unknown) => useStore.setState({ fault: failureWords(error) }),
    );
  }, []);
  return useStore();
}
