/** One line of a difference: kept, taken out, or put in. */
export interface DiffLine {
  type: 'same' | 'out' | 'in';
  text: string;
}

const MOST_CELLS = 4_000_000;

/**
 * The difference of two texts by lines, from their longest common run of lines. Texts too large for that are shown as
 * all out, all in: never as a guess.
 */
export function lineDiff(before: string, after: string): DiffLine[] {
  const from = before === '' ? [] : before.split('\n');
  const to = after === '' ? [] : after.split('\n');
  // A last line break ends a line, it does not start another.
  if (from.at(-1) === '' && to.at(-1) === '') {
    from.pop();
    to.pop();
  }
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const [a, b] = [from.slice(start, from.length - end), to.slice(start, to.length - end)];
  return [
    ...from.slice(0, start).map((text) => ({ type: 'same', text }) as const),
    ...middle(a, b),
    ...from.slice(from.length - end).map((text) => ({ type: 'same', text }) as const),
  ];
}

function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const out = (text: string): DiffLine => ({ type: 'out', text });
  const into = (text: string): DiffLine => ({ type: 'in', text });
  if (a.length * b.length > MOST_CELLS) return [...a.map(out), ...b.map(into)];
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      longest[i * width + j] =
        a[i] === b[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      lines.push({ type: 'same', text: a[i] ?? '' });
      i += 1;
      j += 1;
    } else if ((longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0)) {
      lines.push(out(a[i] ?? ''));
      i += 1;
    } else {
      lines.push(into(b[j] ?? ''));
      j += 1;
    }
  }
  return [...lines, ...a.slice(i).map(out), ...b.slice(j).map(into)];
}
