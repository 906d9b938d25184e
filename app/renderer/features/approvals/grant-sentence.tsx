import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../strings/translate.ts';
import type { ChosenWay } from './approval-draft.ts';

/** The sentence of the grant that an answer would give, closed by a double rule; then what it would have covered. */
export function GrantSentence({ chosen, ruled = true }: { chosen: ChosenWay; ruled?: boolean }): ReactNode {
  return (
    <div className={ruled ? 'border-line-2 border-t-[3px] border-double pt-2.5' : ''}>
      <p className="font-record text-sentence text-pretty">{chosen.sentence}</p>
      <p className="mt-1 flex items-center gap-1.5 text-small text-ink-2">
        <Icon of={History} size="s" />
        {chosen.offer.covered > 0 ? t('approval.covered', { count: chosen.offer.covered }) : t('approval.coveredNone')}
      </p>
    </div>
  );
}
