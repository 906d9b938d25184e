import { Brain, type LucideIcon, RotateCcw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Limits } from '#contract/agent';
import { extensionOf } from '#contract/projections/limit-extension';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Fold } from '../../components/fold.tsx';
import { Icon } from '../../components/icon.tsx';
import { MarginEntry, type MarginTone } from '../../components/margin-entry.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { Seal } from '../../components/seal.tsx';
import { formatEntry, formatTime } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { moreWords } from './more-words.ts';
import type { Row } from './transcript-rows.ts';

/** The ways on that a row may offer. */
export interface RowActs {
  /** What the agent may use at most; going on is by these. */
  limits: Limits;
  /** Goes on by so much, in the limit's own unit. */
  onContinue: (more: number) => void;
  onChangeInstruction: () => void;
  onStop: () => void;
  onTryAgain: () => void;
  busy: boolean;
}

function LimitRow({
  row,
  open,
  acts,
}: {
  row: Extract<Row, { type: 'limit' }>;
  open: boolean;
  acts: RowActs;
}): ReactNode {
  const { by } = extensionOf(row.limit, acts.limits);
  const guard = row.limit === 'repeat' || row.limit === 'parse' || row.limit === 'no-progress';
  return (
    <MarginEntry number={formatEntry(row.seq)} mark={<Icon of={meaning.limit} size="s" />}>
      <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1 ps-1">
        {guard ? (
          <>
            <span>{t('entry.loopGuard')}</span>
            <span className="text-small text-ink-2">{row.detail}</span>
          </>
        ) : (
          // The agent is named by the page.
          <span>{t('entry.limit', { detail: row.detail.replace(/^[a-z\d-]+ used /, '') })}</span>
        )}
        {row.extendedBy !== undefined && (
          <span className="flex items-center gap-1 text-small text-ink-2">
            <Seal state="answered" size="s" />
            {t('entry.continuedBy', { more: moreWords(row.limit, row.extendedBy) })}
            {row.extendedAt !== undefined && `, ${formatTime(row.extendedAt)}`}
          </span>
        )}
      </div>
      {open && (
        <div className="flex flex-wrap gap-2 ps-1 pt-1">
          {guard && (
            <Button look="ink" onClick={acts.onChangeInstruction}>
              {t('entry.changeInstruction')}
            </Button>
          )}
          <Button look={guard ? 'plain' : 'ink'} busy={acts.busy} onClick={() => acts.onContinue(by)}>
            {t('entry.continueBy', { more: moreWords(row.limit, by) })}
          </Button>
          {!guard && <Button onClick={acts.onChangeInstruction}>{t('entry.changeInstruction')}</Button>}
          <Button look="quiet" onClick={acts.onStop}>
            {t('action.stop')}
          </Button>
        </div>
      )}
    </MarginEntry>
  );
}

const ends: Readonly<Record<'completed' | 'blocked' | 'cancelled' | 'failed', readonly [LucideIcon, MarginTone]>> = {
  completed: [meaning.allow, 'ink'],
  blocked: [meaning.blocked, 'void'],
  cancelled: [meaning.stopped, 'ink'],
  failed: [meaning.failed, 'void'],
};

function EndRow({
  row,
  open,
  acts,
}: {
  row: Extract<Row, { type: 'ended' }>;
  open: boolean;
  acts: RowActs;
}): ReactNode {
  const { end } = row;
  const [glyph, tone] = ends[end.type];
  const words =
    end.type === 'blocked'
      ? t('entry.ended.blocked', { guardrail: end.guardrail })
      : end.type === 'cancelled'
        ? t('entry.ended.cancelled', { by: end.by })
        : t(`entry.ended.${end.type}`);
  const tryAgain = open && end.type === 'failed' && (
    <Button size="s" busy={acts.busy} onClick={acts.onTryAgain}>
      {t('action.tryAgain')}
    </Button>
  );
  const detail = row.said
    ? undefined
    : end.type === 'blocked'
      ? end.reason
      : end.type === 'failed'
        ? end.message
        : undefined;
  return (
    <MarginEntry number={formatEntry(row.seq)} tone={tone} mark={<Icon of={glyph} size="s" />}>
      <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1 ps-1 text-small text-ink-2">
        <span className={tone === 'void' ? 'font-medium text-void-ink' : ''}>{words}</span>
        <span className="text-ink-3">{formatTime(row.at)}</span>
        {row.said && tryAgain}
      </div>
      {detail && (
        <Note icon={glyph} tone="void">
          <span className="me-2 whitespace-pre-wrap [overflow-wrap:anywhere]">{detail}</span>
          {tryAgain}
        </Note>
      )}
    </MarginEntry>
  );
}

/** The model was asked again: one line, the words it was told behind it. */
function RepairRow({ row }: { row: Extract<Row, { type: 'repair' }> }): ReactNode {
  const [shown, setShown] = useState(false);
  const text = 'text' in row.text ? row.text.text : row.text.head;
  return (
    <MarginEntry number={formatEntry(row.seq)} mark={<Icon of={RotateCcw} size="s" />}>
      <div className="flex min-h-7 flex-wrap items-center gap-x-2 ps-1 text-small text-ink-2">
        <span>{t('entry.repairTitle')}</span>
        <span className="text-ink-3">{t('entry.repairAttempt', { attempt: row.attempt })}</span>
        <Button size="s" look="quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t('entry.whole')}
        </Button>
      </div>
      {shown && <CodeBlock text={text} label={t('entry.repairTitle')} wrap padding={false} />}
    </MarginEntry>
  );
}

/** A guardrail has looked: a quiet line where it let the answer through, the reason where it did not. */
function GuardrailRow({ row }: { row: Extract<Row, { type: 'guardrail' }> }): ReactNode {
  const { guardrail, reason } = row;
  if (row.verdict === 'pass')
    return (
      <MarginEntry number={formatEntry(row.seq)} mark={<Icon of={meaning.guardrail} size="s" />}>
        <p className="flex min-h-7 flex-wrap items-center gap-x-2 ps-1 text-small text-ink-2">
          <span>{t('entry.guardrailPassed', { guardrail })}</span>
          {reason && <span className="text-ink-3 [overflow-wrap:anywhere]">{reason}</span>}
        </p>
      </MarginEntry>
    );
  return (
    <MarginEntry number={formatEntry(row.seq)} tone="void" mark={<Icon of={meaning.blocked} size="s" />}>
      <Note icon={meaning.blocked} tone="void">
        <b className="font-medium">{t('entry.guardrailBlocked', { guardrail })}</b>
        {reason && <span className="block whitespace-pre-wrap [overflow-wrap:anywhere]">{reason}</span>}
      </Note>
    </MarginEntry>
  );
}

/** What happened to the run itself. `open`: it is the last word, so the ways on stand with it. */
export function EventRow({
  row,
  open,
  acts,
}: {
  row: Extract<
    Row,
    {
      type:
        | 'limit'
        | 'ended'
        | 'model-failed'
        | 'compacted'
        | 'resumed'
        | 'repair'
        | 'gathering-ended'
        | 'recalled'
        | 'guardrail';
    }
  >;
  open: boolean;
  acts: RowActs;
}): ReactNode {
  switch (row.type) {
    case 'limit':
      return <LimitRow row={row} open={open} acts={acts} />;
    case 'ended':
      return <EndRow row={row} open={open} acts={acts} />;
    case 'model-failed':
      return (
        <MarginEntry number={formatEntry(row.seq)} tone="void" mark={<Icon of={meaning.failed} size="s" />}>
          <Note icon={meaning.failed} tone="void">
            <b className="font-medium">{t('entry.modelFailed')}</b>
            <span className="block whitespace-pre-wrap [overflow-wrap:anywhere]">{row.message}</span>
          </Note>
        </MarginEntry>
      );
    case 'compacted':
      return (
        <Fold icon={meaning.shortened} title={t('entry.compacted', { seq: row.throughSeq })}>
          <span>{t('entry.compactedWhy')}</span>
        </Fold>
      );
    case 'gathering-ended':
      return (
        <Fold icon={meaning.shortened} title={t('entry.gatheringEnded')}>
          <span>{row.detail}</span>
        </Fold>
      );
    case 'repair':
      return <RepairRow row={row} />;
    case 'recalled':
      return (
        <Fold icon={Brain} title={t('entry.recalledCount', { count: row.ids.length })}>
          <span>{t('entry.recalledWhy')}</span>
        </Fold>
      );
    case 'guardrail':
      return <GuardrailRow row={row} />;
    case 'resumed':
      return <Fold title={t(`entry.resumed.${row.cause}`, { time: formatTime(row.at) })} />;
  }
}
