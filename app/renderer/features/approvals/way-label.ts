import type { Grant } from '#contract/permission';
import { formatMoment } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { type ApprovalDraft, proposedUntil, type Way } from './approval-draft.ts';

const DAY_MS = 86_400_000;

/** What a grant covers, in two or three words. */
function whatIsCovered({ permission }: Grant): string {
  switch (permission.kind) {
    case 'file':
      return t(permission.path.endsWith('**') ? 'reach.folder' : 'reach.file');
    case 'net':
      return t('reach.host');
    case 'tool': {
      const { line, input } = permission;
      if (line) return line.more ? t('reach.lines', { words: line.words.join(' ') }) : t('reach.line');
      return t(input ? 'reach.like' : 'reach.tool');
    }
    case 'secret':
      return t('reach.secret');
    case 'config':
      return t('reach.config');
  }
}

/** How far a way reaches, in a few words: “This folder, this run”, “This host, for 30 days”, “This file, next 10”. */
export function wayLabel({ offer, narrowed }: Way, draft: ApprovalDraft, now: number): string {
  const { grant } = offer;
  const reach = whatIsCovered(grant);
  if (narrowed === 'times') return t('reach.uses', { reach, count: Number(draft.times) || 0 });
  if (narrowed === 'until') return t('reach.until', { reach, when: draft.until ?? proposedUntil(now) });
  if (grant.uses !== undefined) return t('reach.uses', { reach, count: grant.uses });
  if (grant.expiresAt !== undefined) {
    const days = Math.round((grant.expiresAt - now) / DAY_MS);
    return days >= 2
      ? t('reach.days', { reach, count: days })
      : t('reach.until', { reach, when: formatMoment(grant.expiresAt, now) });
  }
  return t(grant.layer === 'run' ? 'reach.inRun' : 'reach.always', { reach });
}

/** The words of the button that gives it: for how long; what it covers stands in the sentence above it. */
export function allowWayLabel({ offer: { grant }, narrowed }: Way, draft: ApprovalDraft, now: number): string {
  if (narrowed === 'times') return t('approval.allowTimes', { count: Number(draft.times) || 0 });
  if (narrowed === 'until') return t('approval.allowUntil', { when: draft.until ?? proposedUntil(now) });
  if (grant.uses !== undefined) return t('approval.allowTimes', { count: grant.uses });
  if (grant.expiresAt !== undefined) {
    const days = Math.round((grant.expiresAt - now) / DAY_MS);
    return days >= 2
      ? t('approval.allowDays', { count: days })
      : t('approval.allowUntil', { when: formatMoment(grant.expiresAt, now) });
  }
  return t(grant.layer === 'run' ? 'approval.allowInRun' : 'approval.allowAlways');
}
