import { INLINE_ELEMENTS, isHidden } from './page-elements.ts';
import { type PlacedText, PlacedTextBuilder, type RawText } from './placed-text.ts';

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const ATTRIBUTE = /([^\s=/>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const TAG = /<(\/?)([^\s/>"'<=]+)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/y;

/** What a reference stands for; undefined for one that only the document's own rules know. */
function meant(name: string): string | undefined {
  if (!name.startsWith('#')) return Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function addText(builder: PlacedTextBuilder, raw: string, from: number, to: number): void {
  let at = from;
  for (const match of raw.slice(from, to).matchAll(/&(#?[A-Za-z0-9]+);/g)) {
    const start = from + match.index;
    const text = meant(match[1] ?? '');
    if (text === undefined) continue;
    builder.copy(at, start);
    at = start + match[0].length;
    builder.add(text, start, at);
  }
  builder.copy(at, to);
}

/** The end of what begins at a place, behind its closing sign; the end of the text where there is none. */
function behind(raw: string, sign: string, at: number): number {
  const end = raw.indexOf(sign, at);
  return end < 0 ? raw.length : end + sign.length;
}

/** The end of a document type, whose own rules stand in square brackets. */
function behindDoctype(raw: string, at: number): number {
  const rules = raw.indexOf('[', at);
  const end = behind(raw, '>', at);
  return rules >= 0 && rules < end ? behind(raw, '>', behind(raw, ']', rules)) : end;
}

/**
 * What a reader gets of XML, such as a feed or a picture in SVG: its text without tags, comments, instructions, scripts and
 * styles, and what its elements say is hidden. In one pass; it need not be well-formed.
 */
export function readXml(source: RawText): PlacedText {
  const { raw } = source;
  const builder = new PlacedTextBuilder(source);
  /** The open elements inside the outermost hidden one, that one included. */
  const hidden: string[] = [];
  const text = (from: number, to: number, plain: boolean): void => {
    if (hidden.length > 0) return;
    if (plain) builder.copy(from, to);
    else addText(builder, raw, from, to);
  };
  for (let at = 0; at < raw.length; ) {
    const open = raw.indexOf('<', at);
    const end = open < 0 ? raw.length : open;
    text(at, end, false);
    if (open < 0) break;
    if (raw.startsWith('<!--', open)) at = behind(raw, '-->', open + 4);
    else if (raw.startsWith('<![CDATA[', open)) {
      at = behind(raw, ']]>', open + 9);
      text(open + 9, Math.max(open + 9, raw.startsWith(']]>', at - 3) ? at - 3 : at), true);
    } else if (raw.startsWith('<?', open)) at = behind(raw, '?>', open + 2);
    else if (raw.startsWith('<!', open)) at = behindDoctype(raw, open + 2);
    else {
      TAG.lastIndex = open;
      const tag = TAG.exec(raw);
      at = tag ? open + tag[0].length : open + 1;
      if (tag) element(tag);
      else text(open, at, true);
    }
  }
  function element(tag: RegExpExecArray): void {
    const [, closing, qualified = '', rest = ''] = tag;
    const name = qualified.slice(qualified.indexOf(':') + 1).toLowerCase();
    if (closing === '/') {
      const opened = hidden.lastIndexOf(qualified);
      if (opened >= 0) hidden.length = opened;
    } else if (!rest.endsWith('/')) {
      const attributes = new Map(
        [...rest.matchAll(ATTRIBUTE)].map(([, key = '', one, other]) => [key.toLowerCase(), one ?? other ?? '']),
      );
      if (hidden.length > 0 || isHidden(name, (key) => attributes.get(key), 'xml')) hidden.push(qualified);
    }
    if (hidden.length === 0 && !INLINE_ELEMENTS.has(name)) builder.gap('\n');
  }
  return builder.end();
}
