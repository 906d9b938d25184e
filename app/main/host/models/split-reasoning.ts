import { inRanges, quotedRanges } from './quoted-ranges.ts';

/** A reply divided into what the model said and what it only thought. */
export interface SplitReply {
  /** What may hold a call. Nothing inside reasoning is ever run, closed or not (rule R5). */
  callable: string;
  /** What a person may read as the answer. */
  visible: string;
  reasoning: string;
  /** True where reasoning was opened and the reply ended inside it. */
  unclosed: boolean;
}

const TAG = /<(\/?)(?:think|thinking|reasoning|seed:think)>|\[(\/?)THINK\]|<\|(START|END)_THINKING\|>/gi;

/**
 * Takes reasoning blocks out of a reply (case R32, rule R5). A closing tag without an opening one means that the
 * model's template opened it: all before it is reasoning. A tag in quotes or backticks is text, and so is such a closing tag in a code block. Linear.
 */
export function splitReasoning(text: string): SplitReply {
  const visible: string[] = [];
  const reasoning: string[] = [];
  let isQuoted: ((position: number) => boolean) | undefined;
  let depth = 0;
  let last = 0;
  let hasText = false;
  let openedMidLine = false;
  for (const match of text.matchAll(TAG)) {
    const before = text.charAt(match.index - 1);
    if (before !== '' && '"\'`\\'.includes(before)) continue;
    const closes = match[1] === '/' || match[2] === '/' || match[3]?.toUpperCase() === 'END';
    const end = match.index + match[0].length;
    if (!closes) {
      if (depth === 0) {
        const said = text.slice(last, match.index);
        hasText ||= said.trim() !== '';
        visible.push(said);
        openedMidLine = hasText && !/(?:^|\n)[ \t]*$/.test(said.slice(-80));
        last = match.index;
      }
      depth++;
    } else if (depth > 0) {
      depth--;
      if (depth > 0) continue;
      reasoning.push(text.slice(last, end).replace(TAG, ''));
      last = end;
    } else {
      isQuoted ??= inRanges(quotedRanges(text));
      if (isQuoted(match.index)) continue;
      reasoning.push(visible.splice(0).join(''), text.slice(last, match.index));
      hasText = false;
      last = end;
    }
  }
  const tail = text.slice(last);
  const callable = visible.join('') + (depth > 0 ? '' : tail);
  if (depth > 0 && !openedMidLine) reasoning.push(tail.replace(TAG, ''));
  return {
    callable,
    visible: depth > 0 && openedMidLine ? visible.join('') + tail : callable,
    reasoning: reasoning.join('\n').trim(),
    unclosed: depth > 0,
  };
}
