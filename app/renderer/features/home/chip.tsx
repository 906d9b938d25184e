import { ChevronDown, type LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon } from '../../components/icon.tsx';

/** A choice inside a field: what is chosen, and, where it opens a menu, a chevron. */
export function Chip({
  icon,
  strong = false,
  opens = false,
  children,
  ref,
  ...rest
}: {
  icon: LucideIcon;
  strong?: boolean;
  opens?: boolean;
  ref?: Ref<HTMLButtonElement>;
} & ButtonHTMLAttributes<HTMLButtonElement>): ReactNode {
  return (
    <button
      ref={ref}
      type="button"
      data-part="chip"
      className="inline-flex h-6 max-w-72 shrink-0 items-center gap-1.5 rounded-2 bg-raised px-2 text-small text-ink-2 ring-line-2 hover:bg-hover"
      {...rest}
    >
      <Icon of={icon} size="s" />
      <span className={`cut inline-flex items-center gap-1.5 ${strong ? 'font-medium text-ink' : ''}`}>{children}</span>
      {opens && <Icon of={ChevronDown} size="xs" />}
    </button>
  );
}
