import type { ReactNode } from 'react';
import type { Approval } from '#contract/approval';
import { formatList } from '../../strings/format.ts';
import { Text } from '../../strings/text.tsx';
import { t } from '../../strings/translate.ts';

/** What changed since the person was last asked about the same command in this run; nothing where it is the first time. */
export function SinceLine({ since }: { since: Approval['since'] }): ReactNode {
  if (!since) return null;
  if (since.fields.length === 0) return t('approval.sinceSame');
  return (
    <Text of="approval.since" with={{ fields: <b className="font-medium text-ink">{formatList(since.fields)}</b> }} />
  );
}
