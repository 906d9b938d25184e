import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Mark } from '#contract/mark';
import { Badge } from '../../components/badge.tsx';
import { Icon } from '../../components/icon.tsx';
import { MarginEntry } from '../../components/margin-entry.tsx';
import { SafeMarkdown } from '../../components/markdown.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Ring } from '../../components/ring.tsx';
import { formatEntry, formatList } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { AlteredLine } from '../facts/altered-line.tsx';
import type { MarkGround } from '../facts/mark-words.ts';
import { MarkedAnswer } from '../facts/marked-answer.tsx';
import type { AnswerWarning, Row } from './transcript-rows.ts';

/** Glyph, word and sentence of what speaks against an answer. */
function warningWords(warning: AnswerWarning): readonly [typeof TriangleAlert, string, string] {
  switch (warning.type) {
    case 'no-calls':
      return [meaning.noCalls, t('answer.noCalls'), t('answer.noCallsWhy')];
    case 'failed-call':
      return [
        TriangleAlert,
        t('answer.failedCall'),
        warning.seqs.length === 0
          ? t('answer.failedEvidenceUnknown')
          : t('answer.failedEvidenceWhy', {
              seq: formatList(warning.seqs.map(formatEntry)),
              count: warning.seqs.length,
            }),
      ];
    case 'no-matching-call':
      return [
        meaning.noCalls,
        t('answer.noMatchingCall'),
        warning.claim === undefined
          ? t('answer.noMatchingCallUnknown')
          : t('answer.noMatchingCallWhy', { claim: warning.claim }),
      ];
  }
}

/** What should be known of an answer before it is read: one line each, its first lines. */
export function AnswerWarnings({ warnings }: { warnings: readonly AnswerWarning[] }): ReactNode {
  return warnings.map((warning) => {
    const [icon, word, why] = warningWords(warning);
    return (
      <p
        key={`${warning.type} ${why}`}
        className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5 pb-0.5 text-small text-ink-2"
      >
        <Badge tone="deny" icon={icon}>
          {word}
        </Badge>
        <span className="min-w-0 [overflow-wrap:anywhere]">{why}</span>
      </p>
    );
  });
}

/** What the agent says: markdown with nothing that loads, what stands behind each figure, and, first, what speaks against it. */
export function AnswerRow({
  row,
  ground,
  onMark,
}: {
  row: Extract<Row, { type: 'answer' }>;
  ground: MarkGround;
  onMark: (mark: Mark) => void;
}): ReactNode {
  return (
    <MarginEntry number={formatEntry(row.seq)}>
      <div className="py-0.75">
        <AlteredLine marks={row.marks} ground={ground} />
        <AnswerWarnings warnings={row.warnings} />
        {row.marks.length > 0 ? (
          <MarkedAnswer text={row.text} marks={row.marks} ground={ground} onOpen={onMark} />
        ) : (
          <SafeMarkdown text={row.text} />
        )}
      </div>
    </MarginEntry>
  );
}

/**
 * Words that are not shown: what was blocked is never published, what was not looked at is not published yet, and what
 * stands before a call is not looked at.
 */
export function HeldRow({ row }: { row: Extract<Row, { type: 'held' }> }): ReactNode {
  const { end } = row;
  if (!row.final || row.misfit)
    return (
      <MarginEntry number={formatEntry(row.seq)}>
        <p className="py-0.75 text-small text-ink-3">
          {t(row.misfit ? 'answer.misfit' : row.guarded ? 'run.heldWords' : 'run.heldWordsForm')}
        </p>
      </MarginEntry>
    );
  const blocked = end?.type === 'blocked';
  return (
    <MarginEntry
      number={formatEntry(row.seq)}
      tone={blocked ? 'void' : 'ink'}
      mark={end ? <Icon of={meaning.blocked} size="s" /> : <Ring />}
    >
      <p className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-0.5 ps-1 text-small text-ink-2">
        {!end ? (
          t(row.guarded ? 'answer.held' : 'answer.heldForm')
        ) : (
          <>
            <span className={blocked ? 'font-medium text-void-ink' : 'font-medium'}>
              {blocked ? t('answer.notPublishedBy', { guardrail: end.guardrail }) : t('answer.notPublished')}
            </span>
            {!blocked && (
              <span className="min-w-0">{t(row.guarded ? 'answer.notPublishedEnd' : 'answer.notPublishedForm')}</span>
            )}
          </>
        )}
      </p>
    </MarginEntry>
  );
}

/** Words as they arrive, whole ones, with a caret; or, before the first, that the model is being asked. */
export function StreamingRow({ text }: { text: string }): ReactNode {
  return (
    <MarginEntry number="" mark={<Ring />}>
      <div className="py-0.75">
        {text === '' ? (
          <p className="text-read text-ink-3">{t('run.working')}</p>
        ) : (
          <p dir="auto" className="text-read text-pretty whitespace-pre-wrap [overflow-wrap:anywhere]">
            {text.trimEnd()}
            <span className="caret-mark" />
          </p>
        )}
      </div>
    </MarginEntry>
  );
}
