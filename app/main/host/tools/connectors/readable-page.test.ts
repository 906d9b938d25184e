import { describe, expect, it } from 'vitest';
import { htmlText } from './html-text.ts';
import { readablePage } from './readable-page.ts';

const ADDRESS = 'https://example.org/dir/page';
const markdownOf = (html: string): string => readablePage(html, ADDRESS).markdown;

describe('a readable page', () => {
  it('is all of the body where there is no article', () => {
    expect(markdownOf('<p>Short <b>note</b>.</p>')).toBe('Short **note**.');
    expect(markdownOf('plain words')).toBe('plain words');
    expect(markdownOf('')).toBe('');
  });

  it.each([
    ['<a href="../x">x</a>', '[x](https://example.org/x)'],
    ['<base href="https://other.example/"><a href="y">y</a>', '[y](https://other.example/y)'],
    ['<a href="data:text/html,1">d</a>', 'd'],
    ['<img src="a.png" alt="a map">', 'a map'],
  ])('%s becomes %s', (html, markdown) => {
    expect(markdownOf(html)).toBe(markdown);
  });

  it.each([
    '<i hidden>SECRET</i>',
    '<i aria-hidden="true">SECRET</i>',
    '<i style="color:red;display :none">SECRET</i>',
    '<i style="visibility: hidden">SECRET</i>',
    '<i style="font-size:0px">SECRET</i>',
    '<i style="opacity:0">SECRET</i>',
    '<template>SECRET</template>',
    '<noscript>SECRET</noscript>',
    '<!-- SECRET -->',
    '<script>SECRET</script>',
    '<input type="hidden" value="SECRET">',
    '<dialog>SECRET</dialog>',
    '<i style="display:n\\6f ne">SECRET</i>',
    '<i style="display:/**/none">SECRET</i>',
    '<div style="height:0;overflow:hidden"><p>SECRET</p></div>',
    '<i style="position:absolute;left:-9999px">SECRET</i>',
    '<i style="font-size:1px">SECRET</i>',
    '<i popover>SECRET</i>',
    '<link title="SECRET"><meta content="SECRET">',
    '<a href="/x" hidden>SECRET</a>',
    '<video>SECRET</video>',
  ])('leaves out %s', (hidden) => {
    expect(markdownOf(`<p>shown</p>${hidden}`)).toBe('shown');
  });

  it.each([
    '<html><title>Port</title><body><p>1,204 calls</p></body></html>',
    '<!doctype html><title>Port</title><p>1,204 calls',
    '<html><head><title>Port</title></head><p>1,204 calls</p></html>',
    '<title>Port</title><body class="x"><p>1,204 calls</p>',
    '<html lang="en"><meta charset="utf-8"><title>Port</title><p>1,204 calls',
  ])('is read whole where tags are left out that may be: %s', (html) => {
    expect(readablePage(html, 'https://example.org/')).toEqual({ title: 'Port', markdown: '1,204 calls' });
  });

  it('is plain lines where the page is very deep or large, with the hidden still left out', () => {
    expect(markdownOf(`${'<div>'.repeat(20_000)}deep<i hidden>SECRET</i>`)).toBe('deep');
    const rows = '<tr><td>1</td><td>two</td></tr>'.repeat(1400);
    const lines = markdownOf(`<h2>Rows</h2><table>${rows}</table>`).split('\n');
    expect([lines[0], lines[1], lines.length]).toEqual(['## Rows', '1 | two', 1401]);
  });
});

describe('the text of HTML', () => {
  it.each([
    ['<span class="searchmatch">Go</span> &amp; C&#39;s  x', 'Go & C’s x'.replace('’', "'")],
    ['1 &lt; 2 and 3 < 4', '1 < 2 and 3 < 4'],
    ['a<br>b', 'a b'],
    ['a\u202eb\u0007', 'ab'],
    ['<script>x</script>y', 'y'],
  ])('%s is %s', (html, text) => {
    expect(htmlText(html)).toBe(text);
  });
});
