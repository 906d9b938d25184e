import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import type { GrantOffer } from '#contract/approval';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../strings/translate.ts';

/** The sentence of the grant that an answer would give, closed by a double rule; then what it would have covered. */
export function GrantSentence({ offer, ruled = true }: { offer: GrantOffer; ruled?: boolean }): ReactNode {
  return (
    <div className={ruled ? 'border-line-2 border-t-[3px] border-double pt-2.5' : ''}>
      <p className="font-record text-sentence text-pretty">{offer.sentence}</p>
      <p className="mt-1 flex items-center gap-1.5 text-small text-ink-2">
        <Icon of={History} size="s" />
        {offer.covered > 0 ? t('approval.covered', { count: offer.covered }) : t('approval.coveredNone')}
      </p>
    </div>
  );
}
