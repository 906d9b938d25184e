import { MessageSquareText } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';
import { AllowButton } from '../approvals/allow-button.tsx';
import type { ApprovalDraft } from '../approvals/approval-draft.ts';
import { GrantSentence } from '../approvals/grant-sentence.tsx';
import { NarrowFields } from '../approvals/narrow-fields.tsx';
import type { Card } from '../approvals/use-card.ts';
import { useDockRoom } from '../approvals/use-dock-room.ts';
import { allowWayLabel } from '../approvals/way-label.ts';

/** The answers of an open request, always in sight, with the sentence of the grant that Allow would give. */
export function ApprovalFoot({
  card,
  draft,
  busy,
  gone,
  now,
  fault,
  reconcile,
  onLater,
}: {
  card: Card;
  draft: ApprovalDraft;
  busy: boolean;
  gone: boolean;
  now: number;
  fault: string | undefined;
  reconcile: boolean;
  onLater: () => void;
}): ReactNode {
  const { why } = card;
  const box = useRef<HTMLDivElement>(null);
  useDockRoom(box, 'foot');
  const once = reconcile ? t('approval.runAgain') : t('approval.allowOnce');
  return (
    <>
      <div
        ref={box}
        className={`shrink-0 px-6 pt-3 compact:px-4 ${card.chosen ? 'border-line-2 border-t-[3px] border-double' : 'border-line border-t'}`}
      >
        <div className="grid max-w-170 gap-2">
          {fault && (
            <Note icon={meaning.final} tone="void" role="alert">
              {fault}
            </Note>
          )}
          {card.chosen && (
            <>
              <GrantSentence chosen={card.chosen} ruled={false} />
              <NarrowFields chosen={card.chosen} draft={draft} now={now} onChange={card.change} />
            </>
          )}
          <TextInput
            size="l"
            icon={MessageSquareText}
            before={t('approval.note')}
            aria-label={t('approval.noteLabel')}
            maxLength={2000}
            data-note
            value={draft.note ?? ''}
            onChange={(event) => card.change({ note: event.target.value })}
          />
          {why && <p className="text-small text-ink-2">{why}</p>}
        </div>
      </div>
      <div className="shrink-0 bg-paper px-6 pt-2 pb-3 compact:px-4 low:sticky low:bottom-0 low:pb-2">
        <div className="flex max-w-170 flex-wrap items-center gap-2">
          <AllowButton
            seal
            size="l"
            armed={card.armed}
            arming={card.arming}
            busy={busy}
            keys="Mod+Enter"
            onPress={() => card.allow(card.chosen)}
          >
            {card.chosen ? allowWayLabel(card.chosen, draft, now) : once}
          </AllowButton>
          {card.chosen && (
            <AllowButton
              seal={false}
              size="l"
              armed={card.armed}
              arming={card.arming}
              onPress={() => card.allow(undefined)}
            >
              {once}
            </AllowButton>
          )}
          <Button look="quiet" size="l" onClick={onLater}>
            {t('approval.later')}
          </Button>
          <Button
            look="void"
            size="l"
            keys="D"
            className="ms-auto"
            busy={card.denying}
            disabled={busy || gone}
            onClick={card.deny}
          >
            {reconcile ? t('approval.dontRun') : draft.note?.trim() ? t('approval.denyWithNote') : t('approval.deny')}
          </Button>
        </div>
      </div>
    </>
  );
}
