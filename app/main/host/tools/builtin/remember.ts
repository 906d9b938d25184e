import * as z from 'zod';
import { defineTool } from '../define-tool.ts';
import { toolFailed } from './file-outcome.ts';
import { memoryArgument } from './memory-argument.ts';

/**
 * `remember {content}`: keeps a text for later runs of this agent, at once (row A10.3). What the call had read from
 * outside stays with it as a label, so that text from outside plants nothing unseen (rule A8).
 */
export const remember = defineTool({
  name: 'remember',
  description:
    'Remembers a short text for later runs of yours, such as a preference of the person or a lesson learned. At most 32,768 bytes. Answers with the id of the memory.',
  input: { content: z.string().describe('what to remember, in whole sentences') },
  effect: { change: 'write', where: 'local', repeat: 'safe' },
  fields: [{ field: 'content', role: 'content', outside: 'safe' }],
  ownData: true,
  async run({ content }, { memory }) {
    const kept = await memory.remember(memoryArgument(content, 'content'));
    return 'id' in kept ? { type: 'ok', text: `Remembered as ${kept.id}.` } : toolFailed(kept.refused);
  },
});
