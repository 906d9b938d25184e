import { TriangleAlert, Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { MarginEntry } from '../../components/margin-entry.tsx';
import { SafeMarkdown } from '../../components/markdown.tsx';
import { Ring } from '../../components/ring.tsx';
import { formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import type { AnswerWarning } from './transcript-rows.ts';

function Warning({ warning }: { warning: AnswerWarning }): ReactNode {
  const bare = warning.type === 'no-calls';
  return (
    <p className="flex flex-wrap items-center gap-1.5 pb-0.5 text-small text-ink-2">
      <Badge tone="deny" icon={bare ? Unlink : TriangleAlert}>
        {t(bare ? 'answer.noCalls' : 'answer.failedCall')}
      </Badge>
      <span>{bare ? t('answer.noCallsWhy') : t('answer.failedCallWhy', { seq: formatNumber(warning.seq) })}</span>
    </p>
  );
}

/** What the agent says: markdown with nothing that loads, and, first, what should be known about it. */
export function AnswerRow({
  seq,
  text,
  warning,
}: {
  seq: number;
  text: string;
  warning: AnswerWarning | undefined;
}): ReactNode {
  return (
    <MarginEntry number={formatNumber(seq)}>
      <div className="py-0.75">
        {warning && <Warning warning={warning} />}
        <SafeMarkdown text={text} />
      </div>
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
