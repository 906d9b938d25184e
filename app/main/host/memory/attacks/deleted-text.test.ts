import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
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

describe('while the host runs', () => {
  const WINDOW = 30_000;
  const clock = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
  };

  it('a removed text is gone from every file after the time to undo, and restore says so', async () => {
    clock();
    const memories = await opened();
    await memories.service.remove('a', 'M2');
    await vi.advanceTimersByTimeAsync(WINDOW - 1);
    expect(await memories.service.restore('a', 'M2')).toMatchObject({ id: 'M2' });
    await memories.service.remove('a', 'M2');
    await vi.advanceTimersByTimeAsync(WINDOW);
    expect(holding(memories.folder)).toEqual([]);
    await expect(memories.service.restore('a', 'M2')).rejects.toMatchObject({ code: 'conflict' });
    expect(memories.log.verify('memory:a').ok).toBe(true);
  });

  it('it is not given back either while its bytes wait for an entry of something else', async () => {
    clock();
    const memories = await opened();
    await memories.store.blobs.put(Buffer.from(`the office moved to ${SECRET} 4 in May`));
    await memories.service.remove('a', 'M2');
    await vi.advanceTimersByTimeAsync(WINDOW);
    await expect(memories.service.restore('a', 'M2')).rejects.toMatchObject({ code: 'conflict' });
    await vi.advanceTimersByTimeAsync(3 * WINDOW);
    expect(holding(memories.folder)).toEqual([]);
  });

  it('what a blocked run had kept is gone at once', async () => {
    const memories = await opened();
    const removed = { type: 'memory-removed', id: 'M2', reason: 'run-blocked' } as const;
    await memories.log.append([{ stream: 'memory:a', expectedSeq: 3, events: [removed] }]);
    await memories.log.turns.idle('memory:');
    await expect(memories.service.restore('a', 'M2')).rejects.toMatchObject({ code: 'conflict' });
    expect(holding(memories.folder)).toEqual([]);
  });

  it('a text that was put right is gone after that time, and its entry stays', async () => {
    clock();
    const memories = await opened();
    await memories.service.correct('a', 'M2', 'it moved');
    expect(holding(memories.folder)).not.toEqual([]);
    await vi.advanceTimersByTimeAsync(WINDOW);
    expect(holding(memories.folder)).toEqual([]);
    expect(memories.log.verify('memory:a')).toEqual({ ok: true, entries: 4 });
    expect((await memories.list('moved')).rows).toMatchObject([{ id: 'M2', text: 'it moved', corrected: true }]);
  });

  it('of one text that several memories have, each can be put back in its own time', async () => {
    clock();
    const memories = await opened();
    const text = `the office moved to ${SECRET} 4 in May`;
    await memories.keep('b', text);
    await memories.service.correct('a', 'M2', 'it moved');
    await vi.advanceTimersByTimeAsync(WINDOW - 1);
    await memories.service.remove('b', 'M1');
    await vi.advanceTimersByTimeAsync(WINDOW - 1);
    expect(await memories.service.restore('b', 'M1')).toMatchObject({ text });
    await memories.service.correct('a', 'M2', text);
    await vi.advanceTimersByTimeAsync(WINDOW);
    expect((await memories.list(SECRET)).rows).toMatchObject([{ id: 'M2', text }]);
  });
});

it('a replaced text that a crash kept is gone at the next start, also where the index is made anew', async () => {
  const memories = await opened();
  const text = await memories.store.blobs.put(Buffer.from('it moved'));
  const corrected = { type: 'memory-corrected', id: 'M2', text, bytes: 8, by: 'you' } as const;
  await memories.log.append([{ stream: 'memory:a', expectedSeq: 3, events: [corrected] }]);
  await memories.reopen();
  expect(holding(memories.folder)).toEqual([]);
  await memories.service.close();
  memories.forgetIndex();
  await memories.reopen();
  expect((await memories.list('moved')).rows).toMatchObject([{ id: 'M2', text: 'it moved' }]);
});
