import { Fragment, type ReactNode } from 'react';

interface Span {
  text: string;
  bytes: boolean;
}

const OPENING = /^[“‘"'([]+/;
const CLOSING = /[”’"')\],;:]+$|(?<=[\w*/])\.$/;

/** Whether a word is a name of a machine: a path, a host, a pattern, the name of a tool. */
function isBytes(word: string): boolean {
  return /[/*_=]/.test(word) || /^\.\w/.test(word) || /[\p{L}\d]\.[\p{L}\d]/u.test(word);
}

/** Whether a word is the name of a folder, as the sentences of rules have it: `may write files in ledger`. */
function isFolder(word: string, before: string): boolean {
  return /\bfiles in $/.test(before) && !/^(?:any|every|its|the|these)$/.test(word);
}

function spansOfWords(words: string): Span[] {
  let behind = '';
  return words.split(/(\s+)/).flatMap((part) => {
    const standsAfter = behind;
    behind += part;
    const before = OPENING.exec(part)?.[0] ?? '';
    let word = part.slice(before.length);
    let after = '';
    for (let end = CLOSING.exec(word); end; end = CLOSING.exec(word)) {
      after = end[0] + after;
      word = word.slice(0, end.index);
    }
    if (word === '' || !(isBytes(word) || isFolder(word, standsAfter))) return [{ text: part, bytes: false }];
    return [before, word, after].map((text) => ({ text, bytes: text === word }));
  });
}

/**
 * Cuts a sentence of the record where exact bytes stand in it, so that those can be set in mono: between backticks, and
 * names of a machine in sentences that were made without.
 */
export function recordSpans(sentence: string): Span[] {
  const spans: Span[] = [];
  const pieces = sentence.split(/`([^`]*)`/);
  for (const [index, piece] of pieces.entries()) {
    const found = index % 2 === 1 ? [{ text: piece, bytes: true }] : spansOfWords(piece);
    for (const span of found) {
      const last = spans.at(-1);
      if (last && !last.bytes && !span.bytes) last.text += span.text;
      else if (span.text !== '') spans.push(span);
    }
  }
  return spans;
}

/** A sentence of the record where it can't be set in two voices: a label for readers, a toast, what is searched. */
export function plainSentence(sentence: string): string {
  return sentence.replaceAll('`', '');
}

/** A sentence of the record, its exact bytes in mono. The caller gives the voice. */
export function RecordText({ of }: { of: string }): ReactNode {
  return recordSpans(of).map((span, index) =>
    span.bytes ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the spans of one sentence never change places
      <code key={index} className="text-[0.86em] [overflow-wrap:anywhere]">
        {span.text}
      </code>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the spans of one sentence never change places
      <Fragment key={index}>{span.text}</Fragment>
    ),
  );
}
