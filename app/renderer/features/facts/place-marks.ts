import type { ExtraProps } from 'react-markdown';
import type { Mark } from '#contract/mark';
import { sourceOffsets } from './source-map.ts';

type Element = NonNullable<ExtraProps['node']>;
type Node = Element['children'][number] | { type: 'raw'; value: string; position?: Element['position'] };
type Parent = Pick<Element, 'children' | 'position'> & { type: string };

/** A stretch of one drawn text that a mark covers: units `from` (included) to `to` (not included). */
interface Piece {
  mark: number;
  from: number;
  to: number;
  last: boolean;
}

/** A figure up to this length stays in one line with its chip; of a longer one only the last word does. */
const LONGEST_HELD = 24;

const element = (tagName: string, properties: Element['properties'], children: Element['children'] = []): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

/** What of a text counts when a mark is compared with what it was laid over: not spaces, not signs of Markdown. */
function bare(text: string): string {
  return text.replace(/[\s\\*_~`|>]+|&#?\w+;/g, '');
}

/** The text of a node that draws text; raw HTML is drawn as the text it is. */
function textOf(node: Node): string | undefined {
  return node.type === 'text' || node.type === 'raw' ? node.value : undefined;
}

/** Finds the pieces of every mark in the order of the text. A node without a place is looked for after the one before. */
function findPieces(root: Parent, source: string, marks: readonly Mark[]): Map<Node, Piece[]> {
  const found = new Map<Node, Piece[]>();
  const texts = marks.map(() => '');
  let cursor = 0;
  const visit = (parent: Parent, limit: number): void => {
    for (const node of parent.children as Node[]) {
      const place = node.position;
      const start = place?.start.offset ?? cursor;
      const end = place?.end.offset ?? limit;
      const text = textOf(node);
      if (text !== undefined) {
        const offsets = sourceOffsets(text, source, start, end);
        if (!offsets) continue;
        const pieces = marks.flatMap((mark, index): Piece[] => {
          if (mark.end <= start || mark.start >= end) return [];
          const from = offsets.findIndex((offset) => offset >= mark.start && offset < mark.end);
          if (from < 0) return [];
          const to = offsets.findLastIndex((offset) => offset < mark.end) + 1;
          texts[index] = (texts[index] ?? '') + text.slice(from, to);
          return [{ mark: index, from, to, last: false }];
        });
        if (pieces.length > 0) found.set(node, pieces);
        cursor = (offsets.at(-1) ?? start - 1) + 1;
      } else if ('children' in node) {
        if (place) cursor = start;
        visit(node, end);
        if (place) cursor = end;
      }
    }
  };
  visit(root, source.length);
  return dropWrong(found, marks, texts);
}

/** Leaves out marks whose words are not what they were laid over, and overlaps; names the last piece of each of the rest. */
function dropWrong(
  found: ReadonlyMap<Node, Piece[]>,
  marks: readonly Mark[],
  texts: readonly string[],
): Map<Node, Piece[]> {
  const right = marks.map((mark, index) => bare(texts[index] ?? '') === bare(mark.text));
  const kept = new Map<Node, Piece[]>();
  const last = new Map<number, Piece>();
  for (const [node, pieces] of found) {
    let edge = 0;
    const ordered = pieces.filter((piece) => right[piece.mark]).sort((a, b) => a.from - b.from || b.to - a.to);
    const apart = ordered.filter((piece) => {
      if (piece.from < edge) return false;
      edge = piece.to;
      return true;
    });
    for (const piece of apart) last.set(piece.mark, piece);
    if (apart.length > 0) kept.set(node, apart);
  }
  for (const piece of last.values()) piece.last = true;
  return kept;
}

/** Where the part of a figure begins that stays with its chip. */
function holdFrom(words: string): number {
  if (words.length <= LONGEST_HELD) return 0;
  const space = words.trimEnd().lastIndexOf(' ');
  return words.length - space > LONGEST_HELD ? words.length - LONGEST_HELD / 2 : space + 1;
}

/** One text with its marks drawn in; the chips that must stand further out, as it is part of a link, go to `later`. */
function withMarks(text: string, pieces: readonly Piece[], later: Element[] | undefined): Element['children'] {
  const out: Element['children'] = [];
  let at = 0;
  const plain = (to: number): void => {
    if (to > at) out.push({ type: 'text', value: text.slice(at, to) });
  };
  for (const { mark, from, to, last } of pieces) {
    plain(from);
    at = to;
    const words = text.slice(from, to);
    const figure = (value: string) => element('mark', { dataMark: mark }, [{ type: 'text', value }]);
    const chip = element('data', { dataMark: mark });
    if (!last) out.push(figure(words));
    else if (later) {
      out.push(figure(words));
      later.push(chip);
    } else {
      const hold = holdFrom(words);
      if (hold > 0) out.push(figure(words.slice(0, hold)));
      out.push(element('span', { className: ['mark-hold'] }, [figure(words.slice(hold)), chip]));
    }
  }
  plain(text.length);
  return out;
}

function draw(parent: Parent, found: ReadonlyMap<Node, Piece[]>, later: Element[] | undefined): void {
  parent.children = (parent.children as Node[]).flatMap((node): Element['children'] => {
    const pieces = found.get(node);
    const text = textOf(node);
    if (text !== undefined) {
      if (pieces) return withMarks(text, pieces, later);
      return node.type === 'raw' ? [{ type: 'text', value: text }] : [node as Element['children'][number]];
    }
    if (node.type !== 'element') return [node as Element['children'][number]];
    if (node.tagName !== 'a' || later) {
      draw(node, found, later);
      return [node];
    }
    // A chip is a button and so is a link: it stands after it.
    const chips: Element[] = [];
    draw(node, found, chips);
    return [node, ...chips];
  });
}

/**
 * A rehype plugin that lays marks over a rendered answer. `mark` and `data` elements carry the number of their mark:
 * the figure, and the place of its chip right after it, which never splits it and never stands in the next line. A mark that can't be placed is
 * named by a `footer` at the end. Takes the Markdown and its marks, whose offsets count units of it.
 */
export function placeMarks(source: string, marks: readonly Mark[]): () => (root: Parent) => void {
  return () => (root) => {
    const found = findPieces(root, source, marks);
    draw(root, found, undefined);
    const placed = new Set([...found.values()].flat().map((piece) => piece.mark));
    const missing = marks.flatMap((_, index) => (placed.has(index) ? [] : [index]));
    if (missing.length > 0) root.children.push(element('footer', { dataMarks: missing.join(' ') }));
  };
}
