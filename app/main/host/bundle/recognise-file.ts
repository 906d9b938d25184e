/** How files of other kinds begin, each byte as one letter; `at` where that does not begin the file. */
const BEGINNINGS: readonly { begins: string; is: string; at?: number }[] = [
  { begins: 'PK\u0003\u0004', is: 'a ZIP archive' },
  { begins: 'PK\u0005\u0006', is: 'an empty ZIP archive' },
  { begins: '%PDF-', is: 'a PDF document' },
  { begins: 'SQLite format 3', is: 'an SQLite database' },
  { begins: '-----BEGIN ', is: 'a key or a certificate' },
  { begins: '\u001f\u008b', is: 'a gzip archive' },
  { begins: '7z\u00bc\u00af', is: 'a 7-Zip archive' },
  { begins: '\u0089PNG', is: 'a PNG picture' },
  { begins: '\u00ff\u00d8\u00ff', is: 'a JPEG picture' },
  { begins: 'GIF8', is: 'a GIF picture' },
  { begins: 'WEBP', at: 8, is: 'a WebP picture' },
  { begins: '\u00ff\u00fe', is: 'a text in UTF-16' },
  { begins: '\u00fe\u00ff', is: 'a text in UTF-16' },
];

/** The same, for a file that came as text: there bytes that are no UTF-8 were replaced, so more has to fit. */
const BEGINNINGS_READ: readonly [RegExp, string][] = [
  [/^\uFFFDPNG/, 'a PNG picture'],
  [/^\p{Cc}\uFFFD/u, 'a gzip archive'],
  [/^7z\uFFFD/, 'a 7-Zip archive'],
  [/^\uFFFD{3,4}.{0,4}(?:JFIF|Exif)/s, 'a JPEG picture'],
  [/^\uFFFD\uFFFD(?:.\p{Cc}|\p{Cc}.)/su, 'a text in UTF-16'],
];

/**
 * What a file without a single line of a bundle is, in words that follow "The file is".
 * @param start as much of its beginning as was kept
 * @param length how many bytes it has
 */
export function recogniseFile(start: Buffer, length: number): string {
  if (length === 0) return 'empty';
  const bytes = start.toString('latin1');
  const text = start.toString('utf8').replace(/^\uFEFF/, '');
  const known = BEGINNINGS.find(({ begins, at = 0 }) => bytes.startsWith(begins, at));
  if (known) return known.is;
  const read = BEGINNINGS_READ.find(([beginning]) => beginning.test(text));
  if (read) return read[1];
  if (text.trim() === '') return 'blank';
  if (text.includes('\u0000')) return 'a binary file';
  if (text.includes('\uFFFD') && !looksLikeText(text)) return 'a binary file';
  if (/^\s*<(?:!doctype html|html)/i.test(text)) return 'a web page';
  if (/^\s*<(?:\?xml|svg)/i.test(text)) return 'an XML document';
  return length > start.length ? ofLines(text) : (ofJson(parse(text)) ?? ofLines(text));
}

/** A file in which nearly every letter was read is a text, in another encoding at most. */
function looksLikeText(text: string): boolean {
  const odd = text.match(/(?!\s)[\uFFFD\p{Cc}]/gu)?.length ?? 0;
  return odd < text.length / 10;
}

/** What one JSON value is; undefined for what is none. */
function ofJson(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null) return 'a text of another kind';
  if ('name' in value && ('tools' in value || 'instructions' in value)) return 'an agent file';
  if ('prefix' in value && 'entity' in value) return 'a PROV document';
  if ('type' in value && value.type === 'run') return STREAM;
  if ('faults' in value && 'whole' in value) return 'the report on a bundle';
  return 'JSON of another kind';
}

const STREAM = 'the stream of a run (`--output jsonl`)';

function ofLines(text: string): string {
  const [first = '', ...more] = text.trim().split('\n');
  const value = parse(first);
  if (value !== undefined && typeof value === 'object' && more.length > 0)
    return ofJson(value) === STREAM ? STREAM : 'JSON lines of another kind';
  return /^\s*(?:\[|\{\s*["}])/.test(text) ? 'JSON of another kind' : 'a text of another kind';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
