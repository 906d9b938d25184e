/** A stretch of a reply: from `start` up to `end`. */
export interface Range {
  start: number;
  end: number;
}

/** Code blocks and inline code, in order: what a model quotes is no call (rule R12). An open block runs to the end. */
export function quotedRanges(text: string): Range[] {
  const ranges: Range[] = [];
  let index = text.indexOf('`');
  while (index !== -1) {
    const fence = text.startsWith('```', index);
    const close = text.indexOf(fence ? '```' : '`', index + (fence ? 3 : 1));
    if (close === -1) {
      if (fence) ranges.push({ start: index, end: text.length });
      return ranges;
    }
    if (!fence && text.slice(index, close).includes('\n')) {
      index = close;
      continue;
    }
    const end = close + (fence ? 3 : 1);
    ranges.push({ start: index, end });
    index = text.indexOf('`', end);
  }
  return ranges;
}

/** Answers for positions in rising order whether they lie in one of the ranges; all answers together are linear. */
export function inRanges(ranges: readonly Range[]): (position: number) => boolean {
  let next = 0;
  return (position) => {
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= position) next++;
    return (ranges[next]?.start ?? Number.POSITIVE_INFINITY) <= position;
  };
}
