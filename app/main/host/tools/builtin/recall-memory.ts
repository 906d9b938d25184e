import * as z from 'zod';
import { MOST_CHARACTERS, tellMemories } from '../../memory/tell-memories.ts';
import { defineTool } from '../define-tool.ts';
import { memoryArgument } from './memory-argument.ts';

const USUAL = 8;
const MOST = 32;

/** The limit that counts: what is no whole number from 1 to 32 is 8 (row A10.5, case F23). */
function limitOf(limit: number | undefined): number {
  return limit !== undefined && Number.isInteger(limit) && limit >= 1 && limit <= MOST ? limit : USUAL;
}

/**
 * `recall_memory {query?, limit?}`: memories of this agent that match, best first; the latest first without a query (rows
 * A10.2, A10.5). Its option `characters` says how long the answer may be in all; below zero there is no limit.
 */
export const recallMemory = defineTool({
  name: 'recall_memory',
  description:
    'Recalls what you remembered in earlier runs: memories that match the query, best first, or the latest without one. Each says whose words it is.',
  input: {
    query: z.string().optional().describe('words to look for; leave out for the latest'),
    limit: z.number().optional().describe('how many at most, 1 to 32; 8 if left out'),
  },
  effect: { change: 'read', where: 'local', repeat: 'safe' },
  fields: [
    { field: 'query', role: 'content', outside: 'safe' },
    { field: 'limit', role: 'content', outside: 'safe' },
  ],
  async run({ query, limit }, { memory, options }) {
    const found = await memory.recall(memoryArgument(query ?? '', 'query'), limitOf(limit));
    const { characters } = options;
    return { type: 'ok', text: tellMemories(found, typeof characters === 'number' ? characters : MOST_CHARACTERS) };
  },
});
