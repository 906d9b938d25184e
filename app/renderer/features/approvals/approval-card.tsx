import { ChevronLeft, ChevronRight, MessageSquareText, Pencil } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from '../../components/button.tsx';
import { ExactText } from '../../components/exact-text.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { Seal } from '../../components/seal.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { formatDue } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { AgentWords } from './agent-words.tsx';
import { AllowButton } from './allow-button.tsx';
import { whyOnce } from './approval-draft.ts';
import { ArgumentViews } from './argument-views.tsx';
import { AskedBy } from './asked-by.tsx';
import { CardNotes } from './card-notes.tsx';
import { DockCard } from './dock-card.tsx';
import { EffectLines } from './effect-line.tsx';
import { GrantSentence } from './grant-sentence.tsx';
import { NarrowFields } from './narrow-fields.tsx';
import { OriginLines } from './origin-lines.tsx';
import { ReachChoice } from './reach-choice.tsx';
import { SinceLine } from './since-line.tsx';
import { type Card, type CardInput, useCard } from './use-card.ts';
import { allowWayLabel } from './way-label.ts';

export interface ApprovalCardProps extends CardInput {
  /** The number of the asking call. */
  seq: number;
  position?: { index: number; count: number } | undefined;
  /** A link to the Inbox where other runs wait too. */
  elsewhere?: ReactNode;
  /** Others that wait are alike: how many they are together, and the wish to see and answer them as one. */
  alike?: { count: number; onChoose: () => void } | undefined;
  fault?: string | undefined;
}

function Head({ props, card, titleId }: { props: ApprovalCardProps; card: Card; titleId: string }): ReactNode {
  const { approval, seq, position, elsewhere, onStep, now } = props;
  const { title } = card.about;
  return (
    <div className="flex items-start gap-2">
      <span className="mt-0.5 shrink-0">
        <Seal state="asked" size="l" />
      </span>
      <h2
        id={titleId}
        dir="auto"
        className="min-w-0 font-record text-request font-semibold tracking-[-0.003em] [overflow-wrap:anywhere]"
      >
        <ExactText text={title.text} />
        {title.object !== '' && (
          <>
            {' '}
            <code className="text-read/6 font-medium">
              <ExactText text={title.object} />
            </code>
          </>
        )}
      </h2>
      <span className="flex-1" />
      {approval.expiresAt === undefined ? (
        <span className="shrink-0 text-small/6 text-ink-3 compact:hidden">{t('approval.call', { seq })}</span>
      ) : (
        <span className="shrink-0 text-small/6 text-ink-3">
          {t('approval.expires', { when: formatDue(approval.expiresAt, now) })}
        </span>
      )}
      {elsewhere}
      {position && position.count > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, this steps through cards
        <span role="group" aria-label={t('approval.requests')} className="flex items-center gap-1">
          <IconButton
            icon={ChevronLeft}
            size="s"
            forward
            label={t('approval.previous')}
            keys="Alt+ArrowLeft"
            onClick={() => onStep?.(-1)}
          />
          <span className="text-small font-medium whitespace-nowrap">
            {t('approval.position', { value: position.index + 1, count: position.count })}
          </span>
          <IconButton
            icon={ChevronRight}
            size="s"
            forward
            label={t('approval.next')}
            keys="Alt+ArrowRight"
            onClick={() => onStep?.(1)}
          />
        </span>
      )}
    </div>
  );
}

function Answers({ props, card }: { props: ApprovalCardProps; card: Card }): ReactNode {
  const { approval, draft, busy, now } = props;
  const { chosen, armed, arming, why } = card;
  const reconcile = approval.purpose === 'reconcile';
  // Where text from outside is the reason, the note above says it.
  const onlyOnce = approval.labels.length > 0 ? undefined : whyOnce(approval);
  const once = reconcile ? t('approval.runAgain') : t('approval.allowOnce');
  return (
    <div className="flex flex-wrap items-center gap-2 bg-raised short:sticky short:-bottom-3 short:-mb-3 short:py-2">
      {why !== undefined && <p className="w-full text-small text-ink-2">{why}</p>}
      <AllowButton seal armed={armed} arming={arming} busy={busy} keys="Mod+Enter" onPress={() => card.allow(chosen)}>
        {chosen ? allowWayLabel(chosen, draft, now) : once}
      </AllowButton>
      {chosen ? (
        <Button onClick={() => card.change({ way: undefined })}>{t('reach.once')}</Button>
      ) : (
        !card.edited &&
        !reconcile && (
          <ReachChoice ways={card.ways} draft={draft} now={now} onChoose={(way) => card.change({ way: way?.id })} />
        )
      )}
      {props.alike && !chosen && !card.edited && (
        <Button onClick={props.alike.onChoose}>{t('alike.choose', { count: props.alike.count })}</Button>
      )}
      {approval.changes.length === 0 && !reconcile && !draft.editing && (
        <Button look="quiet" icon={Pencil} onClick={card.startEdit} aria-keyshortcuts="E">
          {t('approval.edit')}
        </Button>
      )}
      {/* A long reason breaks in its own lines, so that Deny stays at the far end. */}
      <span className="min-w-0 flex-1 text-small text-ink-3">{onlyOnce}</span>
      <span className="ms-auto flex items-center gap-2">
        {draft.note === undefined && (
          <IconButton
            icon={MessageSquareText}
            label={t('approval.addNote')}
            keys="N"
            onClick={() => card.change({ note: '' })}
          />
        )}
        <Button look="void" keys="D" busy={card.denying} disabled={busy || props.opened === 'gone'} onClick={card.deny}>
          {reconcile ? t('approval.dontRun') : draft.note ? t('approval.denyWithNote') : t('approval.deny')}
        </Button>
      </span>
    </div>
  );
}

/**
 * One request, docked above the composer: title made by the host, effects, exact bytes, the agent's words marked as
 * such, the rule that asked, answers. The transcript stays readable behind it (asks B4).
 */
export function ApprovalCard(props: ApprovalCardProps): ReactNode {
  const card = useCard(props);
  const { approval, draft } = props;
  const { about } = card;
  const id = useId();
  return (
    <DockCard titleId={`${id}-title`} describedBy={`${id}-effects`} approval={approval.id} onKeyDown={card.onKeyDown}>
      <Head props={props} card={card} titleId={`${id}-title`} />
      <EffectLines id={`${id}-effects`} effects={about.effects} />
      <CardNotes approval={about} mixed={card.mixed} />
      <ArgumentViews key={approval.id} approval={approval} card={card} draft={draft} />
      <OriginLines origins={about.origins} />
      {about.since && (
        <p className="text-small text-ink-3">
          <SinceLine since={about.since} />
        </p>
      )}
      <p className="flex min-w-0 gap-1.5 text-small leading-[1.125rem] text-ink-2">
        {approval.agentWords.trim() !== '' && <AgentWords words={approval.agentWords} all={draft.showAll} />}
        <span className="ms-auto shrink-0 text-ink-3 short:hidden" title={approval.reason}>
          <AskedBy approval={approval} />
        </span>
      </p>
      {card.chosen && (
        <>
          <GrantSentence chosen={card.chosen} />
          <NarrowFields chosen={card.chosen} draft={draft} now={props.now} onChange={card.change} />
        </>
      )}
      {draft.note !== undefined && (
        <TextInput
          size="l"
          icon={MessageSquareText}
          before={t('approval.note')}
          autoFocus
          aria-label={t('approval.noteLabel')}
          maxLength={2000}
          data-note
          value={draft.note}
          onChange={(event) => card.change({ note: event.target.value })}
        />
      )}
      {props.fault && (
        <Note icon={meaning.final} tone="void" role="alert">
          {props.fault}
        </Note>
      )}
      <Answers props={props} card={card} />
    </DockCard>
  );
}
