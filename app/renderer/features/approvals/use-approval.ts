import { useCallback, useEffect, useRef, useState } from 'react';
import type { Approval } from '#contract/approval';
import type { InboxItem } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { meaning } from '../../components/meaning-icons.ts';
import { useConnection } from '../../stores/connection-store.ts';
import { useOverview } from '../../stores/overview-store.ts';
import { showToast } from '../../stores/toast-store.ts';
import { t } from '../../strings/translate.ts';
import { revokeGrant } from '../policy/revoke-grant.ts';
import type { CardAnswer } from './approval-draft.ts';
import { dropDraft } from './draft-store.ts';

type OpenedItem = Extract<InboxItem, { type: 'approval' }>;

/** A request as the host hands it out: the exact card, and the nonce its answer must bring back (E16, H5). */
type OpenedApproval =
  | { state: 'opening' }
  | { state: 'open'; item: OpenedItem; nonce: string; armsAt: number }
  | { state: 'gone'; message: string };

export interface ApprovalHandle {
  opened: OpenedApproval;
  busy: boolean;
  fault: string | undefined;
  answer: (answer: CardAnswer) => void;
}

type Answered = Awaited<ReturnType<typeof client.approval.answer>>;

function tell(approval: Approval, { answer }: CardAnswer, { run, granted, alsoAnswered = 0 }: Answered): void {
  if (answer.type === 'deny') {
    const title = `${approval.title.text} ${approval.title.object}`.trim();
    showToast({ icon: meaning.deny, title: t('approval.deniedToast', { title }) });
    return;
  }
  if (granted === undefined) return;
  // The grant of the answer is the offer's own, narrowed or not, by the same id.
  const grant = approval.offers.find((offer) => offer.reach === answer.reach)?.grant;
  const undo = grant && { id: grant.id, ...(grant.layer === 'run' ? { run } : {}) };
  const sentence = granted.replaceAll('`', '');
  showToast({
    icon: meaning.answered,
    tone: 'seal',
    title: t('approval.granted'),
    detail: alsoAnswered > 0 ? `${sentence} ${t('approval.alsoAnswered', { count: alsoAnswered })}` : sentence,
    ...(undo && { action: { label: t('action.undo'), onPress: () => void revokeGrant(undo) } }),
  });
}

/** What a card shows of a request, as far as it may change while it waits: what may be offered follows the settings. */
function faceOf({ hash, rule, offers, labels, expiresAt }: Approval): string {
  return JSON.stringify([hash, rule, offers.map(({ reach, sentence }) => [reach, sentence]), labels, expiresAt]);
}

/**
 * Opens one pending request and answers it, and opens it anew whenever the connection comes back: a host that was started
 * again knows nothing of the nonces of the one before (E16); also when the Inbox shows it otherwise than before. What is shown and answered is the host's own record, never the page's
 * (H6); the hash shown goes back with the answer (H1). `onAnswered` is called once the host has taken it.
 */
export function useApproval(id: string, onAnswered?: () => void): ApprovalHandle {
  const [opened, setOpened] = useState<OpenedApproval>({ state: 'opening' });
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const connected = useConnection((state) => state.status === 'connected');
  const listed = useOverview(({ inbox }) => {
    const item = inbox.find((one) => one.type === 'approval' && one.approval.id === id);
    return item?.type === 'approval' ? faceOf(item.approval) : undefined;
  });
  const face = useRef<string>(undefined);
  useEffect(() => {
    if (listed === undefined) return;
    if (face.current !== undefined && face.current !== listed) setAttempt((n) => n + 1);
    face.current = listed;
  }, [listed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens the request again, for a new nonce
  useEffect(() => {
    let current = true;
    setOpened({ state: 'opening' });
    if (!connected) return;
    client.approval.open({ id }).then(
      ({ item, nonce, armsAt }) => {
        if (!current) return;
        if (item.type === 'approval') setOpened({ state: 'open', item, nonce, armsAt });
        else setOpened({ state: 'gone', message: t('approval.staleDetail') });
      },
      (error: unknown) => current && setOpened({ state: 'gone', message: failureWords(error) }),
    );
    return () => {
      current = false;
    };
  }, [id, attempt, connected]);
  const answer = useCallback(
    (given: CardAnswer) => {
      if (opened.state !== 'open') return;
      const { approval } = opened.item;
      setBusy(true);
      setFault(undefined);
      client.approval
        .answer({ id, nonce: opened.nonce, hash: approval.hash, ...given })
        .then((answered) => {
          dropDraft(id);
          tell(approval, given, answered);
          onAnswered?.();
        })
        .catch((error: unknown) => {
          setFault(`${t('approval.failed')}: ${failureWords(error)}`);
          setAttempt((n) => n + 1);
        })
        .finally(() => setBusy(false));
    },
    [opened, id, onAnswered],
  );
  return { opened, busy, fault, answer };
}
