import * as z from 'zod';
import { defineTool } from '../define-tool.ts';
import { refusedByWorkspace, toolFailed } from './file-outcome.ts';

/** Text shown at most (A8.8). */
const CAP_BYTES = 1 << 20;

/**
 * `read_file`: a text file, at most 1 MiB with a visible mark when cut, whole characters (A8.8). A file with a NUL byte
 * is refused (A8.7, P13).
 */
export const readFile = defineTool({
  name: 'read_file',
  description: 'Reads a text file. At most 1 MiB is shown; for more, or for binary files, use run_python.',
  input: { path: z.string().describe('the file, such as "/folders/NAME/notes.txt"; relative to your first folder') },
  effect: { change: 'read', where: 'local', repeat: 'safe' },
  files: [{ field: 'path', verbs: ['read'] }],
  run({ path }, { workspace }) {
    const content = workspace.read(path, CAP_BYTES);
    if (!content.ok) {
      return refusedByWorkspace(content.error, content.error.code === 'is-folder' ? 'Use list_files.' : undefined);
    }
    const { bytes, size, truncated } = content.value;
    if (bytes.includes(0)) {
      return toolFailed(`${path} has binary content (a NUL byte), ${size} bytes. Read it with run_python instead.`);
    }
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    if (!truncated) return { type: 'ok', text };
    return { type: 'ok', text: `${text}\n[cut: ${bytes.length} of ${size} bytes are shown]`, truncated };
  },
});
