import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { oneLine } from '../connectors/html-text.ts';
import { organizationOf } from '../connectors/organization-of.ts';
import type { FoundItem, FoundItems, SearchProvider } from './search-provider.ts';

type ParentNode = DefaultTreeAdapterTypes.ParentNode;
type ChildNode = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const HOST = 'html.duckduckgo.com';

const isElement = (node: ChildNode): node is Element => 'tagName' in node;

function attribute(element: Element, name: string): string {
  return element.attrs.find((each) => each.name === name)?.value ?? '';
}

const classesOf = (element: Element): string[] => attribute(element, 'class').split(/\s+/u);

/** All elements below a node, in the order of the page. Without recursion, as the page is somebody else's. */
function elementsOf(root: ParentNode): Element[] {
  const found: Element[] = [];
  const left: ChildNode[] = [...root.childNodes].reverse();
  for (let node = left.pop(); node; node = left.pop()) {
    if (!isElement(node)) continue;
    found.push(node);
    for (let n = node.childNodes.length - 1; n >= 0; n--) {
      const child = node.childNodes[n];
      if (child) left.push(child);
    }
  }
  return found;
}

function textOf(element: Element): string {
  const parts: string[] = [];
  const left: ChildNode[] = [element];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.nodeName === '#text' && 'value' in node) parts.push(node.value);
    else if (isElement(node)) left.push(...[...node.childNodes].reverse());
  }
  return oneLine(parts.join(''));
}

/** Where a link of the page leads: its own redirect (`/l/?uddg=…`) taken apart. Empty for a link of its own or an ad. */
function targetOf(href: string): string {
  const url = URL.parse(href, `https://${HOST}/`);
  if (!url) return '';
  const own = url.hostname === 'duckduckgo.com' || url.hostname.endsWith('.duckduckgo.com');
  // As it is written: reading it as an address would hide an empty name in it.
  if (!own) return URL.canParse(href) ? href : url.href;
  const target = url.pathname === '/l/' ? url.searchParams.get('uddg') : null;
  return target ?? '';
}

/** The page that asks whether a person is there. */
function isAnomaly(elements: readonly Element[]): boolean {
  return elements.some(
    (element) =>
      classesOf(element).some((name) => name.startsWith('anomaly-modal')) ||
      attribute(element, 'id') === 'challenge-form' ||
      attribute(element, 'action').includes('anomaly.js'),
  );
}

function itemOf(block: Element): FoundItem | undefined {
  const inside = elementsOf(block);
  const link = inside.find((element) => element.tagName === 'a' && classesOf(element).includes('result__a'));
  const place = block.sourceCodeLocation;
  const url = link ? targetOf(attribute(link, 'href')) : '';
  if (!link || !place || url === '') return undefined;
  const snippet = inside.find((element) => classesOf(element).includes('result__snippet'));
  return {
    title: textOf(link),
    url,
    snippet: snippet ? textOf(snippet) : '',
    organization: organizationOf(url),
    raw: { from: place.startOffset, to: place.endOffset },
  };
}

function read(reply: string, status: number): FoundItems {
  const elements = elementsOf(parse(reply, { sourceCodeLocationInfo: true }));
  if (status === 202 || isAnomaly(elements))
    return {
      ok: false,
      message: 'it takes this for a robot and does not answer; try later, or choose another provider',
    };
  const blocks = elements.filter((element) => {
    const classes = classesOf(element);
    return classes.includes('result') && !classes.includes('result--ad') && !classes.includes('result--no-result');
  });
  const empty = elements.some((element) =>
    classesOf(element).some((name) => name === 'no-results' || name === 'result--no-result'),
  );
  if (blocks.length === 0 && !empty) return { ok: false, message: 'its page is not one of results' };
  return { ok: true, items: blocks.flatMap((block) => itemOf(block) ?? []) };
}

/** DuckDuckGo's page for readers without scripts; there is no official service, and it may refuse (row A7.12). */
export const duckduckgo: SearchProvider = {
  id: 'duckduckgo',
  name: 'DuckDuckGo',
  host: () => HOST,
  method: 'GET',
  needsKey: false,
  most: 20,
  mediaType: 'text/html',
  request: (query, { language }) => ({
    url: `https://${HOST}/html/?${new URLSearchParams({ q: query })}`,
    headers: { accept: 'text/html', ...(language !== undefined && { 'accept-language': language }) },
  }),
  read,
};
