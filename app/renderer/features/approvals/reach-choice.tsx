import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { GrantOffer } from '#contract/approval';
import { Button } from '../../components/button.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Menu } from '../../components/menu.tsx';
import { t } from '../../strings/translate.ts';
import { offerLabel } from './offer-label.ts';

/** One scoped grant that fits the call, and a menu of the others. Choosing gives nothing yet: it shows the sentence. */
export function ReachChoice({
  offers,
  now,
  onChoose,
}: {
  offers: readonly GrantOffer[];
  now: number;
  onChoose: (offer: GrantOffer | undefined) => void;
}): ReactNode {
  // The folder for this run is what most tasks need; a narrower or longer reach is in the menu.
  const first = offers.find((offer) => offer.reach === 'folder') ?? offers[0];
  if (!first) return null;
  const others = offers.filter((offer) => offer !== first);
  return (
    <span className="inline-flex">
      <Button className={others.length > 0 ? 'rounded-e-none' : ''} onClick={() => onChoose(first)}>
        {offerLabel(first, now)}…
      </Button>
      {others.length > 0 && (
        <Menu
          align="start"
          trigger={
            <IconButton
              icon={ChevronDown}
              label={t('approval.moreWays')}
              look="plain"
              tooltip={false}
              className="-ms-px w-7! rounded-s-none"
            />
          }
          groups={[
            [
              { id: 'once', label: t('reach.once'), keys: '1', onSelect: () => onChoose(undefined) },
              ...offers.map((offer, index) => ({
                id: offer.reach,
                label: offerLabel(offer, now),
                keys: String(index + 2),
                onSelect: () => onChoose(offer),
              })),
            ],
          ]}
        />
      )}
    </span>
  );
}
