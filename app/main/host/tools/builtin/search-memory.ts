import * as z from 'zod';
import { snippetOf, tellMemories } from '../../memory/tell-memories.ts';
import { queryWords } from '../../store/match-expressions.ts';
import { defineTool } from '../define-tool.ts';
import { memoryArgument } from './memory-argument.ts';

/** Row A10.1, decision D7. */
const TOP = 5;
const SNIPPET = 700;

/** `search_memory {query}`: the five memories of this agent that match best, long ones in part (row A10.1). */
export const searchMemory = defineTool({
  name: 'search_memory',
  description:
    'Searches what you remembered in earlier runs and shows the five best matches. Each says whose words it is.',
  input: { query: z.string().describe('words to look for') },
  effect: { change: 'read', where: 'local', repeat: 'safe' },
  fields: [{ field: 'query', role: 'content', outside: 'safe' }],
  async run({ query }, { memory }) {
    const wanted = memoryArgument(query, 'query');
    const words = queryWords(wanted);
    const found = await memory.recall(wanted, TOP);
    return {
      type: 'ok',
      text: tellMemories(found.map((each) => ({ ...each, text: snippetOf(each.text, words, SNIPPET) }))),
    };
  },
});
