const TRAILING = /[.,:;!?'"*_`>\]]/;
const ADDRESS =
  /(?:(?:https?|ftps?|sftp|wss?):\/\/|(?<![\p{L}\p{N}@./-])www\.)[^\s<>"“”«»`|\\^{}]+|(?<![\p{L}\p{N}@./_-])(?:[a-z\d-]{1,63}\.){1,6}[a-z]{2,24}\/[^\s<>"“”«»`|\\^{}]*/giu;
const MAIL = /(?<![\p{L}\p{N}._%+-])[\w.%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,6}\p{L}{2,24}(?![\p{L}\p{N}-])/gu;
/** What stands before a slash and is the name of a file, not of a host. */
const FILE = /\.(?:csv|tsv|txt|json|pdf|xlsx?|docx?|html?|xml|js|ts|log|zip|gz|ya?ml|jpe?g|png|gif|svg)\//i;

/**
 * Every address in a text, without the punctuation after it: with a scheme, with `www.`, of a host and a path, or of
 * mail.
 */
export function findUrls(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const match of text.matchAll(ADDRESS)) {
    const start = match.index;
    let end = start + match[0].length;
    let open = 0;
    for (let at = start; at < end; at++) {
      const character = text.charAt(at);
      if (character === '(') open++;
      else if (character === ')' && --open < 0) end = at;
    }
    while (end > start && TRAILING.test(text.charAt(end - 1))) end--;
    const address = text.slice(start, Math.min(end, start + 400));
    const isFile = !/^(?:[a-z]+:|www\.)/i.test(address) && FILE.test(address);
    if (end - start > 6 && !isFile) found.push({ start, end });
  }
  if (!text.includes('@')) return found;
  for (const match of text.matchAll(MAIL)) {
    const start = match.index;
    const end = start + match[0].length;
    if (!found.some((other) => start < other.end && end > other.start)) found.push({ start, end });
  }
  return found.sort((a, b) => a.start - b.start);
}
