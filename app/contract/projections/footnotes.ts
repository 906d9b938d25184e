import type { Fact } from '../fact.ts';
import type { AnswerBadge, Mark } from '../mark.ts';
import { shortCallIds } from './facts.ts';
import { code, type Insert, quoted, words } from './quoted-markdown.ts';
import type { RunState, TranscriptItem } from './run-state.ts';

function address(url: string): string {
  return /^https?:\/\/[^\s<>\\]+$/.test(url) ? `<${url}>` : code(url);
}

const PROBLEMS: Record<NonNullable<Mark['problem']>, (mark: Mark) => string> = {
  'unknown-id': ({ cited }) => `the model cited ${words(cited ?? 'an id')}, which does not exist`,
  'wrong-citation': ({ cited }) => `it does not stand in ${words(cited ?? 'the source')}, which the model cited`,
  'ungrounded-input': () => 'it was computed from figures that have no source',
  'failed-call': ({ cited }) => `the model cited ${words(cited ?? 'a call')}, which failed`,
};

/**
 * The figures of published answers with GFM footnotes: what each rests on, down to source, time, hash and call. One is made
 * for a document; `answer` is called for each answer, `definitions` at the end.
 */
export class Footnotes {
  readonly #state: RunState;
  readonly #short: Map<string, string>;
  /** By label: what the note says, and the forms in which answers state its value. */
  readonly #notes = new Map<string, { text: string; stated: Set<string> }>();
  #unsourced = 0;

  constructor(state: RunState) {
    this.#state = state;
    this.#short = shortCallIds(state);
  }

  /** An answer as a quotation, with what speaks against it first, and a reference after each part that was checked. */
  answer(item: Extract<TranscriptItem, { type: 'assistant' }>): string {
    const badges = (item.badges ?? []).map((badge) => `**${this.#badge(badge)}**`);
    return [...badges, quoted(item.text, this.#references(item.text, item.marks ?? []))].join('\n\n');
  }

  /** The notes that were referred to, in the order of their first reference; empty where there are none. */
  definitions(): string {
    return [...this.#notes]
      .map(([label, { text, stated }]) => {
        const forms = stated.size === 0 ? '' : ` ${[...stated].join(' ')}`;
        return `[^${label}]: ${text}${forms}`;
      })
      .join('\n\n');
  }

  #references(text: string, marks: readonly Mark[]): Insert[] {
    return marks
      .toSorted((one, other) => one.start - other.start)
      .map((mark) => ({ mark, label: this.#label(mark) }))
      .filter(({ mark }) => text.slice(mark.start, mark.end) === mark.text)
      .map(({ mark, label }) => ({ at: mark.end, text: `[^${label}]` }));
  }

  #label(mark: Mark): string {
    const fact = mark.kind === 'fact' && mark.fact !== undefined ? this.#state.facts.get(mark.fact) : undefined;
    if (fact) return this.#note(fact.id.toLowerCase().replace(/[^a-z0-9]/g, '-'), () => this.#factText(fact), mark);
    const call = mark.kind === 'computed' && mark.call !== undefined ? this.#state.calls.get(mark.call) : undefined;
    if (call && mark.call !== undefined)
      return this.#note(
        (this.#short.get(mark.call) ?? 'c').toLowerCase(),
        () => `Computed by ${this.#callText(mark.call)}.`,
        mark,
      );
    if (mark.kind === 'given') return this.#note('you', () => 'From you.', mark);
    const why = mark.problem === undefined ? '' : `: ${PROBLEMS[mark.problem](mark)}`;
    return this.#note(`n${++this.#unsourced}`, () => `(no source) “${words(mark.text)}”${why}.`, mark);
  }

  #note(label: string, text: () => string, mark: Mark): string {
    const note = this.#notes.get(label) ?? { text: text(), stated: new Set<string>() };
    if (mark.value !== undefined && mark.value !== mark.text && note.stated.size < 20)
      note.stated.add(`Stated as “${words(mark.text)}”; it says ${code(mark.value)}.`);
    this.#notes.set(label, note);
    return label;
  }

  #factText(fact: Fact): string {
    const place = 'pointer' in fact.at ? fact.at.pointer : `bytes ${fact.at.from} to ${fact.at.to}`;
    const sources = fact.sources.map(({ organization, url, collectedAt, callId }) => {
      const when = new Date(collectedAt).toISOString();
      return `${words(organization)}, ${address(url)}, collected ${when} by ${this.#callText(callId)}`;
    });
    const at = place === '' ? '' : ` at ${code(place)}`;
    return `${words(fact.id)}, “${words(fact.claim)}”. ${sources.join('; also ')}. SHA-256 \`${fact.payloadHash}\`${at}.`;
  }

  #callText(id: string | undefined): string {
    const call = id === undefined ? undefined : this.#state.calls.get(id);
    if (!call || id === undefined) return 'a call';
    return `call ${this.#short.get(id) ?? ''} (${code(call.call.tool)}, entry ${call.seq})`;
  }

  #badge({ badge, calls = [], claim }: AnswerBadge): string {
    switch (badge) {
      case 'no-calls':
        return 'No call stands behind this answer.';
      case 'failed-evidence':
        return calls.length === 0
          ? 'It rests on a call that failed.'
          : `It rests on what failed: ${calls.map((id) => this.#callText(id)).join(', ')}.`;
      case 'no-matching-call':
        return claim === undefined
          ? 'It claims an effect that no call had.'
          : `It claims an effect that no call had: “${words(claim)}”.`;
    }
  }
}
