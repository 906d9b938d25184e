import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApprovalResponse, GrantOffer } from '#contract/approval';
import { WarrantError } from '#contract/errors';
import type { CatalogEvent } from '#contract/event';
import type { ApprovalId, Hash, Json, RunId, Timestamp } from '#contract/ids';
import { narrowedSentence } from '#contract/narrowed-sentence';
import type { Grant } from '#contract/permission';
import type { RunState } from '#contract/projections/run-state';
import { callHash } from '../policy/call-hash.ts';
import { policySettings } from '../policy/policy-settings.ts';
import { type EditParts, editProblems, judgeEdit, type WaitingCall } from './preview-edit.ts';

/** A person's answer as it comes in. `hash` is what the card showed. */
export interface GivenAnswer {
  id: ApprovalId;
  nonce: string;
  hash: Hash;
  answer:
    | { type: 'allow'; reach?: string | undefined; times?: number | undefined; until?: Timestamp | undefined }
    | { type: 'deny' };
  note?: string | undefined;
  editedInput?: Json | undefined;
  by: string;
}

/** A nonce is good for this long. */
const NONCE_MS = 60 * 60 * 1000;
/** A card may not be allowed sooner than this after it was opened (rule H4). A denial gives nothing, so it needs no delay. */
export const ARM_MS = 500;

/**
 * The nonces of opened cards (rules E16, H5): each is made for one pending question, kept in memory only and good for
 * one answer. Who never opened the card can't answer it.
 */
export class OpenCards {
  readonly #cards = new Map<ApprovalId, { nonce: string; openedAt: number }[]>();

  open(id: ApprovalId, now: number): { nonce: string; armsAt: number } {
    const nonce = randomBytes(24).toString('base64url');
    const fresh = (this.#cards.get(id) ?? []).filter((card) => now - card.openedAt < NONCE_MS);
    this.#cards.set(id, [...fresh.slice(-15), { nonce, openedAt: now }]);
    return { nonce, armsAt: now + ARM_MS };
  }

  /** Uses a nonce up for an answer; the reason if it is not good. All nonces of the question go with a good answer. */
  use(id: ApprovalId, nonce: string, now: number, allows: boolean): string | undefined {
    const given = Buffer.from(nonce);
    const card = this.#cards.get(id)?.find((c) => {
      const own = Buffer.from(c.nonce);
      return own.length === given.length && timingSafeEqual(own, given);
    });
    if (!card || now - card.openedAt >= NONCE_MS) return 'this card was not opened here; open it again';
    if (allows && now - card.openedAt < ARM_MS) return 'the card was answered faster than it can be read; answer again';
    this.#cards.delete(id);
    return undefined;
  }
}

/** The call that waits for an answer to this question. Throws `conflict` where none does. */
export function pendingCall(state: RunState, id: ApprovalId): WaitingCall {
  const callId = state.approvals.get(id);
  const call = callId === undefined ? undefined : state.calls.get(callId);
  if (call?.status !== 'waiting' || call.approval.id !== id)
    throw new WarrantError('conflict', `Approval ${id} has been answered already, or its run has ended.`);
  return call;
}

/** Whether an offer may be taken now: one that outlasts its run may not where the person switched those off (asks B4). */
export function mayBeTaken({ grant }: GrantOffer, { journal }: Pick<EditParts, 'journal'>): boolean {
  return grant.layer === 'run' || policySettings(journal.catalog.settings).offersAlways;
}

/**
 * The grant of the card for the reach chosen, narrowed by the number of times and the end the person gave, which its
 * sentence then says.
 */
function grantFor(call: WaitingCall, given: GivenAnswer, parts: EditParts): Grant | undefined {
  if (given.answer.type !== 'allow') return undefined;
  const { reach, times, until } = given.answer;
  if (reach === undefined || reach === 'once') return undefined;
  const offer = call.approval.offers.find((o) => o.reach === reach);
  if (!offer) {
    const offered = call.approval.offers.map((o) => o.reach).join(', ');
    const why = offered === '' ? 'it can only be allowed once' : `it offers: once, ${offered}`;
    throw new WarrantError('refused', `This question can’t be answered for "${reach}"; ${why}.`);
  }
  if (!mayBeTaken(offer, parts))
    throw new WarrantError(
      'refused',
      `Rules that outlast the run, such as "${reach}", are switched off in Policy. Choose once, or a reach in this run.`,
    );
  if (times !== undefined && offer.grant.layer !== 'run')
    throw new WarrantError('refused', 'A number of times is counted within one run; choose a reach in this run.');
  const ends = until === undefined ? offer.grant.expiresAt : Math.min(until, offer.grant.expiresAt ?? until);
  return {
    ...offer.grant,
    sentence: narrowedSentence(offer.grant.sentence, { times, until: until === undefined ? undefined : ends }),
    ...(times === undefined ? {} : { uses: times }),
    ...(ends === undefined ? {} : { expiresAt: ends }),
  };
}

/** The edit, if it may be answered with. Throws `bad-input` for what the schema refuses, `refused` for what the rules do. */
function checkEdit(state: RunState, call: WaitingCall, input: Json, by: string, parts: EditParts): Json {
  const problems = editProblems(state, call, input);
  const details = problems.map(({ path, message }) => `${path || '/'}: ${message}`);
  if (details.length > 0)
    throw new WarrantError('bad-input', `The edited arguments are not valid: ${details.join('; ')}`, details);
  const verdict = judgeEdit(state, call, input, by, parts);
  if (verdict.type === 'unknown' || verdict.type === 'deny')
    throw new WarrantError(
      'refused',
      `With these arguments the call would be denied: ${verdict.reason.replace(/\.$/, '')}. The rule: ${verdict.rule.sentence} Nothing was answered.`,
    );
  return input;
}

/**
 * Records a person's answer to one question, in one transaction with the grant it gives, if any: a grant for this run is
 * part of the answer, a longer one goes to the catalog. Refused where the
 * nonce is not the host's, where the hash is not that of the pending call (H1, H6), or where it is answered already, so
 * a double click answers once (H4). Returns the run, which the caller may advance, and the sentence of the grant.
 */
export async function answerApproval(
  parts: EditParts,
  cards: OpenCards,
  run: RunId,
  given: GivenAnswer,
): Promise<{ granted: string | undefined }> {
  const { journal } = parts;
  const now = parts.now();
  const waiting = journal.run(run);
  const pending = pendingCall(waiting, given.id);
  const { expiresAt } = pending.approval;
  if (expiresAt !== undefined && now >= expiresAt)
    throw new WarrantError('conflict', `Approval ${given.id} was not answered in time and has expired.`);
  const { editedInput } = given;
  const allows = given.answer.type === 'allow';
  // Before the card is used up: it stays open where the reach or the edit can't be taken.
  grantFor(pending, given, parts);
  if (editedInput !== undefined && allows) checkEdit(waiting, pending, editedInput, given.by, parts);
  const refused = cards.use(given.id, given.nonce, now, allows);
  if (refused !== undefined) throw new WarrantError('refused', `The answer was not taken: ${refused}.`);
  let granted: string | undefined;
  await journal.commit(run, (state) => {
    const call = pendingCall(state, given.id);
    if (given.hash !== call.approval.hash || call.approval.hash !== callHash(state, call))
      throw new WarrantError('conflict', 'What would run is not what the card showed. Open it again.');
    const grant = grantFor(call, given, parts);
    granted = grant?.sentence;
    const edited =
      editedInput === undefined || !allows ? undefined : checkEdit(state, call, editedInput, given.by, parts);
    const answered = edited === undefined ? call : { ...call, edited: { input: edited, by: given.by } };
    const response: ApprovalResponse = {
      approvalId: given.id,
      answer: given.answer.type === 'deny' ? { type: 'deny' } : { type: 'allow', ...(grant ? { grant } : {}) },
      by: given.by,
      hash: callHash(state, answered),
      ...(given.note === undefined ? {} : { note: given.note }),
      ...(edited === undefined ? {} : { editedInput: edited }),
    };
    const catalog: CatalogEvent[] = grant && grant.layer !== 'run' ? [{ type: 'grant-added', grant }] : [];
    return { run: [{ type: 'approval-answered', response }], catalog };
  });
  return { granted };
}
