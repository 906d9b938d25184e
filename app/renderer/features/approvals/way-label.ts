import type { GrantOffer } from '#contract/approval';
import { formatMoment } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { type ApprovalDraft, proposedUntil, type Way } from './approval-draft.ts';

const DAY_MS = 86_400_000;

/** What an offer covers; a standing one says its thing, not “always”, where it has an end. */
function whatIsCovered({ reach, grant }: GrantOffer): GrantOffer['reach'] {
  if (reach !== 'month' && (reach !== 'always' || grant.expiresAt === undefined)) return reach;
  switch (grant.permission.kind) {
    case 'file':
      return grant.permission.path === '**' ? 'folder' : 'file';
    case 'net':
      return 'host';
    default:
      return 'run';
  }
}

/** How far a way reaches, in a few words: “This folder, this run”, “This host, for 30 days”, “This file, next 10”. */
export function wayLabel({ offer, narrowed }: Way, draft: ApprovalDraft, now: number): string {
  const { grant } = offer;
  const reach = t(`reach.${whatIsCovered(offer)}`);
  if (narrowed === 'times') return t('reach.uses', { reach, count: Number(draft.times) || 0 });
  if (narrowed === 'until') return t('reach.until', { reach, when: draft.until ?? proposedUntil(now) });
  if (grant.uses !== undefined) return t('reach.uses', { reach, count: grant.uses });
  if (grant.expiresAt !== undefined) {
    const days = Math.round((grant.expiresAt - now) / DAY_MS);
    return days >= 2
      ? t('reach.days', { reach, count: days })
      : t('reach.until', { reach, when: formatMoment(grant.expiresAt, now) });
  }
  return grant.layer === 'run' ? t('reach.inRun', { reach }) : reach;
}
