const TRAILING = /[.,:;!?'"*_`>\]]/;

/** Every address with a scheme of the web in a text, without the punctuation after it. */
export function findUrls(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const match of text.matchAll(/https?:\/\/[^\s<>"“”«»`|\\^{}]+/gi)) {
    const start = match.index;
    let end = start + match[0].length;
    let open = 0;
    for (let at = start; at < end; at++) {
      const character = text.charAt(at);
      if (character === '(') open++;
      else if (character === ')' && --open < 0) end = at;
    }
    while (end > start && TRAILING.test(text.charAt(end - 1))) end--;
    if (end - start > 8) found.push({ start, end });
  }
  return found;
}
