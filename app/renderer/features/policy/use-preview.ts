import { useEffect, useState } from 'react';
import type { GrantDraft } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';

/** A draft in the host's words, or why it can't be a rule. Both undefined while the host has not answered. */
export interface Preview {
  sentence: string | undefined;
  fault: string | undefined;
}

const NONE: Preview = { sentence: undefined, fault: undefined };

/** Asks the host for the sentence of a draft, `waitMs` after it last changed. Changes nothing. */
export function usePreview(draft: GrantDraft | undefined, waitMs: number): Preview {
  const [found, setFound] = useState<Preview & { of: string }>({ ...NONE, of: '' });
  const key = draft === undefined ? '' : JSON.stringify(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the draft
  useEffect(() => {
    if (draft === undefined) return;
    let gone = false;
    const timer = setTimeout(() => {
      client.grant.preview(draft).then(
        ({ sentence }) => gone || setFound({ sentence, fault: undefined, of: key }),
        (error: unknown) => gone || setFound({ sentence: undefined, fault: failureWords(error), of: key }),
      );
    }, waitMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [key, waitMs]);
  return found.of === key ? found : NONE;
}
