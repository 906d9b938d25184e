import * as z from 'zod';
import { defineTool } from '../define-tool.ts';

/** `run_javascript {code}`: JavaScript in a sandbox that is used once (rows A13.*). The sandbox executor runs it. */
export const runJavascript = defineTool({
  name: 'run_javascript',
  description: [
    'Runs JavaScript code and returns what it prints with console.log or print. Compute with this instead of in your head.',
    'The language only: no network, no require, no modules, no browser. At most 20 seconds.',
    'Files: your own disk is /agent, granted folders are /folders/NAME; a relative path starts in the first granted folder.',
    'Use files.readText(path), files.read(path) for bytes, files.write(path, data), files.append, files.list(path),',
    'files.stat, files.exists, files.remove, files.rename, files.makeFolder; they return at once, without await.',
    'Each call starts afresh: no variables are kept. Print every result you need.',
    'Changes to a granted folder are put to the person when the code has ended.',
  ].join(' '),
  input: { code: z.string().describe('The JavaScript program') },
  effect: { change: 'none', where: 'local', repeat: 'safe' },
  runtime: { type: 'sandbox', language: 'javascript' },
  run: () => {
    throw new Error('run_javascript runs in the sandbox and never in the host');
  },
});
