import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, parseFragment } from 'parse5';
import { INLINE_ELEMENTS, isHidden } from './page-elements.ts';
import { type PlacedText, PlacedTextBuilder, type RawText } from './placed-text.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** Deeper or larger pages take a time to parse that grows with the square of it: nobody reads them, and nor is this. */
const DEEPEST = 1000;
const MOST_ELEMENTS = 300_000;

class TooLarge extends Error {}

function documentOf(html: string): DefaultTreeAdapterTypes.Document | undefined {
  let depth = 0;
  let elements = 0;
  try {
    return parse(html, {
      sourceCodeLocationInfo: true,
      treeAdapter: {
        ...defaultTreeAdapter,
        createElement: (...parts) => {
          if (++elements > MOST_ELEMENTS) throw new TooLarge();
          return defaultTreeAdapter.createElement(...parts);
        },
        onItemPush: () => {
          if (++depth > DEEPEST) throw new TooLarge();
        },
        onItemPop: () => {
          depth--;
        },
      },
    });
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}

const REFERENCE = /&(?:#[xX]?[0-9a-fA-F]+|[a-zA-Z0-9]+);?/y;

const IGNORED = /<\/?[a-zA-Z][^<>]*>/y;

/** What a character reference stands for. */
function meant(reference: string, known: Map<string, string>): string {
  let text = known.get(reference);
  if (text === undefined) {
    const [node] = parseFragment(reference).childNodes;
    text = node && 'value' in node ? node.value : '';
    known.set(reference, text);
  }
  return text;
}

/** One step of a text: a piece of the raw text and what the reader gets for it. */
interface Step {
  from: number;
  to: number;
  text: string;
}

/** How a text came from the raw one; undefined where it did not come from there alone, as when tables push text out. */
function stepsOf(value: string, raw: string, from: number, to: number, known: Map<string, string>): Step[] | undefined {
  const steps: Step[] = [];
  let at = from;
  let read = 0;
  while (at < to) {
    const character = raw.charAt(at);
    if (character === '&') {
      REFERENCE.lastIndex = at;
      const reference = REFERENCE.exec(raw)?.[0];
      const text = reference === undefined || at + reference.length > to ? undefined : meant(reference, known);
      if (reference !== undefined && text !== undefined && value.startsWith(text, read)) {
        steps.push({ from: at, to: at + reference.length, text });
        at += reference.length;
        read += text.length;
        continue;
      }
    }
    const length = raw.startsWith('\r\n', at) ? 2 : 1;
    const text = character === '\r' ? '\n' : character;
    if (value.startsWith(text, read)) {
      steps.push({ from: at, to: at + length, text });
      read++;
    } else if (character === '<') {
      // A tag that means nothing there, such as that of a cell outside a table: it divides the text all the same.
      IGNORED.lastIndex = at;
      const ignored = IGNORED.exec(raw)?.[0];
      if (ignored === undefined || at + ignored.length > to) return undefined;
      steps.push({ from: at, to: at, text: '\n' });
      at += ignored.length;
      continue;
    } else if (!(character === '\0' || (at === from && text === '\n'))) return undefined;
    at += length;
  }
  return read === value.length ? steps : undefined;
}

const isText = (node: Node): node is DefaultTreeAdapterTypes.TextNode => node.nodeName === '#text';
const isElement = (node: Node): node is Element => 'tagName' in node;

function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

/** What divides the text before an element, or after it, from that in it. */
function gapAt(name: string): string {
  if (name === 'td' || name === 'th') return '\n| ';
  return INLINE_ELEMENTS.has(name) ? '' : '\n';
}

/** A raised figure is no digit of the number before it. */
const isRaised = (name: string): boolean => name === 'sup' || name === 'sub';

function hrefOf(href: string, base: string | undefined): string | undefined {
  const url = URL.parse(href, base);
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
}

/**
 * What a reader gets of a page: its text without what is hidden, what is script or style, and its head; character
 * references as what they stand for. The links of the visible text come with it. Nothing of a page too large to parse.
 * @param address where the page is from, for its links
 */
export function readHtml(source: RawText, address: string | undefined): PlacedText {
  const builder = new PlacedTextBuilder(source);
  // A mark of byte order is no text; the page begins behind it.
  const root = documentOf(source.raw.replace(/^\ufeff/, ' '));
  const known = new Map<string, string>();
  let base = address;
  let raised = false;
  const border = (name: string): void => {
    builder.gap(gapAt(name));
    raised ||= isRaised(name);
  };
  const addText = ({ value, sourceCodeLocation: at }: DefaultTreeAdapterTypes.TextNode): void => {
    if (raised && /\p{Nd}/u.test(builder.last) && /^\p{Nd}/u.test(value)) builder.gap('\n');
    raised = false;
    if (at && source.raw.slice(at.startOffset, at.endOffset) === value) {
      builder.copy(at.startOffset, at.endOffset);
      return;
    }
    const steps = at && stepsOf(value, source.raw, at.startOffset, at.endOffset, known);
    for (const step of steps ?? []) builder.add(step.text, step.from, step.to);
    // A text whose place is not known can't be shown there, and divides what is around it.
    if (!steps) builder.gap('\n');
  };
  const left: (Node | { left: string })[] = root ? [root] : [];
  for (let node = left.pop(); node; node = left.pop()) {
    if ('left' in node) border(node.left);
    else if (isText(node)) addText(node);
    else if (isElement(node)) {
      if (node.tagName === 'head') base = baseOf(node, address);
      if (isHidden(node.tagName, attributeOf.bind(undefined, node))) continue;
      border(node.tagName);
      addLink(node, base, builder);
      if (!/^(?:br|hr|img|input|wbr)$/.test(node.tagName)) left.push({ left: node.tagName });
      for (const child of node.childNodes.toReversed()) left.push(child);
    } else if ('childNodes' in node) for (const child of node.childNodes.toReversed()) left.push(child);
  }
  return builder.end();
}

function addLink(element: Element, base: string | undefined, builder: PlacedTextBuilder): void {
  const href = element.tagName === 'a' ? attributeOf(element, 'href') : undefined;
  const url = href === undefined ? undefined : hrefOf(href, base);
  const place = element.sourceCodeLocation?.attrs?.href;
  if (url !== undefined && place) builder.link(url, place.startOffset, place.endOffset);
}

function baseOf(head: Element, address: string | undefined): string | undefined {
  const element = head.childNodes.find((node): node is Element => isElement(node) && node.tagName === 'base');
  const href = element && attributeOf(element, 'href');
  return href === undefined ? address : (URL.parse(href, address)?.href ?? address);
}
