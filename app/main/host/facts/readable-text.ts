import { readJson } from './payload-places.ts';
import { type PlacedText, rawText } from './placed-text.ts';
import { readHtml } from './read-html.ts';
import { readJsonText } from './read-json-text.ts';
import { readXml } from './read-xml.ts';

/** How the bytes of a payload are written. */
export type Writing = 'html' | 'xml' | 'json' | 'plain';

const BEGINS_AS_PAGE = /^\ufeff?\s*(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype\s+html|html|head|body)[\s>]/iu;
const BEGINS_AS_XML = /^\ufeff?\s*<(?:\?xml\s|svg[\s>]|rss[\s>]|feed[\s>])/iu;

/**
 * How a payload is written, by its media type; where it has none, or one that says nothing, by how it begins.
 * @param begin its first characters
 */
export function writingOf(mediaType: string | undefined, begin: string): Writing {
  const type = (mediaType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (/[/+]xml$/u.test(type)) return BEGINS_AS_PAGE.test(begin) ? 'html' : 'xml';
  if (/[/+]json$/u.test(type)) return 'json';
  if (type !== '' && type !== 'application/octet-stream') return 'plain';
  if (BEGINS_AS_PAGE.test(begin)) return 'html';
  if (BEGINS_AS_XML.test(begin)) return 'xml';
  return /^\ufeff?\s*[[{]/u.test(begin) ? 'json' : 'plain';
}

/**
 * What a reader gets of a payload: of a page and of XML its visible text, of JSON its values; undefined where that is the
 * payload as it stands.
 * @param address where it is from, for the links of a page
 */
export function readableText(
  bytes: Uint8Array,
  mediaType: string | undefined,
  address?: string,
): PlacedText | undefined {
  const begin = Buffer.from(bytes.subarray(0, 4096)).toString('utf8');
  const writing = writingOf(mediaType, begin);
  if (writing === 'html') return readHtml(rawText(bytes), address);
  if (writing === 'xml') return readXml(rawText(bytes));
  const json = writing === 'json' ? readJson(bytes) : undefined;
  return json && readJsonText(rawText(bytes), json);
}
