import { useEffect, useState } from 'react';
import type { Approval } from '#contract/approval';
import { client, failureWords } from '../../client/client.ts';
import { meaning } from '../../components/meaning-icons.ts';
import { useConnection } from '../../stores/connection-store.ts';
import { showToast } from '../../stores/toast-store.ts';
import { t } from '../../strings/translate.ts';

/** One request as the host handed it out, with the nonce that its answer must bring back. */
interface OpenedRequest {
  approval: Approval;
  nonce: string;
  armsAt: number;
}

export interface AlikeHandle {
  /** The host's own records, once all of them are open: what is shown and answered is these (H6). */
  opened: readonly OpenedRequest[] | undefined;
  busy: boolean;
  fault: string | undefined;
  allow: () => void;
}

async function openOne(id: string): Promise<OpenedRequest> {
  const { item, nonce, armsAt } = await client.approval.open({ id });
  if (item.type !== 'approval') throw new Error(t('approval.staleDetail'));
  return { approval: item.approval, nonce, armsAt };
}

/** Allows each of them once, one after the other. Gives the reasons of those that were not taken. */
async function allowEach(requests: readonly OpenedRequest[]): Promise<string[]> {
  const refused: string[] = [];
  for (const { approval, nonce } of requests) {
    const answer = { id: approval.id, nonce, hash: approval.hash, answer: { type: 'allow' as const } };
    await client.approval.answer(answer).catch((error: unknown) => refused.push(failureWords(error)));
  }
  return refused;
}

function tell(taken: number, refused: readonly string[]): void {
  if (taken > 0) showToast({ icon: meaning.answered, tone: 'seal', title: t('alike.allowed', { count: taken }) });
  const [reason] = refused;
  if (reason !== undefined) {
    const title = t('alike.refused', { count: refused.length });
    showToast({ icon: meaning.failed, tone: 'void', title, detail: reason });
  }
}

/**
 * Opens several requests of one run and allows each once, with its own nonce and hash (H1, H4, H5): no answer covers more
 * than one. One that is not taken stays open and is asked again. `onAnswered` is called when all were answered or refused.
 */
export function useAlike(ids: readonly string[], onAnswered: () => void): AlikeHandle {
  const key = ids.join(' ');
  const connected = useConnection((state) => state.status === 'connected');
  const [opened, setOpened] = useState<readonly OpenedRequest[]>();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the requests are named by the key; none is opened while they are answered
  useEffect(() => {
    if (busy) return;
    let current = true;
    setOpened(undefined);
    if (!connected) return;
    Promise.all(ids.map(openOne)).then(
      (requests) => current && setOpened(requests),
      (error: unknown) => current && setFault(failureWords(error)),
    );
    return () => {
      current = false;
    };
  }, [key, connected]);
  const allow = () => {
    if (!opened || busy) return;
    setBusy(true);
    void allowEach(opened).then((refused) => {
      tell(opened.length - refused.length, refused);
      onAnswered();
    });
  };
  return { opened, busy, fault, allow };
}
