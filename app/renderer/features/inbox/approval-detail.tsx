import { type ReactNode, useEffect, useRef } from 'react';
import type { Approval } from '#contract/approval';
import { commandOf } from '#contract/tool';
import type { InboxItem } from '#contract/views';
import { Card as CardGround } from '../../components/card.tsx';
import { Hash } from '../../components/hash.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { formatDue } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { useTools } from '../agents/use-tools.ts';
import { type ApprovalDraft, whyOnce } from '../approvals/approval-draft.ts';
import { ArgumentViews } from '../approvals/argument-views.tsx';
import { AskedBy } from '../approvals/asked-by.tsx';
import { CardNotes } from '../approvals/card-notes.tsx';
import { useDraft } from '../approvals/draft-store.ts';
import { OriginLines } from '../approvals/origin-lines.tsx';
import { SinceLine } from '../approvals/since-line.tsx';
import { useApproval } from '../approvals/use-approval.ts';
import { type Card, useCard } from '../approvals/use-card.ts';
import { wayLabel } from '../approvals/way-label.ts';
import { hrefOf } from '../shell/place.ts';
import { ApprovalFoot } from './approval-foot.tsx';
import { RequestHead } from './request-head.tsx';

type ApprovalItem = Extract<InboxItem, { type: 'approval' }>;

/** How far an answer may reach, each way with its key; only this call where nothing else is offered, and why. */
function Reach({
  approval,
  card,
  draft,
  now,
}: {
  approval: Approval;
  card: Card;
  draft: ApprovalDraft;
  now: number;
}): ReactNode {
  const { chosen } = card;
  const { edited } = card;
  const why = edited ? t('approval.editNote') : whyOnce(approval);
  const ways = edited ? [] : card.ways;
  const list = useRef<HTMLDivElement>(null);
  const { way } = draft;
  const shownWay = useRef(way);
  useEffect(() => {
    if (shownWay.current === way) return;
    shownWay.current = way;
    // The sentence below takes room from the list: the chosen row stays in sight.
    list.current?.querySelector('[data-state=checked]')?.closest('label')?.scrollIntoView({ block: 'nearest' });
  }, [way]);
  if (approval.purpose === 'reconcile') return null;
  // A way narrowed by hand is the row of its offer, in its own words.
  const listed = chosen && (ways.some((way) => way.id === chosen.id) ? chosen.id : chosen.offer.reach);
  return (
    <div ref={list} className="grid gap-2">
      <h3 className="text-small font-semibold">{t('approval.covers')}</h3>
      <CardGround className="overflow-hidden">
        <RadioGroup
          seal
          label={t('approval.covers')}
          value={listed ?? 'once'}
          onChange={(value) => card.change({ way: ways.find((way) => way.id === value)?.id })}
          options={[
            { value: 'once', label: t('reach.once'), keys: '1', ...(why !== undefined && { note: why }) },
            ...ways.map((way, index) => ({
              value: way.id,
              label: wayLabel(way.id === listed && chosen ? chosen : way, draft, now),
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
  const [draft, setDraft] = useDraft(listed.approval.id);
  const { opened, busy, fault, answer } = useApproval(listed.approval.id, onAnswered);
  const item = opened.state === 'open' ? opened.item : listed;
  const { approval } = item;
  const tool = useTools().tools?.find((one) => one.name === approval.call.tool);
  const card = useCard({
    approval,
    opened: opened.state,
    armsAt: opened.state === 'open' ? opened.armsAt : 0,
    now,
    busy,
    schema: tool && commandOf(tool, approval.call.command)?.input,
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
      className="flex min-h-0 flex-1 flex-col -outline-offset-2 low:block low:scroll-pb-16 low:overflow-auto"
    >
      <div className="min-h-0 flex-1 overflow-auto px-6 pt-5 pb-3 compact:px-4 low:overflow-visible">
        <div className="grid max-w-170 gap-3">
          <RequestHead
            titleId="inbox-title"
            run={item.run}
            runTitle={item.runTitle}
            approval={card.about}
            notes={<CardNotes approval={card.about} mixed={card.mixed} />}
            beside={
              <>
                {alike > 1 && (
                  <a href={hrefOf({ screen: 'run', run: item.run })}>{t('alike.inRun', { count: alike })}</a>
                )}
                {approval.expiresAt !== undefined && (
                  <span className="ms-auto">{t('approval.expires', { when: formatDue(approval.expiresAt, now) })}</span>
                )}
              </>
            }
          />
          <div className="grid gap-1.5">
            <ArgumentViews approval={approval} card={card} draft={draft} roomy />
            <p className="text-small text-ink-3">
              {card.hash !== undefined && (
                <>
                  {t(card.edited ? 'approval.editHash' : 'approval.exactHash')} <Hash value={card.hash} />{' '}
                </>
              )}
              <SinceLine since={card.about.since} />
            </p>
            <OriginLines origins={card.about.origins} />
          </div>
          <p className="text-small text-ink-3">
            <AskedBy approval={approval} />
          </p>
          <Reach approval={approval} card={card} draft={draft} now={now} />
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
