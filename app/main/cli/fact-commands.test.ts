import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { hashOf } from '../host/store/blob-store.ts';
import { COLLECTED_AT, cityPayload, lookupTool } from '../host/testing/fact-tools.ts';
import { calls, openLoop } from '../host/testing/loop-fixture.ts';
import type { Client } from './client.ts';
import { UsageError } from './exit-codes.ts';
import { runProgram } from './program.ts';
import { parseLines } from './testing/warrant.ts';

// `fact list|show|verify` (interfaces, "Commands").

const AVON = cityPayload({ population: 315_732, name: 'Avon\u001b[31m\nend\u202e\u009b2J' });

/** Runs commands in this process against a client; gives what was printed. */
function printer(client: Client): (...words: string[]) => Promise<string> {
  return async (...words) => {
    const output = new PassThrough();
    const code = await runProgram(words, {
      terminal: { input: new PassThrough(), output, errors: new PassThrough(), interactive: false, debug: false },
      version: '0',
      workingFolder: '/',
      dataFolder: '/none',
      open: async () => ({ client, attached: true, close: async () => {} }),
      serve: async () => 0,
      verifyAlone: () => ({ ok: true, streams: 0, entries: 0, broken: [] }),
    });
    expect(code).toBe(0);
    return String(output.read() ?? '');
  };
}

it('lists facts, shows one and hashes their payloads again', async () => {
  const loop = await openLoop({
    script: [calls(['lookup', { topic: 'avon' }]), 'done'],
    tools: [{ tool: 'lookup' }],
    ports: { moreTools: [lookupTool({ avon: [AVON] })] },
  });
  const run = await loop.start();
  const warrant = printer(loop.client as Client);
  const hash = hashOf(AVON.bytes);

  const rows = parseLines(await warrant('fact', 'list', '--query', 'POPULATION', '--output', 'jsonl'));
  const source = {
    source_org: 'Statistics Office',
    source_url: AVON.url,
    collected_at: new Date(COLLECTED_AT).toISOString(),
    call: expect.any(String),
  };
  const claim = 'population: 315732';
  const at = { pointer: '/population' };
  const fact = { id: 'F1', claim, sources: [source], payload_hash: hash, at };
  expect(rows).toEqual([{ run, agent: 'worker', ...fact, entry: expect.any(Number) }]);

  const table = (await warrant('fact', 'list', '--run', run)).trimEnd().split('\n');
  expect(table).toHaveLength(3);
  expect(table[2]).toContain('name: Avon<U+001B>[31m\\nend<U+202E><U+009B>2J');

  const shown = await warrant('fact', 'show', `${run}/F2`);
  expect(shown.split('\n')[1]).toBe('value    Avon<U+001B>[31m\\nend<U+202E><U+009B>2J');
  expect(shown).toContain(`payload  ${hash}, the same as when it was collected`);

  expect(await warrant('fact', 'verify', 'F2', '--run', run)).toBe('1 fact: its payload is the same\n');
  await expect(warrant('fact', 'show', 'F2')).rejects.toThrow(UsageError);
  await expect(warrant('fact', 'verify', `other/F2`, '--run', run)).rejects.toThrow('--run says');
});
