import { Quote } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { InboxItem } from '#contract/methods';
import { Badge } from '../../components/badge.tsx';
import { Card as CardGround } from '../../components/card.tsx';
import { DiffView } from '../../components/diff-view.tsx';
import { ExactText } from '../../components/exact-text.tsx';
import { Hash } from '../../components/hash.tsx';
import { Icon } from '../../components/icon.tsx';
import { lineDiff } from '../../components/line-diff.ts';
import { meaning } from '../../components/meaning-icons.ts';
import { RadioGroup } from '../../components/radio-group.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { formatRelative } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { type ApprovalDraft, EMPTY_DRAFT } from '../approvals/approval-draft.ts';
import { CardNotes } from '../approvals/card-notes.tsx';
import { ChangeSet } from '../approvals/change-set.tsx';
import { EditArguments } from '../approvals/edit-arguments.tsx';
import { EffectLines } from '../approvals/effect-line.tsx';
import { ExactView } from '../approvals/exact-view.tsx';
import { useApproval } from '../approvals/use-approval.ts';
import { type Card, useCard } from '../approvals/use-card.ts';
import { wayLabel } from '../approvals/way-label.ts';
import { toolName } from '../run/describe-call.ts';
import { hrefOf } from '../shell/place.ts';
import { ApprovalFoot } from './approval-foot.tsx';

type ApprovalItem = Extract<InboxItem, { type: 'approval' }>;
type View = 'edit' | 'proposed' | 'difference';

/** The exact arguments: as proposed, edited, or the difference between the two. */
function Arguments({ item, card, draft }: { item: ApprovalItem; card: Card; draft: ApprovalDraft }): ReactNode {
  const [view, setView] = useState<View>('proposed');
  const { approval } = item;
  const proposed = useMemo(() => JSON.stringify(approval.call.input, null, 2), [approval.call]);
  if (approval.changes.length > 0) {
    return <ChangeSet changes={approval.changes} onSeen={card.onFilesSeen} />;
  }
  const edited = draft.edit !== undefined && draft.edit !== proposed;
  return (
    <div>
      <div className="mb-1.5 flex items-center gap-2">
        <h3 className="text-small font-semibold">{t('approval.arguments')}</h3>
        {edited && <Badge icon={meaning.answered}>{t('approval.edited')}</Badge>}
        <span className="flex-1" />
        {approval.purpose === 'execute' && (
          <Segmented<View>
            label={t('inbox.view')}
            value={view}
            onChange={(next) => {
              setView(next);
              if (next === 'edit') card.startEdit();
            }}
            segments={[
              { value: 'edit', label: t('approval.edit') },
              { value: 'proposed', label: t('inbox.proposed') },
              { value: 'difference', label: t('inbox.difference') },
            ]}
          />
        )}
      </div>
      {view === 'edit' && draft.edit !== undefined ? (
        <EditArguments
          rows={10}
          value={draft.edit}
          checked={card.checked}
          onChange={(edit) => card.change({ edit })}
          onReset={() => {
            card.change({ edit: undefined, editing: false });
            setView('proposed');
          }}
        />
      ) : view === 'difference' ? (
        <div data-part="well" className="max-h-[50vh] overflow-auto rounded-2 bg-sunk py-2 ring-line">
          <DiffView lines={lineDiff(proposed, draft.edit ?? proposed)} label={t('inbox.difference')} />
        </div>
      ) : (
        <ExactView
          text={card.text}
          preview={card.text}
          label={t('approval.arguments')}
          open
          roomy
          onOpen={() => card.change({ showAll: true })}
          onShown={card.onShown}
        />
      )}
      {!edited && (
        <p className="mt-1 text-small text-ink-3">
          {t('approval.exactHash')} <Hash value={approval.hash} />
        </p>
      )}
    </div>
  );
}

function Reach({ card, draft, now }: { card: Card; draft: ApprovalDraft; now: number }): ReactNode {
  if (card.ways.length === 0) return null;
  return (
    <div className="grid gap-2">
      <h3 className="text-small font-semibold">{t('approval.covers')}</h3>
      <CardGround className="overflow-hidden">
        <RadioGroup
          seal
          label={t('approval.covers')}
          value={card.chosen?.id ?? 'once'}
          onChange={(value) => card.change({ way: card.ways.find((way) => way.id === value)?.id })}
          options={[
            { value: 'once', label: t('reach.once'), keys: '1' },
            ...card.ways.map((way, index) => ({
              value: way.id,
              label: wayLabel(way, draft, now),
              keys: String(index + 2),
            })),
          ]}
        />
      </CardGround>
    </div>
  );
}

/** One request, opened: where it comes from, what it would do, its exact bytes, how far an answer reaches, answers. */
export function ApprovalDetail({
  item: listed,
  alike,
  now,
  onAnswered,
  onLater,
}: {
  item: ApprovalItem;
  /** How many requests of the run are alike, this one among them; they can be answered together in the run. */
  alike: number;
  now: number;
  onAnswered: () => void;
  onLater: () => void;
}): ReactNode {
  const [draft, setDraft] = useState<ApprovalDraft>({ ...EMPTY_DRAFT, showAll: true });
  const { opened, busy, fault, answer } = useApproval(listed.approval.id, onAnswered);
  const item = opened.state === 'open' ? opened.item : listed;
  const { approval } = item;
  const card = useCard({
    approval,
    opened: opened.state,
    armsAt: opened.state === 'open' ? opened.armsAt : 0,
    now,
    busy,
    schema: undefined,
    draft,
    onDraft: setDraft,
    onAnswer: answer,
  });
  return (
    <section
      aria-labelledby="inbox-title"
      data-region
      data-inbox-detail
      tabIndex={-1}
      onKeyDown={card.onKeyDown}
      className="flex min-h-0 flex-col -outline-offset-2"
    >
      <div className="min-h-0 flex-1 overflow-auto px-6 pt-5 pb-3 compact:px-4">
        <div className="grid max-w-170 gap-3">
          <div>
            <p className="flex flex-wrap items-center gap-2 text-small text-ink-3">
              <a href={hrefOf({ screen: 'run', run: item.run })}>
                <bdi>{item.runTitle || t('runs.untitled')}</bdi>
              </a>
              <span>
                {t('inbox.tool')} <code className="text-ink-2">{toolName(approval.call)}</code>
              </span>
              {alike > 1 && <a href={hrefOf({ screen: 'run', run: item.run })}>{t('alike.inRun', { count: alike })}</a>}
              {approval.expiresAt !== undefined && (
                <span className="ms-auto">
                  {t('approval.expires', { when: formatRelative(approval.expiresAt, now) })}
                </span>
              )}
            </p>
            <h2
              id="inbox-title"
              dir="auto"
              className="font-record text-ask font-semibold tracking-[-0.01em] [overflow-wrap:anywhere]"
            >
              <ExactText text={approval.title.text} />{' '}
              {approval.title.object !== '' && (
                <code className="text-h2/8 font-medium">
                  <ExactText text={approval.title.object} />
                </code>
              )}
            </h2>
          </div>
          <EffectLines effects={approval.effects} />
          <CardNotes approval={approval} mixed={card.mixed} />
          {approval.agentWords.trim() !== '' && (
            <p className="flex items-start gap-2 text-small text-ink-2">
              <Icon of={Quote} size="s" className="mt-px" />
              <span className="shrink-0 text-ink-3">{t('approval.agentWords')}</span>
              <q className="min-w-0 before:content-['“'] after:content-['”'] [overflow-wrap:anywhere]">
                {approval.agentWords.trim()}
              </q>
            </p>
          )}
          <Arguments item={item} card={card} draft={draft} />
          <p className="text-small text-ink-3">
            {t('approval.askedBy')}{' '}
            <em className="text-ink-2 not-italic">{approval.rule.sentence.replace(/\.$/, '')}</em>
            {`, ${approval.rule.source}`}
          </p>
          <Reach card={card} draft={draft} now={now} />
        </div>
      </div>
      <ApprovalFoot
        card={card}
        draft={draft}
        busy={busy}
        gone={opened.state === 'gone'}
        now={now}
        fault={opened.state === 'gone' ? opened.message : fault}
        reconcile={approval.purpose === 'reconcile'}
        onLater={onLater}
      />
    </section>
  );
}
