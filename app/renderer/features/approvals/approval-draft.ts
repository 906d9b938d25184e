import type { Approval, GrantOffer } from '#contract/approval';
import type { Json, Timestamp } from '#contract/ids';
import { narrowedSentence } from '#contract/narrowed-sentence';
import { t } from '../../strings/translate.ts';

/** What a person chose so far for one request. Each request of a run keeps its own. */
export interface ApprovalDraft {
  /** The id of the way chosen. Absent: once. */
  way: string | undefined;
  /** How often, as typed, where the way is for a number of calls. */
  times: string;
  /** Until when today, as typed (HH:MM), where the way ends at a time. Absent: the time the card proposes. */
  until: string | undefined;
  /** The edited arguments as text; absent while they are as proposed. */
  edit: string | undefined;
  editing: boolean;
  note: string | undefined;
  showAll: boolean;
}

export const EMPTY_DRAFT: ApprovalDraft = {
  way: undefined,
  times: '10',
  until: undefined,
  edit: undefined,
  editing: false,
  note: undefined,
  showAll: false,
};

/** An answer as a person gave it on the card. */
export interface CardAnswer {
  answer: { type: 'allow'; reach?: string; times?: number; until?: Timestamp } | { type: 'deny' };
  note?: string;
  editedInput?: Json;
}

/** One way to allow more than this call: an offer as it is, or narrowed to a number of calls or to a time today. */
export interface Way {
  id: string;
  offer: GrantOffer;
  narrowed: 'times' | 'until' | undefined;
}

/** A way as it would be given now: the sentence that the grant will say, or what keeps it from being given. */
export interface ChosenWay extends Way {
  times: number | undefined;
  until: Timestamp | undefined;
  sentence: string;
  fault: string | undefined;
}

/** The arguments as proposed, as the editor begins with them. */
export function proposedText({ call }: Approval): string {
  return JSON.stringify(call.input, null, 2);
}

/** Whether the arguments differ from the proposed ones; an editor that was only opened changes nothing. */
export function isEdited(approval: Approval, { edit }: ApprovalDraft): boolean {
  return edit !== undefined && edit !== proposedText(approval);
}

/** The grants a card may offer: none for a call that carries text from outside, and never `once` itself. */
export function offersOf(approval: Approval): GrantOffer[] {
  return approval.labels.length > 0 ? [] : approval.offers.filter((offer) => offer.reach !== 'once');
}

/** How a grant may be narrowed: a number is counted within one run, an end is given to what has none of its own. */
export function narrowingsOf({ grant }: GrantOffer): ('times' | 'until')[] {
  return [
    ...(grant.layer === 'run' && grant.uses === undefined ? (['times'] as const) : []),
    ...(grant.expiresAt === undefined ? (['until'] as const) : []),
  ];
}

/** An offer as it is, or narrowed. */
export function wayOf(offer: GrantOffer, narrowed?: Way['narrowed']): Way {
  return { id: narrowed ? `${offer.reach} ${narrowed}` : offer.reach, offer, narrowed };
}

/** How wide an offer is beside others of its card: of this run, for some days, until it is taken back. */
function width({ grant }: GrantOffer): number {
  return grant.layer === 'run' ? 0 : grant.expiresAt === undefined ? 2 : 1;
}

/**
 * The ways to allow more than this call, narrow to wide, in the order of their keys: the offers of this run, the widest
 * of them first for a number of calls and until a time today; then those that outlast the run. Every other offer is
 * narrowed once it is chosen.
 */
export function waysOf(approval: Approval): Way[] {
  const offers = offersOf(approval).toSorted((a, b) => width(a) - width(b));
  const inRun = offers.filter((offer) => offer.grant.layer === 'run');
  const wide = inRun.find((offer) => offer.reach === 'folder') ?? inRun.at(-1);
  return offers
    .flatMap((offer) => [
      ...(offer === wide ? narrowingsOf(offer).map((narrowed) => wayOf(offer, narrowed)) : []),
      wayOf(offer),
    ])
    .slice(0, 8);
}

function wayById(approval: Approval, id: string | undefined): Way | undefined {
  return offersOf(approval)
    .flatMap((offer) => [wayOf(offer), ...narrowingsOf(offer).map((narrowed) => wayOf(offer, narrowed))])
    .find((way) => way.id === id);
}

/** Why a request offers nothing but this one call, in words; undefined where it offers more, or settles an outcome. */
export function whyOnce(approval: Approval): string | undefined {
  if (approval.purpose === 'reconcile' || offersOf(approval).length > 0) return undefined;
  if (approval.labels.length > 0) return t('approval.onceOutside');
  return t(approval.effects.some(({ kind }) => kind === 'no-undo') ? 'approval.onceFinal' : 'approval.onceOnly');
}

const HALF_HOUR = 30 * 60_000;

/** The time a card proposes: 18:00, from half past five the half hour that is at least one hour off, today at the latest. */
export function proposedUntil(now: Timestamp): string {
  const evening = new Date(now).setHours(18, 0, 0, 0);
  const later = Math.ceil((now + 2 * HALF_HOUR) / HALF_HOUR) * HALF_HOUR;
  const last = new Date(now).setHours(23, 59, 0, 0);
  const date = new Date(evening - now >= HALF_HOUR ? evening : Math.min(later, last));
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
}

function readUntil(text: string, now: Timestamp): Timestamp | undefined {
  const clock = /^(\d{1,2}):(\d{2})$/.exec(text);
  const [hours, minutes] = [Number(clock?.[1] ?? 24), Number(clock?.[2] ?? 60)];
  return hours < 24 && minutes < 60 ? new Date(now).setHours(hours, minutes, 0, 0) : undefined;
}

const MOST_TIMES = 1000;

/** The chosen way as it would be given now; none while the arguments are edited, for offers fit the proposed call alone. */
export function chosenWay(approval: Approval, draft: ApprovalDraft, now: Timestamp): ChosenWay | undefined {
  if (isEdited(approval, draft)) return undefined;
  const way = wayById(approval, draft.way);
  if (!way) return undefined;
  const { sentence } = way.offer;
  const plain = { ...way, times: undefined, until: undefined, fault: undefined };
  if (way.narrowed === 'times') {
    const times = /^\d+$/.test(draft.times) ? Number(draft.times) : 0;
    if (times < 1 || times > MOST_TIMES)
      return { ...plain, sentence, fault: t('reach.badTimes', { value: MOST_TIMES }) };
    return { ...plain, times, sentence: narrowedSentence(sentence, { times }) };
  }
  if (way.narrowed === 'until') {
    const until = readUntil(draft.until ?? proposedUntil(now), now);
    if (until === undefined || until <= now) return { ...plain, sentence, fault: t('reach.badUntil') };
    return { ...plain, until, sentence: narrowedSentence(sentence, { until }) };
  }
  return { ...plain, sentence };
}
