import { ChevronDown, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

const edges = {
  none: '',
  line: 'shadow-[0_0_0_1px_var(--line)] bg-raised',
  seal: 'shadow-[0_0_0_1px_var(--seal-line)] bg-raised',
  unknown: 'shadow-[0_0_0_1px_var(--seal)] bg-raised',
  void: 'shadow-[0_0_0_1px_var(--void-line)] bg-raised',
} as const;

export type CallEdge = keyof typeof edges;

/**
 * The shell of a call: a head of one line that opens a body. Takes the tool (mono), what it does in a few words, what
 * stands at the end of the head (time, state) and the body. Closed and ordinary it has no edge.
 */
export function CallCard({
  tool,
  what,
  label,
  chip,
  end,
  edge = 'line',
  open,
  onToggle,
  progress,
  children,
}: {
  tool: string;
  what: ReactNode;
  label: string;
  chip?: string | undefined;
  end?: ReactNode;
  edge?: CallEdge;
  open: boolean;
  onToggle: () => void;
  progress?: ReactNode;
  children?: ReactNode;
}): ReactNode {
  const flat = !open && (edge === 'line' || edge === 'seal' || edge === 'none');
  return (
    <article
      aria-label={label}
      data-part={flat ? undefined : 'card'}
      className={classNames('overflow-hidden rounded-3', !flat && edges[edge === 'none' ? 'line' : edge])}
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className={classNames(
          'flex min-h-7 w-full items-center gap-2',
          flat ? 'rounded-2 ps-1 pe-2 hover:bg-hover' : 'px-2 hover:bg-hover focus-visible:-outline-offset-2',
        )}
      >
        <Icon of={open ? ChevronDown : ChevronRight} size="s" forward={!open} className="text-ink-3" />
        <span className="shrink-0 font-mono text-bytes/5 font-medium">{tool}</span>
        {chip && (
          <span className="inline-flex h-4.5 shrink-0 items-center rounded-2 bg-raised px-1.5 text-small text-ink-2 ring-line-2">
            {chip}
          </span>
        )}
        <span className="cut flex-1 text-ink-2">{what}</span>
        {end}
      </button>
      {progress}
      {open && children && <div className="fade-in grid border-line border-t">{children}</div>}
    </article>
  );
}
