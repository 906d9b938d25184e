import type { Json } from '#contract/ids';
import { onOneLine } from './on-one-line.ts';
import type { CommandContext } from './program.ts';
import { print, printJson } from './terminal.ts';

type Row = { [field: string]: Json };

/** Prints rows as a table, as one JSON array, or as JSON lines, as the command line asks. */
export function printTable(
  context: CommandContext,
  rows: Json[],
  columns: [string, (row: Row) => Json | undefined][],
): void {
  const { terminal } = context.parts;
  if (context.form() === 'json') {
    printJson(terminal, rows);
    return;
  }
  if (context.form() === 'jsonl') {
    for (const row of rows) printJson(terminal, row);
    return;
  }
  if (rows.length === 0) return;
  const cells = rows.map((row) => columns.map(([, value]) => onOneLine(String(value(row as Row) ?? ''))));
  const widths = columns.map(([name], n) => Math.max(name.length, ...cells.map((line) => line[n]?.length ?? 0)));
  const line = (words: string[]): string =>
    words.map((word, n) => (n === words.length - 1 ? word : word.padEnd(widths[n] ?? 0))).join('  ');
  print(terminal, line(columns.map(([name]) => name)));
  for (const words of cells) print(terminal, line(words));
}
