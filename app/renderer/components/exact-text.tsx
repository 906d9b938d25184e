import type { ReactNode } from 'react';
import { t } from '../strings/translate.ts';
import { type Span, spellOut } from './spell-out.ts';

/** A stretch of a text to be marked, in UTF-16 units. */
export interface TextMark {
  start: number;
  end: number;
}

/** How many units of the whole text a span stands for; `at` is where it begins. */
function lengthOf(span: Span, text: string, at: number): number {
  if (span.type === 'spaces') return span.count;
  if (span.type !== 'blank-lines') return span.text.length;
  const breaks = /(?:\r?\n)+/y;
  breaks.lastIndex = at;
  return breaks.exec(text)?.[0].length ?? 0;
}

function isMarked(marks: readonly TextMark[], start: number, end: number): boolean {
  return marks.some((mark) => mark.start < end && mark.end > start);
}

/** The parts of plain text between the edges of marks; `at` is where the text begins in the whole. */
function cutAtMarks(text: string, at: number, marks: readonly TextMark[]): { text: string; marked: boolean }[] {
  const edges = marks
    .flatMap((mark) => [mark.start - at, mark.end - at])
    .filter((edge) => edge > 0 && edge < text.length)
    .sort((a, b) => a - b);
  return [0, ...edges].flatMap((from, index) => {
    const to = edges[index] ?? text.length;
    return to > from ? [{ text: text.slice(from, to), marked: isMarked(marks, at + from, at + to) }] : [];
  });
}

function OddText({ span }: { span: Exclude<Span, { type: 'text' }> }): ReactNode {
  const words =
    span.type === 'spaces'
      ? t('bytes.spaces', { count: span.count })
      : span.type === 'blank-lines'
        ? t('bytes.lineBreaks', { count: span.count })
        : span.code;
  return (
    <b data-odd className="rounded-1 bg-void-wash px-0.5 font-semibold text-void-ink">
      {span.type === 'blank-lines' ? `\n${words}\n` : words}
    </b>
  );
}

/**
 * Exact bytes, odd characters spelled out in place (`U+202E`, `40 spaces`). Never rendered as markup. `padding` off:
 * runs of spaces and empty lines stay as they are, for output that nobody decides on. `marks`: stretches that stand
 * word for word elsewhere, on the ground of evidence and underlined.
 */
export function ExactText({
  text,
  padding = true,
  marks = [],
}: {
  text: string;
  padding?: boolean;
  marks?: readonly TextMark[];
}): ReactNode {
  let at = 0;
  return spellOut(text, padding).flatMap((span) => {
    const start = at;
    at += lengthOf(span, text, at);
    if (span.type === 'text')
      return cutAtMarks(span.text, start, marks).map((part, index) => {
        const key = `${start} ${index}`;
        return part.marked ? (
          <mark key={key} className="bg-evid-wash text-ink underline decoration-evid decoration-2 underline-offset-2">
            {part.text}
          </mark>
        ) : (
          <span key={key}>{part.text}</span>
        );
      });
    return [<OddText key={start} span={span} />];
  });
}
