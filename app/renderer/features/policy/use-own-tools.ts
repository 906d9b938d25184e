import { useEffect, useState } from 'react';
import { client } from '../../client/client.ts';

/** The names of the tools that a saved agent has; undefined while they are not known. */
export function useOwnTools(agent: string | undefined): ReadonlySet<string> | undefined {
  const [found, setFound] = useState<{ of: string; tools: ReadonlySet<string> }>();
  useEffect(() => {
    if (agent === undefined) return;
    let gone = false;
    client.agent.show({ name: agent }).then(
      ({ agent: { bindings } }) => gone || setFound({ of: agent, tools: new Set(bindings.map(({ tool }) => tool)) }),
      // Of an agent that can't be read nothing is known; the test itself says why.
      () => gone || setFound(undefined),
    );
    return () => {
      gone = true;
    };
  }, [agent]);
  return found?.of === agent ? found?.tools : undefined;
}
