import type { ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { ExactText, type TextMark } from './exact-text.tsx';

/** Exact bytes in a well: arguments, code, output. Scrolls inside; one tab stop so the keyboard can scroll it. */
export function CodeBlock({
  text,
  label,
  wrap = false,
  numbered = false,
  bare = false,
  padding = true,
  marks,
  className,
  ref,
}: {
  text: string;
  label: string;
  wrap?: boolean;
  numbered?: boolean;
  bare?: boolean;
  /** Spells out runs of spaces and empty lines, as where a person decides on the bytes. */
  padding?: boolean;
  /** Stretches that stand word for word elsewhere; not in numbered text. */
  marks?: readonly TextMark[] | undefined;
  className?: string;
  ref?: Ref<HTMLPreElement>;
}): ReactNode {
  return (
    <figure aria-label={label} className="min-w-0">
      <pre
        ref={ref}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        data-part={bare ? undefined : 'well'}
        className={classNames(
          'overflow-auto px-3 py-2 text-bytes',
          wrap ? 'whitespace-pre-wrap [overflow-wrap:anywhere]' : 'whitespace-pre',
          !bare && 'rounded-2 bg-sunk ring-line',
          className,
        )}
      >
        {numbered ? (
          text.split('\n').map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            <span key={index} className="grid grid-cols-[2.25rem_minmax(0,1fr)]">
              <span aria-hidden className="pe-3 text-end text-ink-3 select-none">
                {index + 1}
              </span>
              <span>
                <ExactText text={line} padding={padding} />
                {'\n'}
              </span>
            </span>
          ))
        ) : (
          <ExactText text={text} padding={padding} {...(marks && { marks })} />
        )}
      </pre>
    </figure>
  );
}
