import { onOneLine } from './on-one-line.ts';

/** What is wrong with a command line, in one line; `help` is the command that shows what would be right. */
export function usageLine(text: string, help: string): string {
  const words = onOneLine(text.trim().replace(/\s*\n\s*/g, ' '));
  return `${/[.)]$/.test(words) ? words : `${words}.`} \`${help}\` shows what there is.`;
}
