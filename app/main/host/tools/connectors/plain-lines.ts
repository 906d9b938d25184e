import { INLINE_ELEMENTS } from '../../facts/page-elements.ts';

/** What is used of an element of a parsed page. */
export interface PageElement {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly textContent: string | null;
  readonly innerHTML: string;
  readonly outerHTML: string;
  readonly firstChild: PageElement | null;
  readonly nextSibling: PageElement | null;
  readonly parentNode: PageElement | null;
  readonly firstElementChild: PageElement | null;
  readonly nextElementSibling: PageElement | null;
  readonly parentElement: PageElement | null;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  remove(): void;
}

const TEXT = 3;
const ELEMENT = 1;
const isInline = ({ nodeName }: PageElement): boolean => INLINE_ELEMENTS.has(nodeName.toLowerCase());

/**
 * The text of a part of a page, a line for each block, cells of a table with a bar between. In one pass without recursion:
 * its time is that of reading the page, however it is nested.
 */
export function plainLines(root: PageElement): string {
  const lines: string[] = [];
  let line = '';
  const endLine = (): void => {
    const text = line.replace(/[^\S\n]+/gu, ' ').trim();
    if (text !== '') lines.push(text);
    line = '';
  };
  const enter = (element: PageElement): void => {
    const { nodeName } = element;
    if (nodeName === 'TD' || nodeName === 'TH') line += line.trim() === '' ? '' : ' | ';
    else if (!isInline(element)) {
      endLine();
      if (nodeName === 'LI') line = '- ';
      else if (/^H[1-6]$/u.test(nodeName)) line = `${'#'.repeat(Number(nodeName[1]))} `;
    }
  };
  for (let at: PageElement | null = root; at; ) {
    if (at.nodeType === TEXT) line += (at.nodeValue ?? '').replace(/\s+/gu, ' ');
    else if (at.nodeType === ELEMENT) enter(at);
    const child: PageElement | null = at.nodeType === ELEMENT ? at.firstChild : null;
    if (child) {
      at = child;
      continue;
    }
    while (at && at !== root && !at.nextSibling) {
      at = at.parentNode;
      if (at && at.nodeType === ELEMENT && !isInline(at) && !/^T[DH]$/u.test(at.nodeName)) endLine();
    }
    at = at && at !== root ? at.nextSibling : null;
  }
  endLine();
  return lines.join('\n');
}
