import { type DemoSkill, type DemoTurn, lastCall } from './demo-turn.ts';
import { fileIn } from './simple-skills.ts';

const place = (turn: DemoTurn): string => turn.folders[0] ?? '/agent';

/** "Write hello to note.txt", "Create todo.md with …", "Save a list of the files as index.md" */
export const write: DemoSkill = (turn) => {
  if (!/\b(?:write|create|save|make|put|note)\b/i.test(turn.prompt) || !turn.tools.has('write_file')) return undefined;
  const path = fileIn(turn.prompt);
  if (path === undefined) return undefined;
  const done = lastCall(turn, 'write_file');
  if (done) return { answer: done.error ? `${path} was not written. ${done.text}` : done.text };
  const listing =
    /\b(?:list|index|inventory|summary|report|overview)\b/i.test(turn.prompt) && turn.tools.has('list_files');
  if (!listing) {
    const content = contentIn(turn.prompt, path);
    return { say: `I’ll write ${path}.`, tool: 'write_file', input: { path, content: `${content}\n` } };
  }
  const listed = lastCall(turn, 'list_files');
  if (!listed) return { say: 'First the files.', tool: 'list_files', input: { path: place(turn), recursive: true } };
  if (listed.error) return { answer: `The files could not be listed. ${listed.text}` };
  const lines = listed.text.split('\n').filter((line) => line.trim() !== '');
  const content = [`# Files in ${place(turn)}`, '', ...lines.map((line) => `- ${line.trim()}`), ''].join('\n');
  return { say: `${lines.length} entries; I’ll write them to ${path}.`, tool: 'write_file', input: { path, content } };
};

function contentIn(prompt: string, path: string): string {
  const quoted = /["“‘'](.+?)["”’'](?=\W|$)/s.exec(prompt)?.[1];
  if (quoted !== undefined && quoted !== path) return quoted;
  const after = new RegExp(
    `${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}["”’']?\\s*(?:with|saying|containing|:)\\s*(.+)$`,
    's',
  ).exec(prompt);
  if (after?.[1]) return after[1].trim();
  const before = /\b(?:write|put|save|note)\s+(.+?)\s+(?:to|into|in|as)\s/is.exec(prompt)?.[1];
  return before?.trim() ?? prompt.trim();
}

/** "Read plan.md", "What does plan.md say?" */
export const read: DemoSkill = (turn) => {
  const path = fileIn(turn.prompt);
  if (path === undefined || !turn.tools.has('read_file')) return undefined;
  const done = lastCall(turn, 'read_file');
  if (done)
    return { answer: done.error ? `The file could not be read. ${done.text}` : `${path} says:\n\n${done.text}` };
  return { say: '', tool: 'read_file', input: { path } };
};

/** "Which files are there?", "How many files?" */
export const list: DemoSkill = (turn) => {
  const asks = /\b(?:list|show|which|what|how many)\b.*\b(?:files?|folders?|documents?)\b/i.test(turn.prompt);
  if (!asks || !turn.tools.has('list_files')) return undefined;
  const done = lastCall(turn, 'list_files');
  if (!done) return { say: '', tool: 'list_files', input: { path: place(turn), recursive: true } };
  if (done.error) return { answer: `The files could not be listed. ${done.text}` };
  const lines = done.text.split('\n').filter((line) => line.trim() !== '');
  return {
    answer: `${lines.length} entries in ${place(turn)}:\n\n${lines.map((line) => `- ${line.trim()}`).join('\n')}`,
  };
};

const COMMON = new Set(
  'a about an and any are at be by can could did do does for from had has have how i in is it me my of on or our please say says search find tell that the their them there these they this to us was we what when where which who whose why will with you your file files folder folders document documents look mention mentions mentioned'.split(
    ' ',
  ),
);

/** The word of a question that is most likely to stand in the answer: the longest that is not common. */
export function keyWord(prompt: string): string | undefined {
  const quoted = /["“‘'](.+?)["”’'](?=\W|$)/s.exec(prompt)?.[1];
  if (quoted) return quoted;
  const found = prompt.match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? [];
  return found.filter((word) => !COMMON.has(word.toLowerCase())).sort((a, b) => b.length - a.length)[0];
}

/** "Who is the caterer?": searches the folder for the word that matters and shows the lines. */
export const search: DemoSkill = (turn) => {
  if (!turn.tools.has('search_files') || (turn.folders.length === 0 && !/\b(?:search|find)\b/i.test(turn.prompt)))
    return undefined;
  const pattern = keyWord(turn.prompt);
  if (pattern === undefined) return undefined;
  const done = lastCall(turn, 'search_files');
  if (!done) return { say: '', tool: 'search_files', input: { pattern, path: place(turn) } };
  if (done.error) return { answer: `The search failed. ${done.text}` };
  return { answer: `Searched ${place(turn)} for “${pattern}”:\n\n${done.text}` };
};
