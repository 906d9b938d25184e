import fs from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openMemories } from '../../testing/memory-fixture.ts';

// Once a removal can't be undone, the text is nowhere in the data folder: not in the database, not in what was written
// ahead, not in the index of words, not among the blobs.

const SECRET = 'Zarathustraplatz';
const FORMS = [SECRET, SECRET.toLowerCase(), SECRET.slice(4, 14), SECRET.slice(4, 14).toLowerCase()];

/** Files that hold any of the forms. */
function holding(folder: string): string[] {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap((entry) => {
    const bytes = fs.readFileSync(path.join(entry.parentPath, entry.name));
    return FORMS.some((form) => bytes.includes(form)) ? [entry.name] : [];
  });
}

async function opened() {
  const memories = await openMemories();
  onTestFinished(() => memories.close());
  await memories.keep('a', 'the office is in the old town');
  await memories.keep('a', `the office moved to ${SECRET} 4 in May`, { origin: 'you' });
  await memories.keep('a', 'the offices are closed on Friday');
  return memories;
}

it.each([
  ['taken away', (memories: Awaited<ReturnType<typeof opened>>) => memories.service.remove('a', 'M2')],
  [
    'put right and taken away',
    async (memories: Awaited<ReturnType<typeof opened>>) => {
      await memories.service.correct('a', 'M2', `it moved to ${SECRET} 5`);
      await memories.service.correct('a', 'M2', 'it moved');
      await memories.service.remove('a', 'M2');
    },
  ],
  [
    'forgotten with its agent',
    async (memories: Awaited<ReturnType<typeof opened>>) => {
      await memories.log.append([{ stream: 'catalog', expectedSeq: 0, events: [{ type: 'agent-removed', id: 'a' }] }]);
    },
  ],
])('a text is gone from every file when it was %s and the host has ended', async (_name, remove) => {
  const memories = await opened();
  expect(holding(memories.folder)).not.toEqual([]);
  await remove(memories);
  await memories.service.close();
  expect(holding(memories.folder)).toEqual([]);
  expect(memories.log.verify('memory:a').ok).toBe(true);
});

it('a text that a crash kept is gone at the next start', async () => {
  const memories = await opened();
  const end = (await memories.log.read('memory:a')).length;
  const removed = { type: 'memory-removed', id: 'M2', reason: 'person' } as const;
  await memories.log.append([{ stream: 'memory:a', expectedSeq: end, events: [removed] }]);
  await memories.reopen();
  expect(holding(memories.folder)).toEqual([]);
});

it('a text that something else has too stays for that', async () => {
  const memories = await opened();
  await memories.keep('b', `the office moved to ${SECRET} 4 in May`);
  await memories.service.remove('a', 'M2');
  await memories.service.close();
  expect(holding(memories.folder)).not.toEqual([]);
  await memories.reopen();
  expect((await memories.service.recall('b', SECRET, 8, 'run')).memories).toHaveLength(1);
});
