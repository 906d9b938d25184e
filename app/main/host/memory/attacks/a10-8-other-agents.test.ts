import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MemoryFixture, openMemories } from '../../testing/memory-fixture.ts';

// What an agent finds depends on nothing that another one has: not what is found, nor its order, nor how much (A10.8).

let memories: MemoryFixture;
beforeEach(async () => {
  memories = await openMemories();
});
afterEach(() => memories.close());

const words = fc.array(fc.constantFrom('apple', 'apples', 'bank', 'Meyer', 'pays', 'late', 'Ünal', 'GO', 'a'), {
  minLength: 1,
  maxLength: 6,
});

it('finds the same with and without the memories of others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(words, { maxLength: 6 }),
      fc.array(words, { minLength: 1, maxLength: 8 }),
      words,
      async (own, others, query) => {
        const [alone, among, other] = [fc.sample(fc.uuid(), 3)].flat() as [string, string, string];
        for (const text of own) {
          await memories.keep(alone, text.join(' '));
          await memories.keep(other, others[0]?.join(' ') ?? '');
          await memories.keep(among, text.join(' '));
        }
        for (const text of others) await memories.keep(other, text.join(' '));
        const found = async (agent: string) =>
          (await memories.service.recall(agent, query.join(' '), 5, 'run')).memories.map(({ id, text }) => ({
            id,
            text,
          }));
        expect(await found(among)).toEqual(await found(alone));
      },
    ),
    { numRuns: 12 },
  );
});
