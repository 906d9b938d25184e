import * as z from 'zod';
import { defineTool } from '../define-tool.ts';

/** `run_python {code}`: Python in a sandbox that is used once (rows A13.*). The sandbox executor runs it. */
export const runPython = defineTool({
  name: 'run_python',
  description: [
    'Runs Python code and returns what it prints. Compute with this instead of in your head.',
    'Standard library only; no network, no packages. At most 20 seconds.',
    'Files: your own disk is /agent, granted folders are /folders/NAME; a relative path starts in the first granted folder.',
    'Use open(), os, csv, json and so on at these paths. Nothing else of the computer can be reached.',
    'Each call starts afresh: no variables are kept. Print every result you need.',
    'Changes to a granted folder are put to the person when the code has ended.',
  ].join(' '),
  input: { code: z.string().describe('The Python program') },
  effect: { change: 'none', where: 'local', repeat: 'safe' },
  runtime: { type: 'sandbox', language: 'python' },
  run: () => {
    throw new Error('run_python runs in the sandbox and never in the host');
  },
});
