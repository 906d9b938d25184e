import { expect, it } from 'vitest';
import * as z from 'zod';
import { errorLine } from './error-text.ts';

const Shape = z.object({
  name: z.string().min(1),
  list: z.array(z.object({ config: z.object({ calls: z.int().min(1) }) })),
  kind: z.enum(['one', 'two']).optional(),
});

it.each([
  [{ name: '', list: [] }, 'name is empty'],
  [{ name: 5, list: [] }, 'name must be text, not a number'],
  [{ name: 'a', list: {} }, 'list must be an array, not an object'],
  [{ name: 'a', list: [{}] }, 'config of item 1 of list is missing'],
  [{ name: 'a', list: [{ config: { calls: 0 } }] }, 'calls of config of item 1 of list must be at least 1'],
  [{ name: 'a', list: [], kind: 'three' }, 'kind must be one of "one", "two"'],
  [null, 'the input must be an object, not null'],
])('says of %j in words what is wrong where', (value, words) => {
  expect(errorLine(Shape.safeParse(value).error)).toBe(words);
});

it('is one line, and shows what can’t be seen', () => {
  expect(errorLine(new Error('There is no agent a\nb\u202e\u001b[1m.'))).toBe(
    'There is no agent a\\nb<U+202E><U+001B>[1m.',
  );
});
