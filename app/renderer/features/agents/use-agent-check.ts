import { useEffect, useState } from 'react';
import type { Json } from '#contract/ids';
import type { Problem, Sheet } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';

/** What the host says of a draft: all that is wrong, the file as it would be written, what it may do. */
export interface AgentCheck {
  /** The file this is about, as JSON text; tells a stale answer from a fresh one. */
  of: string;
  problems: readonly Problem[];
  text: string;
  /** The last sheet that could be made; a draft with faults keeps the one before. */
  sheet: Sheet | undefined;
  /** Whether the sheet is of an earlier draft. */
  stale: boolean;
  fault: string | undefined;
}

const WAIT_MS = 150;
/** Stands for a name that is not given yet, so that the sheet lives from the first tick on. */
const NO_NAME = 'unnamed-agent';

/** Asks the host about a draft 150 ms after it last changed. The answer to an older draft never replaces a newer one. */
export function useAgentCheck(file: Json, base: string | undefined): AgentCheck | undefined {
  const [check, setCheck] = useState<AgentCheck>();
  const of = JSON.stringify(file);
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const named = JSON.parse(of);
      const unnamed = named.name === '';
      if (unnamed) named.name = NO_NAME;
      try {
        const input = { file: named, ...(base === undefined ? {} : { base }) };
        const { problems, text, sheet } = await client.agent.check(input, { signal: abort.signal });
        setCheck((last) => ({
          of,
          problems,
          text: unnamed ? text.replace(`"${NO_NAME}"`, '""') : text,
          sheet: sheet ?? last?.sheet,
          stale: sheet === undefined,
          fault: undefined,
        }));
      } catch (error) {
        if (abort.signal.aborted) return;
        setCheck((last) => ({
          of,
          problems: last?.problems ?? [],
          text: last?.text ?? '',
          sheet: last?.sheet,
          stale: true,
          fault: failureWords(error),
        }));
      }
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [of, base]);
  return check;
}
