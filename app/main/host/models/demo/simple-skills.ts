import { type DemoSkill, type DemoTurn, lastCall } from './demo-turn.ts';

/** Words for signs, so that "12 times 7" is a sum too. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:plus|and add)\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/\b(?:times|multiplied by)\b|[×·]/gi, '*'],
  [/\b(?:divided by|over)\b|÷/gi, '/'],
  [/−/g, '-'],
];

/** The longest piece of the text that reads as a sum with at least one sign between two numbers. */
export function findExpression(text: string): string | undefined {
  let plain = text.replace(/(\d),(?=\d{3}\b)/g, '$1');
  for (const [word, sign] of SIGNS) plain = plain.replace(word, sign);
  const found = [...plain.matchAll(/[-+(\s]*\d[\d.\s+\-*/()]*/g)]
    .map((match) => match[0].trim().replace(/[.\s]+$/, ''))
    .filter((piece) => /\d\s*\)*\s*[-+*/]\s*[-+(]*\s*\d/.test(piece))
    .map(balanced);
  return found.sort((a, b) => b.length - a.length)[0];
}

/** Drops a closing bracket that belongs to the sentence, not to the sum. */
function balanced(piece: string): string {
  let text = piece;
  const count = (sign: string): number => text.split(sign).length - 1;
  while (count(')') > count('(') && text.endsWith(')')) text = text.slice(0, -1).trim();
  while (count('(') > count(')') && text.startsWith('(')) text = text.slice(1).trim();
  return text;
}

/** "What is 1500 * 1.12?" */
export const sums: DemoSkill = (turn) => {
  if (!turn.tools.has('calculator')) return undefined;
  const expression = findExpression(turn.prompt);
  if (expression === undefined) return undefined;
  const done = lastCall(turn, 'calculator');
  if (!done) return { say: '', tool: 'calculator', input: { expression } };
  return {
    answer: done.error ? `The calculator could not work that out. ${done.text}` : `${expression} = ${done.text}`,
  };
};

/** "What time is it?", "Which day is today?" */
export const time: DemoSkill = (turn) => {
  const asks = /\b(?:what|which|tell|give|know|current)\b.*\b(?:time|date|day|today)\b|^\s*(?:time|date)\b/i.test(
    turn.prompt,
  );
  if (!asks || !turn.tools.has('current_time')) return undefined;
  const done = lastCall(turn, 'current_time');
  if (!done) return { say: '', tool: 'current_time', input: {} };
  return { answer: done.error ? `The time could not be read. ${done.text}` : `It is ${done.text}.` };
};

function quoted(text: string): string | undefined {
  return /["“”'‘](.+?)["“”'’](?=\W|$)/s.exec(text)?.[1] ?? /:\s*(.+)$/s.exec(text)?.[1]?.trim();
}

/** "How many words are in “…”?", "Count the words of notes/a.md" */
export const words: DemoSkill = (turn) => {
  if (!/\b(?:count|how many)\b.*\bwords?\b/i.test(turn.prompt) || !turn.tools.has('word_count')) return undefined;
  const counted = lastCall(turn, 'word_count');
  if (counted) return { answer: counted.error ? counted.text : `Counted: ${counted.text}.` };
  const path = fileIn(turn.prompt);
  if (path !== undefined && turn.tools.has('read_file')) {
    const read = lastCall(turn, 'read_file');
    if (!read) return { say: '', tool: 'read_file', input: { path } };
    if (read.error) return { answer: `The file could not be read. ${read.text}` };
    return { say: '', tool: 'word_count', input: { text: read.text } };
  }
  const text = quoted(turn.prompt);
  return text === undefined
    ? { answer: 'Put the text in quotes, and its words will be counted.' }
    : { say: '', tool: 'word_count', input: { text } };
};

/** A file name or path in a sentence. */
export function fileIn(text: string): string | undefined {
  return /(?:^|[\s"'“‘(])((?:\/?[\w.-]+\/)*[\w-]+\.[A-Za-z][A-Za-z0-9]{0,7})(?=$|[\s"'”’),.?!:;])/.exec(text)?.[1];
}

/** What the demo model is and does: for a request that it does not understand. */
export function unknownRequest(turn: DemoTurn): string {
  const can = [
    turn.tools.has('calculator') ? 'work out sums' : '',
    turn.tools.has('current_time') ? 'tell the time' : '',
    turn.tools.has('word_count') ? 'count words' : '',
    turn.tools.has('list_files') ? 'list, read and search files' : '',
    turn.tools.has('write_file') ? 'write a file (“write hello to note.txt”)' : '',
    turn.tools.has('web_search') && turn.tools.has('http_fetch')
      ? 'brief you on a city (“brief me on Valparaíso”)'
      : '',
    turn.tools.has('run_python') && turn.folders.length > 0 ? 'check a ledger' : '',
  ].filter((each) => each !== '');
  const list = can.length === 0 ? 'has no tools to do anything with' : `can ${can.join(', ')}`;
  return `The demo model follows rules and is no language model. Here it ${list}. Choose another model for anything else.`;
}
