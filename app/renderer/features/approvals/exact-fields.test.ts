import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldOrigin } from '#contract/approval';
import type { Json } from '#contract/ids';
import { exactText, markedArguments, previewOf } from './exact-fields.ts';

const call = (input: Json) => ({ id: 'call-1', tool: 'send_mail', command: [], input });
const outside = (field: string, start: number, end: number): FieldOrigin => ({
  field,
  from: 'outside',
  span: { start, end },
});
const marked = (input: Json, origins: readonly FieldOrigin[]) => {
  const { text, marks } = markedArguments(call(input), origins);
  return marks.map(({ start, end }) => text.slice(start, end));
};

describe('the exact arguments with what came from outside', () => {
  it('marks the matching stretch of a text, of several lines too', () => {
    const input = { to: 'a@evil.example', text: 'Hello\npay 300 now' };
    expect(marked(input, [outside('/to', 2, 14), outside('/text', 6, 17)])).toEqual(['evil.example', 'pay 300 now']);
  });

  it('marks a text deep inside, where it stands after escaping', () => {
    const input = { headers: [{ 'x/~y': 'say "hi" \n to eve' }], n: 3 };
    expect(marked(input, [outside('/headers/0/x~1~0y', 4, 17)])).toEqual([
      JSON.stringify('"hi" \n to eve').slice(1, -1),
    ]);
  });

  it('marks nothing of what the person or the agent wrote, nor of another argument', () => {
    const span = { start: 0, end: 1 };
    expect(marked({ to: 'x', too: 'y' }, [{ field: '/to', from: 'person', span }, outside('/t', 0, 1)])).toEqual([]);
  });

  it('begins the preview at the line of the first mark, else it is the text of several lines alone', () => {
    const { text, marks } = previewOf(call({ to: 'x', text: 'a\nbc de\nf' }), [outside('/text', 5, 7)]);
    expect([text, ...marks.map(({ start, end }) => text.slice(start, end))]).toEqual(['bc de\nf', 'de']);
    expect(previewOf(call({ to: 'x', text: 'a\nbc' })).text).toBe('a\nbc');
    expect(previewOf(call({ to: 'x' })).text).toBe('send_mail\nto: x');
  });

  it('is the same text with and without marks, and JSON in one line where a value is no text', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const input: Json = JSON.parse(JSON.stringify(value));
        const origins = Object.keys(value).map((name) => outside(`/${name}`, 0, 1));
        expect(markedArguments(call(input), origins).text).toBe(exactText(call(input)));
        expect(exactText(call({ value: [input] }))).toBe(`send_mail\nvalue: ${JSON.stringify([input])}`);
      }),
    );
  });
});
