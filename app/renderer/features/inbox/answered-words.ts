import { CircleDashed, Hourglass, type LucideIcon } from 'lucide-react';
import type { AnsweredItem } from '#contract/views';
import type { BadgeTone } from '../../components/badge.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { formatDayName, formatSeries, formatTime } from '../../strings/format.ts';
import { type PlainKey, t } from '../../strings/translate.ts';
import type { ItemRow } from './item-list.tsx';

interface OutcomeLook {
  icon: LucideIcon;
  word: PlainKey;
  tone: ItemRow['tone'];
  badge: BadgeTone;
}

const looks: Record<AnsweredItem['outcome'], OutcomeLook> = {
  allowed: { icon: meaning.answered, word: 'answered.allowed', tone: 'seal', badge: 'ask' },
  denied: { icon: meaning.deny, word: 'answered.denied', tone: 'void', badge: 'deny' },
  expired: { icon: Hourglass, word: 'answered.expired', tone: 'ink', badge: 'ink' },
  stale: { icon: CircleDashed, word: 'answered.stale', tone: 'ink', badge: 'ink' },
  covered: { icon: meaning.allow, word: 'answered.covered', tone: 'ink', badge: 'ink' },
  'run-ended': { icon: meaning.stopped, word: 'answered.runEnded', tone: 'ink', badge: 'ink' },
};

/** Glyph, word and colour of how a question ended. */
export function outcomeLook(item: AnsweredItem): OutcomeLook {
  return looks[item.outcome];
}

function sameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

/** How it ended and who ended it: “Allowed by you”. */
export function outcomeWords(item: AnsweredItem): string {
  const outcome = t(looks[item.outcome].word);
  return item.by === undefined ? outcome : t('answered.outcomeBy', { outcome, who: item.by });
}

/** The row of a question that is over. */
export function answeredRow(item: AnsweredItem, now: number): ItemRow {
  const look = outcomeLook(item);
  const outcome = outcomeWords(item);
  return {
    id: item.approval.id,
    icon: look.icon,
    tone: look.tone,
    title: `${item.approval.title.text} ${item.approval.title.object}`.trim(),
    time: formatTime(item.at),
    place: t('inbox.place', { run: item.runTitle || t('runs.untitled'), agent: item.agent }),
    more: item.edited ? t('answered.edited', { outcome }) : outcome,
    group: formatDayName(item.at, now),
  };
}

/** “Answered today: 11 allowed, 2 denied, 1 expired”; undefined where nothing was answered today. */
export function answeredToday(items: readonly AnsweredItem[], now: number): string | undefined {
  const today = items.filter((item) => sameDay(item.at, now));
  const of = (outcome: AnsweredItem['outcome']) => today.filter((item) => item.outcome === outcome).length;
  const counts = [
    t('answered.countAllowed', { count: of('allowed') }),
    t('answered.countDenied', { count: of('denied') }),
    ...(of('expired') > 0 ? [t('answered.countExpired', { count: of('expired') })] : []),
  ];
  return today.length === 0 ? undefined : t('answered.today', { counts: formatSeries(counts) });
}
