import { lineDiff } from '../../components/line-diff.ts';
import { type Step, stepOfFileKey, stepOfToolEntry } from './builder-steps.ts';

/** A line of the agent file as it would be written: the step it comes from, and how it differs from what is saved. */
export interface FileLine {
  text: string;
  type: 'same' | 'out' | 'in';
  step: Step | undefined;
  /** Its number in the new file; none for a line that goes. */
  number: number | undefined;
}

const TOP_KEY = /^ {2}"([^"]+)":/;
/** A key, or the end, of one tool's entry. */
const TOOL_KEY = /^ {6}"([^"]+)":|^ {4}[{}]/;

/** A comma at the end of a line says only that more follows: a line that got one is the same. */
function withoutCommas(text: string): string {
  return text.replace(/,$/gm, '');
}

/** The lines of the new text with those that go, each with its step. Nothing saved: no line counts as changed. */
export function fileLines(saved: string | undefined, text: string): FileLine[] {
  let step: Step | undefined;
  let number = 0;
  let inTools = false;
  const [before, after] = [saved ?? text, text].map((one) => one.split('\n'));
  const at = { before: 0, after: 0 };
  return lineDiff(withoutCommas(saved ?? text), withoutCommas(text)).map(({ type }) => {
    const line = (type === 'out' ? before?.[at.before] : after?.[at.after]) ?? '';
    if (type !== 'in') at.before += 1;
    if (type !== 'out') at.after += 1;
    const key = TOP_KEY.exec(line)?.[1];
    if (key !== undefined) {
      step = stepOfFileKey(key);
      inTools = key === 'tools';
    } else if (/^[{}]/.test(line)) step = undefined;
    else if (inTools && TOOL_KEY.test(line)) step = stepOfToolEntry(TOOL_KEY.exec(line)?.[1] ?? '');
    if (type !== 'out') number += 1;
    return { text: line, type, step, number: type === 'out' ? undefined : number };
  });
}

/** How many lines of the new file differ; where lines only go, how many go. */
export function changedLines(lines: readonly FileLine[]): number {
  const added = lines.filter((line) => line.type === 'in').length;
  return Math.max(added, lines.filter((line) => line.type === 'out').length);
}
