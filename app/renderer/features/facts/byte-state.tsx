import { Check, CircleOff, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FactCheck } from '#contract/views';
import { Badge } from '../../components/badge.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Ring } from '../../components/ring.tsx';
import { t } from '../../strings/translate.ts';

/** Whether the stored bytes are what the log says, in a table: glyph and word. */
export function ByteState({ check }: { check: FactCheck | 'hashing' | undefined }): ReactNode {
  if (check === undefined) return <span className="text-small text-ink-3">{t('bytes.unchecked')}</span>;
  if (check === 'hashing')
    return (
      <span className="inline-flex items-center gap-1 text-small text-ink-2">
        <Ring className="size-3" />
        {t('bytes.hashing')}
      </span>
    );
  const [icon, colour] =
    check.state === 'same'
      ? [Check, 'text-evid-ink']
      : [check.state === 'changed' ? TriangleAlert : CircleOff, 'text-void-ink'];
  return (
    <span className={colour}>
      <Badge tone="inherit" icon={icon}>
        {t(`bytes.${check.state}`)}
      </Badge>
    </span>
  );
}

/** The same as a badge, for the head of one fact. */
export function ByteBadge({ check }: { check: FactCheck | 'hashing' | undefined }): ReactNode {
  if (check === undefined) return null;
  if (check === 'hashing') return <Badge running>{t('bytes.hashing')}</Badge>;
  if (check.state === 'same')
    return (
      <Badge tone="evid" icon={meaning.hash}>
        {t('bytes.unchanged')}
      </Badge>
    );
  return (
    <Badge tone="deny" icon={check.state === 'changed' ? TriangleAlert : CircleOff}>
      {t(check.state === 'changed' ? 'bytes.wereChanged' : 'bytes.areMissing')}
    </Badge>
  );
}
