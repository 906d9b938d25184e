import type { CallSource } from './call-ground.ts';
import {
  AUXILIARIES,
  DEEDS,
  type Effect,
  FIRST_PERSON,
  FULFILLED,
  OBJECTS,
  SPEAKERS,
  UNDONE,
  VERBS,
} from './effect-verbs.ts';

/** Words of an answer that say something was done. */
export interface EffectClaim {
  effect: Effect;
  words: string;
}

const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*|\d+/gu;
const SENTENCE_END = /[.!?](?=\s|$)|[\n;。]/g;
const LONGEST_CLAIM = 160;
const FILE_NAME =
  /(?:^|[\s"'`(])(?:\/[\w./-]+|[\w-]+\.(?:csv|tsv|txt|md|json|pdf|xlsx?|docx?|html?|xml|py|js|ts|ya?ml|log|png|jpe?g|svg|zip|sql))(?=$|[\s"'`).,:;!?])/i;
/** Who did it, where that is not the agent itself. */
const BY_ANOTHER =
  /\b(?:by|von|par|por)\s+(?!(?:me|us|myself|mir|uns|moi|nous|mí|mim|nosotros|e-?mail|mail|post|card|phone|default|mistake|the (?:agent|assistant|system|tool)|this (?:agent|assistant|tool)|an? (?:agent|tool|call))\b)(?:\p{Lu}[\p{L}.'’-]+|(?:the|a|an|his|her|their|its|another|someone|somebody|der|dem|den|die|einem|einer|le|la|les|un|une|el|los|las|una|o|os|as|um|uma)\s+\p{L}+|someone|somebody|others|him|her|them)/u;
const PAST = new Set([
  'ago',
  'last',
  'originally',
  'yesterday',
  'earlier',
  'formerly',
  'gestern',
  'hier',
  'ayer',
  'ontem',
]);
/** Between a noun and its verb these make it a thing that is told of: `payments that were made`. */
const ELSEWHERE = new Set([
  'that',
  'which',
  'who',
  'to',
  'before',
  'after',
  'per',
  'each',
  'every',
  'usually',
  'often',
]);
/** What an agent writes in its answer itself: a claim of it needs a place outside the answer. */
const SAID_ONLY = new Set(['write', 'move']);

/**
 * What an answer says was done, as far as its words claim it plainly: in the first person (`I saved`), in the passive of
 * a thing (`the record has been created`), or as a bare report (`Saved to report.md`). What is negated, conditional or
 * asked claims nothing (asks B25).
 */
export function effectClaims(text: string): EffectClaim[] {
  const claims: EffectClaim[] = [];
  const prose = withoutCode(text);
  for (const sentence of sentencesOf(prose)) {
    if (sentence.trimEnd().endsWith('?')) continue;
    for (const clause of sentence.split(/,\s+(?:but|and then|so|aber|mais|pero|mas)\s/i)) {
      const claim = claimOf(clause);
      if (claim) claims.push(claim);
    }
  }
  return claims;
}

function withoutCode(text: string): string {
  const parts = text.split('```');
  return parts.filter((_, index) => index % 2 === 0).join('\n');
}

function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + 1;
    sentences.push(text.slice(from, end));
    from = end;
  }
  sentences.push(text.slice(from));
  return sentences.filter((sentence) => sentence.trim() !== '');
}

function claimOf(clause: string): EffectClaim | undefined {
  const words = [...clause.slice(0, 1000).matchAll(WORD)].map((match) => match[0].replace('’', "'").toLowerCase());
  if (words.some((word) => UNDONE.has(word) || word.endsWith("n't"))) return undefined;
  const speaks = words.some((word) => SPEAKERS.has(word) || FIRST_PERSON.has(word));
  // `was deleted by Bob`: somebody else did it.
  if (!speaks && BY_ANOTHER.test(clause.slice(0, 1000))) return undefined;
  const deed = deedOf(words);
  if (deed) return { effect: deed, words: clause.trim().slice(0, LONGEST_CLAIM) };
  const named = FILE_NAME.test(clause);
  const thing = named || words.some((word) => OBJECTS.has(word));
  for (const [at, word] of words.entries()) {
    const effect = VERBS.get(word);
    if (!effect || !isClaimed(words, at, effect, thing, named)) continue;
    return { effect, words: clause.trim().slice(0, LONGEST_CLAIM) };
  }
  return undefined;
}

/** A noun of something done, and after it at most six words on that it was: without a time that is past. */
function deedOf(words: readonly string[]): Effect | undefined {
  if (words.some((word) => PAST.has(word) || /^(?:1[0-9]|20)\d\d$/.test(word))) return undefined;
  for (const [at, word] of words.entries()) {
    const effect = DEEDS.get(word);
    if (!effect) continue;
    const after = words.slice(at + 1, at + 8);
    const done = after.findIndex((other) => FULFILLED.has(other));
    if (done !== -1 && after.slice(0, done).every((other) => !ELSEWHERE.has(other))) return effect;
    // `completed the payment`, at the beginning.
    if (at <= 3 && at > 0 && FULFILLED.has(words[0] ?? '')) return effect;
  }
  return undefined;
}

function isClaimed(words: readonly string[], at: number, effect: Effect, thing: boolean, named: boolean): boolean {
  const word = words[at] ?? '';
  const before = words.slice(Math.max(0, at - 6), at);
  // `the list below was created`: what stands in the answer itself.
  const needsThing = SAID_ONLY.has(effect);
  if (FIRST_PERSON.has(word)) return thing || !needsThing;
  if (before.some((other) => SPEAKERS.has(other))) return thing || !needsThing;
  if (words.includes('last') || words.includes('originally') || words.includes('ago')) return false;
  if (words.some((other) => /^(?:1[0-9]|20)\d\d$/.test(other)) && !named) return false;
  const first = words.findIndex((other) => other !== 'successfully' && other !== 'done' && other !== 'also');
  if (at === first) return thing || (effect !== 'write' && words.length <= 12);
  const passive = before.some((other) => AUXILIARIES.has(other));
  if (passive && thing && words.slice(0, at).some((other) => OBJECTS.has(other))) return true;
  if (passive && named) return true;
  if (words.includes('successfully')) return thing;
  // `File saved.`
  return at === words.length - 1 && words.length <= 4 && OBJECTS.has(words[at - 1] ?? '');
}

/** Whether a call that ended well had such an effect. */
export function hadEffect(call: CallSource, effect: Effect): boolean {
  if (!call.ok) return false;
  const { change, where } = call.effect ?? { change: 'none', where: 'local' };
  const acts = change === 'write' || change === 'irreversible';
  const local = call.kind === 'files' || call.kind === 'code' ? call.changes.length > 0 : acts;
  switch (effect) {
    case 'send':
      return acts && where === 'remote';
    case 'delete':
      return call.changes.some((change) => change.gone) || (acts && where === 'remote') || change === 'irreversible';
    case 'move':
    case 'write':
      return (
        call.changes.some((change) => !change.gone) ||
        (acts && where === 'remote') ||
        (local && call.changes.length === 0 && acts)
      );
  }
}
