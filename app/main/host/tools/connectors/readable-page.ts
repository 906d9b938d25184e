import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import Turndown from 'turndown';
import { gfm } from 'turndown-plugin-gfm';
import { isHidden } from '../../facts/page-elements.ts';
import { type PageElement, plainLines } from './plain-lines.ts';

/** A page as an agent reads it. */
export interface ReadablePage {
  title: string;
  markdown: string;
}

/**
 * Larger or deeper pages are shown as plain lines: the libraries that find the article and write Markdown take time that
 * grows with the square of the depth, and the page is somebody else's. Of 4,000
 * elements it takes about 0.1 s, of 12,000 on a busy machine over 2 s, and the host does nothing else meanwhile.
 */
const MOST_ELEMENTS = 4000;
const DEEPEST = 60;
/** An article shorter than this part of the page's text is a teaser or a banner: then the whole page is shown. */
const SMALLEST_SHARE = 0.2;

interface PageDocument extends PageElement {
  readonly documentElement: PageElement | null;
  readonly body: PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  querySelector(selector: string): PageElement | null;
}

/** The tags of a page that may be left out, and what stands in its head. */
const OUTER = /<!doctype[^>]{0,500}>|<\/?(?:html|head|body)(?:\s[^>]{0,2000})?>/giu;
const TITLE = /<title(?:\s[^>]{0,500})?>([^<]{0,2000})<\/title\s*>/iu;
const BASE = /<base\s[^>]{0,2000}>/iu;

/**
 * A page with its head and its body: a page may leave their tags out, and the library takes it at its word. One that does
 * is put together anew: title and base in the head, all else in the body.
 */
function withAllParts(html: string): string {
  if (/<html[\s>]/iu.test(html) && /<head[\s>]/iu.test(html) && /<body[\s>]/iu.test(html)) return html;
  const rest = html.replace(OUTER, '');
  const title = TITLE.exec(rest)?.[0] ?? '';
  const base = BASE.exec(rest)?.[0] ?? '';
  const body = rest.replace(title, '').replace(base, '');
  return `<!doctype html><html><head>${title}${base}</head><body>${body}</body></html>`;
}

function documentOf(html: string): PageDocument {
  return parseHTML(withAllParts(html)).document as unknown as PageDocument;
}

/** The elements from one on, in the order of the page, with their depth: selectors take time that grows with the depth. */
function* walk(root: PageElement | null): Generator<{ element: PageElement; depth: number }> {
  let depth = 0;
  for (let at = root; at; ) {
    yield { element: at, depth };
    if (at.firstElementChild) {
      at = at.firstElementChild;
      depth++;
      continue;
    }
    while (at && at !== root && !at.nextElementSibling) {
      at = at.parentElement;
      depth--;
    }
    at = at && at !== root ? at.nextElementSibling : null;
  }
}

/** What a reader of the page does not get is not shown to the agent either: it is no ground of an answer. */
function dropHidden(body: PageElement): void {
  for (const { element } of [...walk(body)])
    if (element !== body && isHidden(element.nodeName.toLowerCase(), (name) => element.getAttribute(name)))
      element.remove();
}

/** Makes each link whole; one that is no web address goes, its text stays. */
function makeLinksWhole(page: PageDocument, address: string): void {
  const base = URL.parse(page.querySelector('base[href]')?.getAttribute('href') ?? '', address)?.href ?? address;
  for (const [selector, name] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ] as const)
    for (const element of page.querySelectorAll(selector)) {
      const url = URL.parse(element.getAttribute(name) ?? '', base);
      if (url && ['http:', 'https:', 'mailto:'].includes(url.protocol)) element.setAttribute(name, url.href);
      else element.removeAttribute(name);
    }
}

function isSmall(page: PageDocument): boolean {
  let elements = 0;
  for (const { depth } of walk(page.documentElement)) if (++elements > MOST_ELEMENTS || depth > DEEPEST) return false;
  return true;
}

/** The part of a page that is what it is about; undefined where there is no such part, or hardly any of it. */
function articleOf(html: string, length: number): string | undefined {
  const page = documentOf(html);
  // The types name the browser's own document; this one has what is used of it.
  const found = new Readability(page as unknown as ConstructorParameters<typeof Readability>[0]).parse();
  const text = found?.textContent?.trim() ?? '';
  return found?.content && text.length > length * SMALLEST_SHARE ? found.content : undefined;
}

const visibleLength = (text: string): number => text.replace(/\s+/gu, ' ').trim().length;

/**
 * A page as Markdown: what it is about without its menus where that can be told, else all of its body; links whole;
 * scripts, styles and hidden text left out. Tables stay tables. Very large or deep pages become plain lines.
 * @param html as text
 * @param address where it is from, for its links
 */
export function readablePage(html: string, address: string): ReadablePage {
  const page = documentOf(html);
  const title = (page.querySelector('title')?.textContent ?? '').replace(/\s+/gu, ' ').trim();
  const { body } = page;
  if (!body || isHidden('body', (name) => body.getAttribute(name))) return { title, markdown: '' };
  makeLinksWhole(page, address);
  dropHidden(body);
  if (!isSmall(page)) return { title, markdown: plainLines(body) };
  const article = articleOf(page.documentElement?.outerHTML ?? '', visibleLength(body.textContent ?? ''));
  const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
  turndown.use(gfm);
  // It is read, not rendered: a name such as `http_fetch` stays as it is.
  turndown.escape = (text) => text;
  // A picture says nothing here but its words.
  turndown.addRule('picture', {
    filter: 'img',
    // The types name the browser's own element; this one has what is used of it.
    replacement: (_content, node) => (node as unknown as PageElement).getAttribute('alt') ?? '',
  });
  return { title, markdown: turndown.turndown(article ?? body.innerHTML).trim() };
}
