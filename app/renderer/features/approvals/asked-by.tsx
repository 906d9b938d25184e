import type { ReactNode } from 'react';
import type { Approval } from '#contract/approval';
import { t } from '../../strings/translate.ts';
import { RecordText } from '../policy/record-text.tsx';

/** The rule that asked, in its own words, with its source. */
export function AskedBy({ approval }: { approval: Approval }): ReactNode {
  return (
    <>
      {t('approval.askedBy')}{' '}
      <em className="text-ink-2 not-italic">
        <RecordText of={approval.rule.sentence.replace(/\.$/, '')} />
      </em>
      {`, ${approval.rule.source}`}
    </>
  );
}
