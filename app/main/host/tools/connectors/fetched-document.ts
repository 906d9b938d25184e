import { applyEdits, format } from 'jsonc-parser';
import { oneLine } from './html-text.ts';
import { type Claim, jsonClaims } from './json-claims.ts';
import { jsonTree } from './json-tree.ts';

/** What an agent is shown of the bytes of an answer, and the claims that stand in them. */
export type FetchedDocument =
  | { type: 'text'; text: string; claims: Claim[] }
  /** Not a text: nothing is shown. */
  | { type: 'binary' }
  | { type: 'unknown-charset'; charset: string };

/** Larger JSON is shown as it came: setting it out takes its time. */
const MOST_SET_OUT = 300_000;

/** So many keys that stand twice are named. */
const MOST_KEYS = 10;
const LONGEST_KEY = 80;

const TEXTUAL =
  /^(?:text\/|application\/(?:json|xml|xhtml\+xml|javascript|ecmascript|x-javascript|yaml|x-yaml|toml|sql|graphql|ld\+json|x-ndjson|x-www-form-urlencoded)$|image\/svg\+xml$|[^/]+\/[^/]*\+(?:json|xml|yaml)$)/u;

/** The media type of a `Content-Type`, in lower case and without its parameters; empty where there is none. */
export function mediaTypeOf(contentType: string | undefined): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function charsetOf(contentType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/iu.exec(contentType ?? '')?.[1];
}

/** The charset that a page declares in its first bytes, where the answer names none. */
function declaredIn(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  return /<meta\s[^>]*?charset\s*=\s*["']?([\w-]+)/iu.exec(head)?.[1];
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset, { ignoreBOM: false });
  } catch {
    // A charset that nobody knows; the caller says so.
    return undefined;
  }
}

const isJson = (mediaType: string): boolean => mediaType === 'application/json' || /\+json$|\/json$/u.test(mediaType);
const isHtml = (mediaType: string): boolean => mediaType === 'text/html' || mediaType === 'application/xhtml+xml';

function looksTextual(bytes: Uint8Array): boolean {
  return (
    !bytes.subarray(0, 8192).includes(0) && Buffer.from(bytes).toString('utf8').slice(0, 4096).indexOf('\ufffd') < 0
  );
}

const firstLine = (text: string): string => oneLine(text.trimStart().split('\n', 1)[0] ?? '');

/** One claim for the whole of a document: its title, else its first line, else where it is from. */
function wholeClaim(bytes: Uint8Array, claim: string, address: string): Claim[] {
  return bytes.length === 0 ? [] : [{ claim: claim === '' ? address : claim, at: { from: 0, to: bytes.length } }];
}

function jsonDocument(bytes: Uint8Array, text: string, address: string): FetchedDocument | undefined {
  const root = jsonTree(text);
  if (!root) return undefined;
  const { claims, more, twice } = jsonClaims(root, text);
  const shown =
    text.length <= MOST_SET_OUT && !text.trim().includes('\n')
      ? applyEdits(text, format(text, undefined, { tabSize: 2, insertSpaces: true, eol: '\n' }))
      : text;
  const notes = twiceNotes(twice);
  if (more) notes.push(`[${claims.length} values are facts of their own; of the others the whole document is one.]`);
  return {
    type: 'text',
    text: [...notes, shown].join('\n'),
    claims: [...claims, ...(more ? wholeClaim(bytes, '', address) : [])],
  };
}

/** What is said of keys that stand twice in one object. */
function twiceNotes(keys: readonly string[]): string[] {
  const told = keys.slice(0, MOST_KEYS).map((key) => {
    const line = oneLine(key).slice(0, LONGEST_KEY);
    return `[“${line}” stands twice in one object, so what is under it is no fact.]`;
  });
  const others = keys.length - told.length;
  return others > 0 ? [...told, `[${others} other keys stand twice, too.]`] : told;
}

/**
 * Reads the bytes of an answer: JSON set out, with a claim for each value; a page as Markdown and other text as it is,
 * with one claim for the whole. What can't be read as text is left alone.
 * @param contentType as the answer names it; it decides on the charset (UTF-8 where it says none)
 * @param address where the bytes are from, after redirects
 */
export async function readDocument(
  bytes: Uint8Array,
  contentType: string | undefined,
  address: string,
): Promise<FetchedDocument> {
  const mediaType = mediaTypeOf(contentType);
  const textual = TEXTUAL.test(mediaType) || (mediaType === '' && looksTextual(bytes));
  if (!textual) return { type: 'binary' };
  const charset = charsetOf(contentType) ?? (isHtml(mediaType) ? declaredIn(bytes) : undefined) ?? 'utf-8';
  const decoder = decoderOf(charset);
  if (!decoder) return { type: 'unknown-charset', charset };
  const text = decoder.decode(bytes);
  if (isJson(mediaType) && decoder.encoding === 'utf-8') {
    const json = jsonDocument(bytes, text, address);
    if (json) return json;
  }
  if (isHtml(mediaType)) {
    // Loaded with the first page: what reads one takes longer to load than a host to open.
    const { readablePage } = await import('./readable-page.ts');
    const { title, markdown } = readablePage(text, address);
    const heading = title === '' || markdown.startsWith(`# ${title}`) ? '' : `# ${title}\n\n`;
    const claim = title === '' ? firstLine(markdown) : oneLine(title);
    return { type: 'text', text: heading + markdown, claims: wholeClaim(bytes, claim, address) };
  }
  return { type: 'text', text, claims: wholeClaim(bytes, firstLine(text), address) };
}
