import type { GrantOffer } from '#contract/approval';
import { formatMoment } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

const DAY_MS = 86_400_000;

/** How far an offer reaches, in a few words: “This folder, this run”, “This host, for 30 days”. */
export function offerLabel(offer: GrantOffer, now: number): string {
  const reach = t(`reach.${offer.reach}`);
  const { grant } = offer;
  if (grant.uses !== undefined) return t('reach.uses', { reach, count: grant.uses });
  if (grant.expiresAt !== undefined) {
    const days = Math.round((grant.expiresAt - now) / DAY_MS);
    return days >= 2
      ? t('reach.days', { reach, count: days })
      : t('reach.until', { reach, when: formatMoment(grant.expiresAt, now) });
  }
  return grant.layer === 'run' ? t('reach.inRun', { reach }) : reach;
}
