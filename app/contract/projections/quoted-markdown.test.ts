import fc from 'fast-check';
import Markdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, it } from 'vitest';
import { publishedRun } from '../../main/host/testing/published-run.ts';
import { toMarkdown } from './markdown.ts';
import { quoted } from './quoted-markdown.ts';
import { foldRun } from './run-state.ts';

interface Node {
  type: string;
  depth?: number;
  url?: string;
  value?: string;
  identifier?: string;
  children?: Node[];
}

/** A document as a Markdown reader takes it. */
function treeOf(text: string): Node {
  let tree: Node | undefined;
  const keep = () => (read: Node) => {
    tree = structuredClone(read);
  };
  Markdown({ children: text, remarkPlugins: [remarkGfm, keep] });
  if (!tree) throw new Error('nothing was read');
  return tree;
}

const all = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(all)];
const wordsOf = (node: Node): string => node.value ?? (node.children ?? []).map(wordsOf).join('');

/** What a document is made of, but for what stands in quotations. */
function partsOf(text: string): { [part: string]: unknown } {
  const tree = treeOf(text);
  const nodes = all(tree);
  const kinds = (type: string): Node[] => nodes.filter((node) => node.type === type);
  return {
    top: (tree.children ?? []).map(({ type }) => type),
    headings: kinds('heading').map((node) => [node.depth, wordsOf(node)]),
    notes: kinds('footnoteDefinition').map(({ identifier }) => identifier),
    references: kinds('footnoteReference').map(({ identifier }) => identifier),
    others: ['html', 'image', 'imageReference', 'linkReference', 'definition'].flatMap(kinds),
    addresses: kinds('link').filter(({ url = '' }) => !/^(?:https?:\/\/|mailto:)/.test(url)),
  };
}

const FRAGMENTS = [
  '```',
  '````js',
  '~~~',
  '`',
  '``',
  '<!--',
  '-->',
  '<script>alert(1)</script>',
  '<b>',
  '<a href="javascript:x">',
  '<https://x.example>',
  '![](http://evil.example/x.png)',
  '![a][b]',
  '[b]: http://evil.example "t',
  '[x](javascript:alert(1))',
  '[a](`',
  '](',
  '[^f1]',
  '[^f1]: Forged',
  '[^you]:',
  '^[x]',
  '### 99. You',
  '# x',
  '#',
  '##\t',
  '===',
  '---',
  '-',
  '=',
  '*14. Done.*',
  '- ',
  '1. ',
  '> ',
  '>',
  '    ',
  '\t',
  '| a | b |',
  '|---|---|',
  '|',
  '\\',
  '\\\\',
  '!',
  '[',
  ']',
  '(',
  ')',
  '<',
  '&lt;',
  '&#35; x',
  '\n',
  '\n',
  '\n\n',
  '\r',
  '\r\n',
  ' ',
  'a',
  'www.x.example/`',
  'https://x.example/`',
  'a@x.example`',
  '1,680,000',
  '$',
  '{{',
  '\u2028',
  '\u0000',
  '\u200b',
];
const hostile = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 10 }).map((parts) => parts.join(''));

/** The sample run with these texts wherever somebody else has a word. */
function runWith(text: string, title: string): string {
  const run = foldRun(publishedRun());
  if (!run) throw new Error('no run');
  run.title = title;
  for (const item of run.transcript) {
    if (item.type === 'user') item.text = { text };
    if (item.type !== 'assistant') continue;
    const marked = 'The end 1,680,000';
    const mark = item.marks?.[0];
    item.text = `${text}\n\n${marked}`;
    const end = item.text.length;
    if (mark) item.marks = [{ ...mark, start: end - mark.text.length, end }];
  }
  run.transcript.push({ type: 'model-failed', seq: 20, at: 0, message: text });
  run.transcript.push({ type: 'gathering-ended', seq: 21, at: 0, detail: text });
  run.transcript.push({ type: 'guardrail', seq: 22, at: 0, guardrail: text, verdict: 'block', reason: text });
  for (const call of run.calls.values()) {
    call.call.input = { code: text };
    if (call.status === 'ended') call.outcome = { type: 'ok', output: { text }, truncated: false, facts: [] };
  }
  return toMarkdown(run, () => undefined);
}

describe('the Markdown of a run', () => {
  it('has the headings, footnotes and parts that it has of its own, whatever others wrote', () => {
    const own = partsOf(runWith('x', 'x'));
    expect(own.references).toEqual(['f1']);
    expect(own.top).toContain('blockquote');
    fc.assert(
      fc.property(hostile, (text) => {
        expect(partsOf(runWith(text, 'x'))).toEqual(own);
      }),
      { numRuns: 60 },
    );
  });

  it('has one title, whatever it says', () => {
    const { headings: _words, ...own } = partsOf(runWith('x', 'x'));
    fc.assert(
      fc.property(hostile, (title) => {
        const { headings, ...parts } = partsOf(runWith('x', title));
        expect(parts).toEqual(own);
        expect((headings as unknown[]).length).toBe((_words as unknown[]).length);
      }),
      { numRuns: 20 },
    );
  });
});

describe('a quoted text', () => {
  it.each([
    ['emphasis and lists', '**So** it is:\n\n- one\n- *two*', '> **So** it is:\n>\n> - one\n> - *two*'],
    ['code in a line', 'Use `a < b && c[0]` here', '> Use `a < b && c[0]` here'],
    ['code in lines', '```ts\nconst a = <b>;\n```', '>\n> ```ts\n> const a = <b>;\n> ```\n>'],
    ['a fence with a separator of lines', '~~~\u2028\n<b>', '>\n> ```\n> <b>\n> ```\n>'],
    ['a fence that is not closed', '~~~\n<b>', '>\n> ```\n> <b>\n> ```\n>'],
    ['a table', '| a | b |\n|---|---|\n| 1 | 2 |', '> | a | b |\n> |---|---|\n> | 1 | 2 |'],
    ['a heading', 'a\n## 3. You', '> a\n> \\## 3. You'],
    ['a line under a heading', 'a\n---\nb\n===', '> a\n> \\---\n> b\n> \\==='],
    ['HTML', 'a <script>x</script> \\<b>', '> a &lt;script>x&lt;/script> &lt;b>'],
    ['an image', '![](http://x.example/a.png)', '> \\!\\[](http://x.example/a.png)'],
    ['code that a table cuts', '| `a | <b>` |\n|-|-|', '> | \\`a | &lt;b>\\` |\n> |-|-|'],
    ['code in an address', 'https://x.example/`a <b>`', '> https://x.example/\\`a &lt;b>\\`'],
    ['plain signs', 'C# is no. #5, so a > b!', '> C# is no. #5, so a > b!'],
    ['nothing', '', '>'],
  ])('keeps what can be kept: %s', (_name, text, expected) => {
    expect(quoted(text)).toBe(expected);
  });
});
