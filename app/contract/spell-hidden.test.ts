import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spellHidden } from './spell-hidden.ts';

const of = (...codes: number[]): string => String.fromCodePoint(...codes);

describe('what a terminal obeys and does not show', () => {
  it.each([
    ['an escape sequence', `${of(0x1b)}[31mred`, '<U+001B>[31mred'],
    ['a title of the window', `${of(0x1b)}]0;title${of(7)}`, '<U+001B>]0;title<U+0007>'],
    ['the same in one byte', `${of(0x9b)}2J`, '<U+009B>2J'],
    ['a return that writes over its line', `denied\rallowed`, 'denied<U+000D>allowed'],
    ['a step back', `a${of(8)}b${of(0x7f)}`, 'a<U+0008>b<U+007F>'],
    ['an override of direction', `a${of(0x202e)}b${of(0x202c)}`, 'a<U+202E>b<U+202C>'],
    ['an isolate', `${of(0x2066)}a${of(0x2069)}`, '<U+2066>a<U+2069>'],
    ['tags', `a${of(0xe0041, 0xe007f)}`, 'a<U+E0041><U+E007F>'],
    ['a joiner inside a word', `pay${of(0x200d)}pal`, 'pay<U+200D>pal'],
    ['a non-joiner at an end', `${of(0x200c)}`, '<U+200C>'],
    ['a space without width', `a${of(0x200b)}b${of(0xfeff)}`, 'a<U+200B>b<U+FEFF>'],
    ['bytes in selectors', `a${of(0xfe00, 0xfe01, 0xe0101)}`, `a${of(0xfe00)}<U+FE01><U+E0101>`],
    ['a separator of lines', `a${of(0x2028)}b`, 'a<U+2028>b'],
  ])('is spelled: %s', (_, text, shown) => expect(spellHidden(text)).toBe(shown));

  it.each([
    'two\nlines\tand a tab\r\n',
    'Zürich, 東京, שלום, مرحبا',
    '👩‍🚀 👨‍👩‍👧 🏳️‍🌈 ❤️ 👩🏽‍💻',
    'می‌خواهم',
    'क्‍ष',
    'hy­phen',
  ])('is left where it belongs to the text: %j', (text) => expect(spellHidden(text)).toBe(text));

  it('never comes through, in any text, and spelling twice is the same as once', () => {
    const anywhere = fc.array(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.integer({ min: 0, max: 0x9f }).map((code) => of(code)),
        fc.constant('\r'),
      ),
    );
    fc.assert(
      fc.property(anywhere, (parts) => {
        const shown = spellHidden(parts.join(''));
        expect(shown).not.toMatch(
          /(?![\n\t\r])[\p{Cc}\u{202A}-\u{202E}\u{2066}-\u{2069}\u{E0000}-\u{E007F}]|\r(?!\n)/u,
        );
        expect(spellHidden(shown)).toBe(shown);
      }),
    );
  });
});
