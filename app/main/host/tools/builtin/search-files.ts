import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { matchesName } from '#contract/path-rules';
import type { ListedEntry } from '../../workspace/jail.ts';
import type { JailError } from '../../workspace/jail-error.ts';
import { defineTool, type ToolContext } from '../define-tool.ts';
import { refusedByWorkspace, toolFailed, visibleName } from './file-outcome.ts';

/**
 * The place that relative paths mean, written as a path: the first granted folder, else `/agent`. All places at once
 * are not searched: each is a folder of its own to the policy, and a list of places is none that it could allow.
 */
const FIRST_PLACE = 'x/..';
const MOST_MATCHES = 200;
const MOST_FILES = 20_000;
/** A larger file is searched up to here only. */
const FILE_CAP_BYTES = 4 << 20;
const LONGEST_LINE = 200;

interface Search {
  context: ToolContext;
  /** In lower case. */
  pattern: string;
  lines: string[];
  filesSearched: number;
  skippedProtected: number;
  skippedBinary: number;
  /** What makes the result incomplete, in words. */
  cut: string | undefined;
}

/**
 * `search_files`: lines that contain a text, and names that fit, below a path. The text is taken literally: a regular
 * expression from a model could keep the program busy for hours. Links are not followed (A8.16), protected files are
 * not opened (P19, B11), binary files are left out.
 */
export const searchFiles = defineTool({
  name: 'search_files',
  description:
    'Finds lines that contain a text, and files whose name contains it, ignoring case, in a folder and below. The pattern is plain text, not a regular expression; with "*" in it, it is compared with file names (such as "*.csv").',
  input: {
    pattern: z.string().min(1).max(1000).describe('a plain text, or a file name with "*"'),
    path: z.string().optional().describe('a folder or a file; your first folder when left out'),
  },
  effect: { change: 'read', where: 'local', repeat: 'safe' },
  files: [{ field: 'path', verbs: ['list', 'read'], absent: FIRST_PLACE }],
  async run({ pattern, path }, context) {
    const { workspace, signal } = context;
    const base = workspace.show(path ?? FIRST_PLACE);
    if (!base.ok) return refusedByWorkspace(base.error);
    if (!/^\/(?:agent|folders\/.)/.test(base.value)) {
      return toolFailed(`${base.value} is a list of places. Search one of them at a time; list_files shows them.`);
    }
    const search: Search = {
      context,
      pattern: pattern.toLowerCase(),
      lines: [],
      filesSearched: 0,
      skippedProtected: 0,
      skippedBinary: 0,
      cut: undefined,
    };
    const error = await searchAt(search, base.value);
    if (signal.aborted) return toolFailed('The search was stopped.', 'cancelled');
    if (error) return refusedByWorkspace(error);
    const text = [...search.lines, ...remarksOn(search, pattern)].join('\n');
    return { type: 'ok', text, truncated: search.cut !== undefined };
  },
});

async function searchAt(search: Search, base: string): Promise<JailError | undefined> {
  const stat = search.context.workspace.stat(base);
  if (!stat.ok) return stat.error;
  if (stat.value.kind === 'folder') return searchFolder(search, base);
  searchFile(search, base);
  return undefined;
}

async function searchFolder(search: Search, folder: string): Promise<JailError | undefined> {
  const listed = search.context.workspace.list(folder, MOST_FILES);
  if (!listed.ok) return listed.error;
  if (listed.value.truncated) search.cut ??= `only the first ${MOST_FILES} entries of a folder are searched`;
  for (const entry of listed.value.entries) {
    if (search.cut || search.context.signal.aborted) return undefined;
    const path = `${folder}/${entry.name}`;
    if (fitsName(search.pattern, entry)) add(search, `${visibleName(path)}${entry.kind === 'folder' ? '/' : ''}`);
    if (isClosed(search, path, entry.kind)) search.skippedProtected += 1;
    else if (entry.kind === 'folder') await searchFolder(search, path);
    else if (entry.kind === 'file') {
      searchFile(search, path);
      // Lets the program do other things, such as hearing that this call is to be stopped.
      if (search.filesSearched % 20 === 0) await setImmediate();
    }
  }
  return undefined;
}

/** What the rules close is counted, not opened: protected files, and whatever a person denied. */
function isClosed({ context }: Search, path: string, kind: ListedEntry['kind']): boolean {
  if (kind === 'folder') return context.refuses(path, 'list') !== undefined;
  return kind === 'file' && context.refuses(path, 'read') !== undefined;
}

function searchFile(search: Search, path: string): void {
  if (search.filesSearched >= MOST_FILES) search.cut ??= `only the first ${MOST_FILES} files are searched`;
  if (search.cut || search.pattern.includes('*')) return;
  search.filesSearched += 1;
  const content = search.context.workspace.read(path, FILE_CAP_BYTES);
  // What cannot be read (a hard link, a name this rule set refuses) cannot be searched either.
  if (!content.ok) return;
  if (content.value.bytes.includes(0)) {
    search.skippedBinary += 1;
    return;
  }
  // A secret is not there to be found, by no guess at its letters either.
  const text = search.context.redact(content.value.bytes.toString('utf8'));
  if (!text.toLowerCase().includes(search.pattern)) return;
  for (const [index, line] of text.split('\n').entries()) {
    const at = line.toLowerCase().indexOf(search.pattern);
    if (at >= 0) add(search, `${visibleName(path)}:${index + 1}: ${excerpt(line, at)}`);
    if (search.cut) return;
  }
}

function fitsName(pattern: string, { name }: ListedEntry): boolean {
  return pattern.includes('*') ? matchesName(pattern, name) : name.toLowerCase().includes(pattern);
}

function add(search: Search, line: string): void {
  if (search.lines.length >= MOST_MATCHES) search.cut ??= `only the first ${MOST_MATCHES} matches are shown`;
  else search.lines.push(line);
}

/** The line, or the part of a long one around the match. */
function excerpt(line: string, at: number): string {
  const whole = line.replace(/\r$/, '');
  if (whole.length <= LONGEST_LINE) return whole;
  const start = Math.max(0, Math.min(at - 60, whole.length - LONGEST_LINE));
  return `${start > 0 ? '…' : ''}${whole.slice(start, start + LONGEST_LINE)}…`;
}

function remarksOn(search: Search, pattern: string): string[] {
  const remarks: string[] = [];
  if (search.lines.length === 0) remarks.push(`No match for ${JSON.stringify(pattern)}.`);
  if (search.cut) remarks.push(`[cut: ${search.cut}; search a smaller folder or a longer text]`);
  if (search.skippedProtected > 0) remarks.push(`[not searched: ${search.skippedProtected} protected]`);
  if (search.skippedBinary > 0) remarks.push(`[not searched: ${search.skippedBinary} with binary content]`);
  return remarks;
}
