import type { ReactNode } from 'react';
import type { TextRef } from '#contract/text-ref';
import { useBlob } from '../../client/use-blob.ts';

function Long({ blob, head }: { blob: string; head: string }): ReactNode {
  const kept = useBlob(blob);
  return kept.type === 'text' ? kept.text : head;
}

/** What a person wrote, as they wrote it: never markup. */
export function UserText({ of }: { of: TextRef }): ReactNode {
  return (
    <p
      dir="auto"
      className="w-fit max-w-full max-h-[50vh] overflow-auto rounded-3 bg-sunk px-3 py-1.5 text-read whitespace-pre-wrap ring-line [overflow-wrap:anywhere]"
    >
      {'text' in of ? of.text : <Long blob={of.blob} head={of.head} />}
    </p>
  );
}
