import type { Approval, GrantOffer } from '#contract/approval';
import type { ApprovalId } from '#contract/ids';
import { narrowedSentence } from '#contract/narrowed-sentence';
import type { RunState } from '#contract/projections/run-state';
import { spelled } from '#contract/spell-hidden';
import type { Client } from './client.ts';
import type { OnWaiting } from './follow-run.ts';
import { ask, type Terminal, warn } from './terminal.ts';

/** An answer of the command line: once, for a reach, or denied. */
export interface Answer {
  type: 'allow' | 'deny';
  reach?: string;
  times?: number;
  until?: number;
  note?: string;
  editedInput?: Parameters<Client['approval']['answer']>[0]['editedInput'];
}

/**
 * Opens the card and answers it with its nonce, not before it is armed (rules H4, E16). `onGrant` is told the sentence of
 * the grant that the answer adds before it is added. Returns the sentence that the host recorded.
 */
export async function answerCard(
  client: Client,
  id: ApprovalId,
  answer: Answer,
  reachOn: (offers: readonly GrantOffer[], reach: string) => string = (_offers, reach) => reach,
  onGrant: (sentence: string) => void = () => undefined,
): Promise<{ run: string; granted?: string | undefined }> {
  const { item, nonce, armsAt } = await client.approval.open({ id });
  if (item.type !== 'approval') throw new Error('an approval opens as an approval');
  const wait = Math.min(5000, Math.max(0, armsAt - Date.now()));
  await new Promise((resolve) => setTimeout(resolve, wait + 20));
  const { note, editedInput, times, until } = answer;
  const reach = answer.reach === undefined ? undefined : reachOn(item.approval.offers, answer.reach);
  const offer = answer.type === 'allow' ? item.approval.offers.find((each) => each.reach === reach) : undefined;
  if (offer) {
    const ends = until === undefined ? undefined : Math.min(until, offer.grant.expiresAt ?? until);
    onGrant(narrowedSentence(offer.grant.sentence, { times, until: ends }));
  }
  return client.approval.answer({
    id,
    nonce,
    hash: item.approval.hash,
    answer:
      answer.type === 'deny'
        ? { type: 'deny' }
        : {
            type: 'allow',
            ...(reach === undefined ? {} : { reach }),
            ...(times === undefined ? {} : { times }),
            ...(until === undefined ? {} : { until }),
          },
    ...(note === undefined ? {} : { note }),
    ...(editedInput === undefined ? {} : { editedInput }),
  });
}

/** The card as text: title, effects, exact arguments, the agent's words marked as such, the rule. */
export function cardText(approval: Approval): string {
  const lines = [
    `${approval.title.text} ${approval.title.object}`.trim(),
    approval.effects.map((effect) => effect.text).join(' · '),
    visible(JSON.stringify(approval.call.input, null, 2)),
    ...approval.changes.map(
      (change) => `  ${change.path}: ${change.after === undefined ? 'deleted' : `${change.bytes} bytes`}`,
    ),
    ...(approval.agentWords.trim() === '' ? [] : [`The agent’s words: “${visible(approval.agentWords.trim())}”`]),
    `Asked by the rule “${approval.rule.sentence}” (${approval.rule.source})`,
  ];
  return lines.join('\n');
}

/** Control, bidirectional and invisible characters spelled out, so that what is shown is what will run (rule H3). */
export function visible(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, spelled);
}

/** Answers what a run waits for on the terminal. Enter alone denies nothing and allows nothing: it asks again. */
export function answerOnTerminal(client: Client, terminal: Terminal): OnWaiting {
  return async (state: RunState) => {
    let answered = false;
    for (const call of state.calls.values()) {
      if (call.status === 'waiting') answered = (await answerOne(client, terminal, call.approval)) || answered;
      if (call.status === 'asking') {
        const choices = call.question.choices.map((choice, n) => `\n  ${n + 1} ${choice}`).join('');
        const text = await ask(terminal, `\nThe agent asks: ${call.question.text}${choices}\n> `);
        if (text === undefined) return false;
        const chosen = call.question.choices[Number(text) - 1] ?? text;
        await client.question.answer({ id: call.question.id, text: chosen });
        answered = true;
      }
    }
    return answered;
  };
}

async function answerOne(client: Client, terminal: Terminal, approval: Approval): Promise<boolean> {
  warn(terminal, `\n${cardText(approval)}`);
  const reaches = approval.offers.map((offer, n) => `  ${n + 2} ${offer.sentence}`);
  warn(terminal, ['  1 Allow once', ...reaches, '  d Deny', '  l Later'].join('\n'));
  for (;;) {
    const text = (await ask(terminal, '> '))?.trim().toLowerCase();
    if (text === undefined || text === 'l') return false;
    if (text === 'd' || text === '1') {
      await answerCard(client, approval.id, { type: text === 'd' ? 'deny' : 'allow' });
      return true;
    }
    const offer = /^\d+$/.test(text) ? approval.offers[Number(text) - 2] : undefined;
    if (!offer) continue;
    await answerCard(client, approval.id, { type: 'allow', reach: offer.reach });
    return true;
  }
}
