/** How files of other kinds begin, as they are read as text. */
const BEGINNINGS: [string, string][] = [
  ['PK\u0003\u0004', 'a ZIP archive'],
  ['PK\u0005\u0006', 'an empty ZIP archive'],
  ['%PDF-', 'a PDF document'],
  ['SQLite format 3', 'an SQLite database'],
  ['-----BEGIN ', 'a key or a certificate'],
  ['\u001f\uFFFD', 'a gzip archive'],
  ['\uFFFDPNG', 'a PNG picture'],
  ['7z\uFFFD', 'a 7-Zip archive'],
  ['\uFFFD\uFFFD', 'text in UTF-16, or no text at all'],
];

/**
 * What a file without a single line of a bundle is, in words.
 * @param firstLine as much of it as was kept
 * @param lines how many there are
 */
export function recogniseFile(firstLine: string, lines: number): string {
  const more = lines > 1;
  const line = firstLine.replace(/^\uFEFF/, '');
  if (lines === 0) return 'an empty file';
  if (line.trim() === '' && !more) return 'a blank file';
  const known = BEGINNINGS.find(([beginning]) => line.startsWith(beginning));
  if (known) return known[1];
  if (line.includes('\u0000')) return 'a binary file';
  const value = parse(line);
  if (value === undefined) return /^\s*[[{]/.test(line) ? 'JSON of another kind' : 'a text of another kind';
  if (typeof value !== 'object' || value === null) return 'a text of another kind';
  if ('type' in value && value.type === 'run') return 'the stream of a run (`--output jsonl`)';
  if ('name' in value && 'tools' in value) return 'an agent file';
  if ('prefix' in value && 'entity' in value) return 'a PROV document';
  return more ? 'JSON lines of another kind' : 'JSON of another kind';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
