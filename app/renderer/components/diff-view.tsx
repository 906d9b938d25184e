import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ExactText } from './exact-text.tsx';
import type { DiffLine } from './line-diff.ts';

/** A difference in ink: struck out, or on a darker ground with a plus. Long lines wrap, never hide. */
export function DiffView({ lines, label }: { lines: readonly DiffLine[]; label: string }): ReactNode {
  return (
    <figure aria-label={label} className="font-mono text-bytes">
      {lines.map((line, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          key={index}
          className={classNames('grid grid-cols-[1rem_minmax(0,1fr)] px-2', line.type === 'in' && 'bg-press')}
        >
          <span className="text-ink-3 select-none">{line.type === 'in' ? '+' : line.type === 'out' ? '−' : ' '}</span>
          <span
            className={classNames(
              'whitespace-pre-wrap [overflow-wrap:anywhere]',
              line.type === 'out' && 'text-ink-3 line-through',
              line.type === 'in' && 'font-semibold',
            )}
          >
            <ExactText text={line.text || ' '} />
          </span>
        </div>
      ))}
    </figure>
  );
}
