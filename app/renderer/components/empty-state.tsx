import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** One glyph, what will be here, one way to make it so. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}): ReactNode {
  return (
    <div className="grid content-center justify-items-center gap-2 p-8 text-center text-balance text-ink-3">
      <Icon of={icon} size="xl" />
      <h3 className="font-medium text-ink">{title}</h3>
      {children && <div className="max-w-88 text-small">{children}</div>}
      {action}
    </div>
  );
}
