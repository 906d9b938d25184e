import { useEffect, useState } from 'react';
import type { EditPreview } from '#contract/approval';
import type { ApprovalId, Json } from '#contract/ids';
import { client, failureWords } from '../../client/client.ts';

/** Long enough for the next letter to come. */
const TYPING_MS = 200;

/** The host's word for these arguments. */
export interface KnownEdit {
  state: 'known';
  input: Json;
  preview: EditPreview;
}

/** What the host says of edited arguments: nothing to ask about, on its way, its word, or why it has none. */
export type PreviewedEdit =
  | { state: 'none' }
  | { state: 'asking'; before: KnownEdit | undefined }
  | KnownEdit
  | { state: 'fault'; message: string };

interface Answer {
  id: ApprovalId;
  key: string;
  result: KnownEdit | { state: 'fault'; message: string };
}

/**
 * Asks the host what a pending call would be with other arguments, while they are typed: the decision, and the title,
 * effects and origins of exactly those (H1, F10). `input` undefined: as proposed, or not readable at present. `known` is
 * its word for these very arguments; while it is asked, what it said of the ones before.
 */
export function useEditPreview(id: ApprovalId, input: Json | undefined): PreviewedEdit {
  const key = input === undefined ? undefined : JSON.stringify([id, input]);
  const [answer, setAnswer] = useState<Answer>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the arguments
  useEffect(() => {
    if (key === undefined || input === undefined) return;
    let current = true;
    const timer = setTimeout(() => {
      client.approval.preview({ id, editedInput: input }).then(
        (preview) => current && setAnswer({ id, key, result: { state: 'known', input, preview } }),
        (error: unknown) => current && setAnswer({ id, key, result: { state: 'fault', message: failureWords(error) } }),
      );
    }, TYPING_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key]);
  if (key === undefined) return { state: 'none' };
  if (answer?.key === key) return answer.result;
  const before = answer?.id === id && answer.result.state === 'known' ? answer.result : undefined;
  return { state: 'asking', before };
}
