import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** A rule across a list with words in it: shortened context, a crash, equal entries. */
export function Fold({ icon, title, children }: { icon?: LucideIcon; title: string; children?: ReactNode }): ReactNode {
  return (
    <div className="relative flex items-center gap-2 bg-paper py-1 ps-6 pe-5 text-small text-ink-3 before:h-px before:w-14 before:shrink-0 before:bg-line-2 after:h-px after:min-w-3 after:flex-1 after:bg-line-2">
      {icon && <Icon of={icon} size="xs" />}
      <b className="font-medium text-ink-2">{title}</b>
      {children}
    </div>
  );
}
