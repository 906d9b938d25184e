import type { ReactNode } from 'react';
import type { Sheet } from '#contract/views';
import type { SheetGroup, SheetLine } from '../../components/permission-sheet.tsx';

type HostLine = Sheet['without'][number];

const groups = [
  ['without', 'without'],
  ['asking', 'after'],
  ['never', 'never'],
  ['most', 'most'],
] as const satisfies readonly (readonly [keyof Sheet, SheetGroup])[];

const idOf = (line: HostLine): string => `${line.text} ${line.code ?? ''}`;

/** One sentence with its bytes in mono: where they stand in the words, else after them. */
function lineOf({ text, code }: HostLine): ReactNode {
  if (code === undefined || code === '') return text;
  const mono = (
    <code className="text-[0.83em]" dir="ltr">
      {code}
    </code>
  );
  const at = text.indexOf(code);
  if (at < 0) return [`${text} `, <span key="code">{mono}</span>];
  return [text.slice(0, at), <span key="code">{mono}</span>, text.slice(at + code.length)];
}

/**
 * The host's sheet as the page “This agent may” shows it. Lines that the saved sheet does not have in the same group are
 * marked as changed.
 */
export function sheetLines(sheet: Sheet, saved: Sheet | undefined): Readonly<Record<SheetGroup, readonly SheetLine[]>> {
  const shown = groups.map(([from, to]): [SheetGroup, SheetLine[]] => {
    const before = new Set(saved?.[from].map(idOf));
    return [
      to,
      sheet[from].map((line) => ({
        id: idOf(line),
        text: lineOf(line),
        changed: saved !== undefined && !before.has(idOf(line)),
      })),
    ];
  });
  return { without: [], after: [], never: [], most: [], ...Object.fromEntries(shown) };
}
