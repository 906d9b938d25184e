import { expect, it } from 'vitest';
import { makeToolCall, offerTools } from '../offer-tools.ts';
import { WRITE_FILE } from '../testing/tools.ts';

const offers = offerTools([WRITE_FILE]);
const make = (text: string, form: 'json' | 'text') =>
  makeToolCall('1', { tool: 'write_file', input: { text }, repaired: false }, form, offers);

it.each(["{'path': 'a', 'content': 'b',}", '{"path":"a","content":"b"}foo', '{path: "a", content: "b"}'])(
  'R7: %s may be mended, but carries the mark by which a write is held',
  (text) => {
    for (const form of ['json', 'text'] as const) {
      expect(make(text, form)).toMatchObject({ input: { path: 'a', content: 'b' }, repaired: true });
    }
  },
);

it('R7: whole arguments carry no mark', () => {
  expect(make('{"path":"a","content":"b"}', 'json').repaired).toBeUndefined();
});

it('R7: what can only be guessed at is a fault', () => {
  expect(make('write b into a', 'json').fault?.code).toBe('invalid-input');
  expect(make('["a","b"', 'text').fault?.code).toBe('invalid-input');
});
