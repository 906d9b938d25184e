import { Badge, BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

/** The seal at the head of the sheet with the revision in it; dashed for a draft. */
export function Imprint({ revision, draft }: { revision: number; draft: boolean }): ReactNode {
  const Glyph = draft ? Badge : BadgeCheck;
  return (
    <span
      role="img"
      aria-label={t(draft ? 'builder.imprintDraft' : 'builder.imprint', { revision })}
      className="relative grid size-11 shrink-0 place-items-center text-seal"
    >
      <Glyph
        aria-hidden
        className={`absolute inset-0 size-11 ${draft ? '' : '[&>path:last-child]:hidden'}`}
        strokeWidth={1}
        strokeDasharray={draft ? '1.6 1.4' : undefined}
      />
      <b aria-hidden className="font-record text-small font-semibold text-seal-ink">
        {formatNumber(revision)}
      </b>
    </span>
  );
}
