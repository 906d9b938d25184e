import type { KeyboardEvent, ReactNode } from 'react';

/** The ground of what asks for an answer above the composer: a seal line, 2 px at its head. The card itself takes the focus. */
export function DockCard({
  titleId,
  describedBy,
  approval,
  onKeyDown,
  children,
}: {
  titleId: string;
  describedBy: string;
  approval: string;
  onKeyDown: (event: KeyboardEvent) => void;
  children: ReactNode;
}): ReactNode {
  return (
    <section
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      data-region
      data-part="card"
      data-approval={approval}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className="dock-in focus-seal relative grid gap-2 overflow-hidden rounded-3 bg-raised px-4 short:max-h-[calc(100vh-10.5rem)] short:scroll-pb-14 short:overflow-y-auto pt-3 pb-3 shadow-[0_0_0_1px_var(--seal-line),0_-6px_24px_-10px_var(--veil),var(--depth-1)] before:absolute before:inset-x-0 before:top-0 before:h-0.5 before:bg-seal"
    >
      {children}
    </section>
  );
}
