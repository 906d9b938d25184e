import * as z from 'zod';
import { WISH_WORDS } from '#contract/wish-words';
import { sha256 } from '../../workspace/jail-changes.ts';
import { defineTool } from '../define-tool.ts';
import { refusedByWorkspace, toolFailed } from './file-outcome.ts';
import { readPreviousVersion, shownPath } from './previous-version.ts';

const CAP_BYTES = 10 << 20;
const FILE_MODE = 0o600;

/**
 * `edit_file`: replaces one text in a file by another. The old text must occur exactly once, so that nothing else than
 * what was meant is changed.
 */
export const editFile = defineTool({
  name: 'edit_file',
  description:
    'Replaces a text in a file. "old" must occur exactly once in the file, character for character; add lines around it if it occurs more often.',
  input: {
    path: z.string().describe('the file; relative to your first folder'),
    old: z.string().min(1).describe('the text to replace, exactly as it stands in the file'),
    new: z.string().describe('the text to put there'),
  },
  effect: { change: 'write', where: 'local', repeat: 'no' },
  files: [{ field: 'path', verbs: ['read', 'write'] }],
  fields: [
    { field: 'old', role: 'content', outside: 'safe' },
    { field: 'new', role: 'content', outside: 'safe' },
  ],
  wish: WISH_WORDS.edit,
  async run({ path, old, new: replacement }, context) {
    const { workspace } = context;
    const previous = readPreviousVersion(workspace, path);
    if (!previous.ok) return previous.outcome;
    const { before } = previous;
    const shown = shownPath(workspace, path);
    if (!before) return toolFailed(`${shown} does not exist. Use write_file to make it.`);
    const text = decode(before);
    if (text === undefined) return toolFailed(`${shown} has binary content, so it is not edited as text.`);
    const count = occurrences(text, old);
    if (count !== 1) {
      const found = count === 0 ? 'does not occur' : `occurs ${count} times`;
      return toolFailed(`The text "old" ${found} in ${shown}; it must occur exactly once. Nothing was changed.`);
    }
    const at = text.indexOf(old);
    const after = Buffer.from(text.slice(0, at) + replacement + text.slice(at + old.length), 'utf8');
    if (after.length > CAP_BYTES)
      return toolFailed(`${shown} would grow over ${CAP_BYTES} bytes. Nothing was changed.`, 'too-large');
    const answer = `Edited ${shown} at line ${text.slice(0, at).split('\n').length}.`;
    await context.willChange([{ path: shown, kind: 'file', before, after, mode: FILE_MODE }], answer);
    const written = workspace.write(path, after, { expectedBefore: sha256(before) });
    return written.ok ? { type: 'ok', text: answer } : refusedByWorkspace(written.error);
  },
});

/** The text of valid UTF-8 without NUL; only such a file can be written back unharmed. */
function decode(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return Buffer.from(text, 'utf8').equals(bytes) ? text : undefined;
}

/** Overlapping ones count too: which of them was meant is not known. */
function occurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}
