import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mixedScriptWords, type Span, spellOut } from './spell-out.ts';

const lengthOf = (span: Span, rest: string): number => {
  switch (span.type) {
    case 'text':
    case 'odd':
      return span.text.length;
    case 'spaces':
      return span.count;
    case 'blank-lines':
      return /^(?:\r?\n)+/.exec(rest)?.[0].length ?? 0;
  }
};

describe('spellOut', () => {
  it('loses nothing: every character of the text is in exactly one span', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let at = 0;
        for (const span of spellOut(text)) at += lengthOf(span, text.slice(at));
        expect(at).toBe(text.length);
      }),
    );
  });

  it('leaves plain text, tabs and single line breaks alone', () => {
    const text = 'a  b\tc\nd\r\ne: 1,469.00 €, naïve, 数';
    expect(spellOut(text)).toEqual([{ type: 'text', text }]);
  });

  it('shows no character of a class that hides or turns text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const plain = spellOut(text).flatMap((span) => (span.type === 'text' ? [span.text] : []));
        expect(plain.join('')).not.toMatch(/[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u);
      }),
    );
  });
});

describe('mixedScriptWords', () => {
  it('names a word with letters of two alphabets and no other', () => {
    expect(mixedScriptWords('pаypal paypal привет alpha β')).toEqual(['pаypal']);
  });
});
