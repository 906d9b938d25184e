import * as z from 'zod';
import { defineTool } from '../define-tool.ts';

/**
 * `ask_person {question, choices?}`: a question of the agent's own. The loop puts it to a person and ends the call with
 * their answer; no executor runs it.
 */
export const askPerson = defineTool({
  name: 'ask_person',
  description:
    'Asks the person a question and waits for the answer. Use it when the task leaves something open that only the person can know. Never ask for permission with it: calls that need a permission are asked about by themselves.',
  input: {
    question: z.string().min(1).max(2000).describe('The question, in one or two plain sentences'),
    choices: z
      .array(z.string().min(1).max(200))
      .max(10)
      .optional()
      .describe('Answers to choose from; the person may always write another'),
  },
  effect: { change: 'none', where: 'local', repeat: 'safe' },
  runtime: { type: 'person' },
  run: () => {
    throw new Error('ask_person is answered by a person and never run');
  },
});
