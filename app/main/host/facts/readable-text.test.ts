import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableText } from './readable-text.ts';

// Only what a reader of a payload gets may be ground of an answer (rule A11, rows A12.*).

const read = (payload: string | Uint8Array, mediaType = 'text/html') =>
  readableText(Buffer.from(payload as string), mediaType, 'https://example.org/dir/page');
const textOf = (payload: string | Uint8Array, mediaType = 'text/html'): string =>
  read(payload, mediaType)?.text.replace(/\s+/gu, ' ').trim() ?? 'as it stands';

describe('a page', () => {
  it.each([
    '<script>4711</script>',
    '<style>.a{width:4711px}</style>',
    '<!-- 4711 -->',
    '<template><p>4711</p></template>',
    '<noscript>4711</noscript>',
    '<svg><text>4711</text></svg>',
    '<i hidden>4711</i>',
    '<div hidden="until-found"><p><b>4711</b></p></div>',
    '<i aria-hidden="TRUE">4711</i>',
    '<i style="display:none">4711</i>',
    '<i style="color:red;DISPLAY : None !important">4711</i>',
    '<i style="opacity: 0% ; color: red">4711</i>',
    '<i style="display:/* x */none">4711</i>',
    '<i style="display:n\\6f ne">4711</i>',
    '<i style="visibility:hidden">4711</i>',
    '<i style="font-size:0">4711</i>',
    '<i style="font-size:1px">4711</i>',
    '<i style="font: 0/0 a">4711</i>',
    '<i style="opacity:0.0">4711</i>',
    '<div style="width:0;height:0;overflow:hidden">4711</div>',
    '<div style="position:absolute;left:-9999px">4711</div>',
    '<i style="text-indent:-9999px">4711</i>',
    '<i style="color:transparent">4711</i>',
    '<i style="color:#fff;background:#fff">4711</i>',
    '<i style="clip:rect(0,0,0,0)">4711</i>',
    '<i style="transform:scale(0)">4711</i>',
    '<input type="hidden" value="4711">',
    '<img alt="x" src="4711.png" width="4711">',
    '<meta name="a" content="4711">',
    '<dialog>4711</dialog>',
    '<p data-value="4711" title="4711"></p>',
    '<table><tr hidden><td>4711</td></tr></table>',
    '<iframe>4711</iframe>',
    '<select hidden><option>4711</select>',
  ])('gives nothing of %s', (hidden) => {
    expect(textOf(`<!doctype html><html><head><title>4711</title></head><body><p>seen</p>${hidden}<p>end`)).toMatch(
      /^seen (?:\| )*end$/,
    );
  });

  it('gives what stands beside the hidden, in the order that it is read', () => {
    expect(textOf('<p>4<!-- 9 -->2</p><p>The <b>big</b> <i hidden>no</i>house</p>')).toBe('42 The big house');
    expect(textOf('<table><tr><td>1</td><td>680</td></tr></table>')).toBe('| 1 | | 680 |');
    expect(textOf('<p>10<sup>6</sup> and 5 km<sup>2</sup>, 7<sup>1</sup>234')).toBe('10 6 and 5 km2, 7 1 234');
  });

  it('divides cells that stand outside a table, and keeps what is hidden in one from the text that it pushes out', () => {
    expect(textOf('<tr><td>1</td><td>680 km</td></tr>')).toBe('1 680 km');
    expect(read('<tr><td>1</td><td>680</td></tr>')?.text).toContain('1\n\n680');
    expect(textOf('<table>a<tr hidden><td>4711</td></tr>b</table>')).not.toContain('4711');
  });

  it.each([
    ['1&nbsp;680', '1\u00a0680'],
    ['1&#8239;680', '1\u202f680'],
    ['1&#x202F;680', '1\u202f680'],
    ['a &amp; b &lt;c&gt; &copy 5 &notit; &unknown; & 7', 'a & b <c> © 5 ¬it; &unknown; & 7'],
    ['x\r\ny', 'x\ny'],
    ['<pre>\n5</pre>', '5'],
    ['<textarea>\n6 &lt;</textarea>', '6 <'],
  ])('reads %j as it is meant', (html, text) => {
    expect(read(html)?.text.trim()).toBe(text);
  });

  it.each(['<p>Ä € 😀 1&nbsp;680 km</p>', '\ufeff<p>1&nbsp;680</p>', '<i hidden>€</i>1&nbsp;680'])(
    'keeps the place of each part in the bytes of %s',
    (html) => {
      const placed = read(html);
      const start = placed?.text.indexOf('1\u00a0680') ?? -1;
      const bytes = Buffer.from(html).subarray(placed?.from[start], placed?.to[start + 4]);
      expect(bytes.toString()).toBe('1&nbsp;680');
    },
  );

  it('keeps places in bytes that are no UTF-8', () => {
    const bytes = Buffer.from('<p>caf\xe9 1\xa0680</p>', 'latin1');
    const placed = read(bytes);
    expect(placed?.text.trim()).toBe('café 1\u00a0680');
    const start = placed?.text.indexOf('680') ?? -1;
    expect(bytes.subarray(placed?.from[start], placed?.to[start + 2]).toString()).toBe('680');
  });

  it('gives the links of what is seen, whole', () => {
    const html = '<base href="/b/"><a href="../x?1">x</a><a href="y" hidden>y</a><a href="javascript:1">z</a>';
    expect(read(`<html><head>${html}`)?.links.map(({ url }) => url)).toEqual(['https://example.org/x?1']);
  });

  it('gives nothing where it is too deep to be read', () => {
    expect(textOf(`${'<div>'.repeat(50_000)}4711`)).toBe('');
  });

  it('has each unit at a place that holds it, whatever the page', () => {
    const part = fc.constantFrom(
      '<p>',
      '</p>',
      '<b hidden>',
      '</b>',
      '<table>',
      '<tr>',
      '<td>',
      '</table>',
      '&amp;',
      '&#65',
      'x',
      '7',
      ' ',
      '€',
      '<!--',
      '-->',
      '<script>',
      '</script>',
      '<svg>',
      '\r\n',
      '\0',
      '<select>',
      '<textarea>',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const bytes = Buffer.from(parts.join(''));
        const placed = readableText(bytes, 'text/html');
        for (const [at, unit] of [...(placed?.text ?? '')].entries())
          if (/[x7€]/u.test(unit)) expect(bytes.subarray(placed?.from[at], placed?.to[at]).toString()).toBe(unit);
      }),
    );
  });

  it('is known by how it begins where nothing says what it is', () => {
    expect(textOf('<!DOCTYPE html><p hidden>1</p>2', '')).toBe('2');
    expect(textOf('<!-- a --><html><p hidden>1</p>2', 'application/octet-stream')).toBe('2');
    expect(textOf('<p hidden>1</p>', 'text/plain')).toBe('as it stands');
  });
});

describe('XML', () => {
  it.each([
    ['<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "4711">]><!-- 4711 --><a n="4711">seen</a>', 'seen'],
    ['<a><![CDATA[1 < 2]]></a>&lt;&#50;&#x33;&own;', '1 < 2<23&own;'],
    [
      '<svg><style>4711</style><script>4711</script><defs><text>4711</text></defs><text>a<tspan>b</tspan></text></svg>',
      'ab',
    ],
    ['<svg><g display="none"><g><text>4711</text></g></g><text visibility="hidden">4711</text>c</svg>', 'c'],
    ['<rss><title>News</title><x:y>1</x:y><z/>680', 'News 1 680'],
    ['1 < 2 <unclosed "', '1 < 2 <unclosed "'],
  ])('%s says “%s”', (xml, text) => {
    expect(textOf(xml, 'image/svg+xml')).toBe(text);
  });
});

describe('JSON', () => {
  it('gives its values, and its keys without their figures', () => {
    const text = '{"count 4711":5.50,"a\\n":["x \\u0037",true,null],"b":{"2024-01-01":1}}';
    expect(textOf(text, 'application/json')).toBe('count : 5.50 a : x 7 true b: - - : 1');
  });

  it('gives nothing of a value whose key stands twice, and all of what is no JSON', () => {
    expect(textOf('{"a":1,"\\u0061":2,"b":{"c":3}}', 'application/json')).toBe('b: c: 3');
    expect(textOf('{broken', 'application/json')).toBe('as it stands');
  });

  it('keeps places behind a mark of byte order', () => {
    const json = '\ufeff{"€":"ä\\u0037"}';
    const placed = read(json, 'application/json');
    const at = placed?.text.indexOf('7') ?? -1;
    expect(Buffer.from(json).subarray(placed?.from[at], placed?.to[at]).toString()).toBe('\\u0037');
  });
});
