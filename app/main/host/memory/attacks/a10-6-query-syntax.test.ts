import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MemoryFixture, openMemories } from '../../testing/memory-fixture.ts';

// A query is data: nothing in it is read as syntax of the index, and nothing in it is an error (A10.6).

let memories: MemoryFixture;
beforeAll(async () => {
  memories = await openMemories();
  for (const text of ['alpha beta', 'alpha gamma', 'NOT a rule', 'text: alpha "quoted" NEAR(beta)'])
    await memories.keep('a', text);
});
afterAll(() => memories.close());

const find = async (query: string): Promise<string[]> =>
  (await memories.service.recall('a', query, 32, 'run')).memories.map(({ id }) => id);

it.each([
  ['alpha NOT beta', ['M1', 'M2', 'M3', 'M4']],
  ['text:gamma', ['M2', 'M4']],
  ['-alpha', ['M1', 'M2', 'M4']],
  ['"quoted', ['M4']],
  ['^beta', ['M1', 'M4']],
  ['NEAR(alpha beta, 1)', ['M1', 'M2', 'M4']],
  ['{text} : gamma', ['M2', 'M4']],
  ['gam*', ['M2']],
  ["'; DROP TABLE memories; --", []],
  ['*', []],
  ['"', ['M4']],
  ['\0', []],
])('%j is looked for as words', async (query, ids) => {
  expect((await find(query)).sort()).toEqual(ids);
});

const HOSTILE = [
  '"',
  '""',
  '*',
  '^',
  '-',
  '+',
  '(',
  ')',
  ':',
  '{',
  '}',
  ',',
  'NEAR',
  'AND',
  'OR',
  'NOT',
  '\0',
  'alpha',
  "'",
  '\\',
  ' ',
  '\n',
  '\ud800',
  '🍕',
  'ß',
];

it('takes any text', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(fc.constantFrom(...HOSTILE)).map((parts) => parts.join('')),
      ),
      async (query) => {
        const ids = await find(query);
        expect(new Set(ids).size).toBe(ids.length);
        if (/(?<![\p{L}\p{N}\p{M}\p{Co}])alpha(?![\p{L}\p{N}\p{M}\p{Co}])/iu.test(query))
          expect(ids).toEqual(expect.arrayContaining(['M1', 'M2', 'M4']));
      },
    ),
    { numRuns: 300 },
  );
});
