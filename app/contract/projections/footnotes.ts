import type { Fact } from '../fact.ts';
import type { AnswerBadge, Mark } from '../mark.ts';
import { shortCallIds } from './facts.ts';
import type { RunState, TranscriptItem } from './run-state.ts';

/** Where no reference may be put in a Markdown text: fenced code, inline code, links, addresses. */
const CLOSED = [
  /^( {0,3})(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\2[`~]*[^\S\n]*$|(?![\s\S]))/gm,
  /(?<![\\`])(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g,
  /!?\[[^\]\n]*\]\([^)\n]*\)/g,
  /<[^>\n]*>/g,
  /https?:\/\/[^\s<>)\]]+/g,
];

interface Span {
  from: number;
  to: number;
  code: boolean;
  fence: boolean;
}

/** The parts of a text that nothing may be put into, those that touch each other together. */
function closedSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const [kind, pattern] of CLOSED.entries())
    for (const match of text.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length];
      if (!spans.some((span) => from < span.to && to > span.from))
        spans.push({ from, to, code: kind < 2, fence: kind === 0 });
    }
  return spans.sort((one, other) => one.from - other.from);
}

/** A footnote that would be taken for one, wherever it stands: a definition, or a reference to one of ours. */
const LIKE_OURS = /^\[\^(?:(?:f\d+|c\d+|n\d+|you)\]|[^\]\n]*\]:)/i;

/** A part of a text whose own footnotes can't be taken for ours. In code, what is none anyway stays as it is. */
function plain(text: string, code: boolean): string {
  return text.replace(/(\\*)\[\^/g, (found, slashes: string, at: number) => {
    const own = !code || LIKE_OURS.test(text.slice(at + slashes.length));
    return own && slashes.length % 2 === 0 ? `${slashes}\\[^` : found;
  });
}

function plainFrom(text: string, from: number, to: number, spans: readonly Span[]): string {
  let result = '';
  let at = from;
  for (const span of spans) {
    if (!span.code || span.to <= at || span.from >= to) continue;
    const [begin, end] = [Math.max(at, span.from), Math.min(to, span.to)];
    result += plain(text.slice(at, begin), false) + plain(text.slice(begin, end), true);
    at = end;
  }
  return result + plain(text.slice(at, to), false);
}

/** A text of others, whose own footnotes can't be taken for ours: only what was matched with its source has one. */
export function withoutFootnotes(text: string): string {
  return plainFrom(text, 0, text.length, closedSpans(text));
}

/** A text of others on one line, as words and nothing else. */
function words(text: string): string {
  return text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|~^!$&]/g, '\\$&');
}

/** A text of others as code on one line. */
function code(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((match) => match[0].length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

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

  /** An answer with what speaks against it first, and a reference after each part that was checked. */
  answer(item: Extract<TranscriptItem, { type: 'assistant' }>): string {
    const badges = (item.badges ?? []).map((badge) => `> **${this.#badge(badge)}**`);
    return [...badges, this.#referenced(item.text, item.marks ?? [])].join('\n\n');
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

  #referenced(text: string, marks: readonly Mark[]): string {
    const spans = closedSpans(text);
    /** References by the place they are put at. */
    const places = new Map<number, { labels: string[]; fence: boolean }>();
    for (const mark of marks.toSorted((one, other) => one.start - other.start)) {
      const label = this.#label(mark);
      if (text.slice(mark.start, mark.end) !== mark.text) continue;
      const span = spans.find(({ from, to }) => mark.end > from && mark.end < to);
      const place = span?.to ?? mark.end;
      const known = places.get(place) ?? { labels: [], fence: span?.fence ?? false };
      if (!known.labels.includes(label)) known.labels.push(label);
      places.set(place, known);
    }
    let result = '';
    let at = 0;
    for (const [place, { labels, fence }] of [...places].sort(([one], [other]) => one - other)) {
      const references = labels.map((label) => `[^${label}]`).join('');
      result += plainFrom(text, at, place, spans);
      result += fence ? `\n\n${references}\n` : /^[([:]/.test(text.slice(place)) ? `${references} ` : references;
      at = place;
    }
    return result + plainFrom(text, at, text.length, spans);
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
