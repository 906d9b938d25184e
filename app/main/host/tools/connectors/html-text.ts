import { parseFragment } from 'parse5';

/** What is used of a node of parse5's tree. */
interface Node {
  nodeName: string;
  value?: string;
  childNodes?: Node[];
}

/**
 * The text of a piece of HTML: tags gone, entities as what they stand for, spaces as one space. What looks like a tag and
 * is none stays.
 */
export function htmlText(html: string): string {
  if (!/[<&]/u.test(html)) return oneLine(html);
  const parts: string[] = [];
  const left: Node[] = [parseFragment(html) as unknown as Node];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.nodeName === '#text') parts.push(node.value ?? '');
    else if (node.nodeName === 'br') parts.push(' ');
    else if (node.nodeName !== 'script' && node.nodeName !== 'style')
      left.push(...[...(node.childNodes ?? [])].reverse());
  }
  return oneLine(parts.join(''));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200b\u2028\u2029]|\p{Bidi_Control}/gu;

/** A text on one line, without characters that could make it look like something else. */
export function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(CONTROL, '').trim();
}
