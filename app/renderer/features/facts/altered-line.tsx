import { CircleOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Mark } from '#contract/mark';
import { Badge } from '../../components/badge.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { formatList, formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { alteredBehind, type MarkGround } from './mark-words.ts';

const MOST_NAMED = 4;

function idsOf(ids: readonly string[]): string {
  const more = ids.length - MOST_NAMED;
  return formatList(more > 0 ? [...ids.slice(0, MOST_NAMED), `+${formatNumber(more)}`] : ids);
}

/** The first line of an answer that rests on stored bytes which are not what they were, by itself or by a computation. */
export function AlteredLine({ marks, ground }: { marks: readonly Mark[]; ground: MarkGround }): ReactNode {
  const behind = alteredBehind(marks, ground);
  return (['changed', 'missing'] as const).map((fault) => {
    const ids = behind[fault];
    return (
      ids.length > 0 && (
        <p key={fault} className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5 pb-0.5 text-small text-ink-2">
          <Badge tone="deny" icon={fault === 'changed' ? meaning.alteredFact : CircleOff}>
            {t(`answer.${fault}Bytes`)}
          </Badge>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {t(`answer.${fault}BytesWhy`, { ids: idsOf(ids), count: ids.length })}
          </span>
        </p>
      )
    );
  });
}
