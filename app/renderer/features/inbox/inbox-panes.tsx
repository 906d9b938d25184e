import type { ReactNode } from 'react';

/** A list and what of it is open, side by side; both stay on narrow windows. */
export function InboxPanes({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[19rem_minmax(0,1fr)] compact:grid-cols-[14.5rem_minmax(0,1fr)] [&>:last-child]:border-line [&>:last-child]:border-s">
      {children}
    </div>
  );
}

/** Moves the focus from the list to what is open beside it. */
export function focusDetail(): void {
  const detail = document.querySelector<HTMLElement>('[data-inbox-detail]');
  (detail?.hasAttribute('tabindex') ? detail : detail?.querySelector<HTMLElement>('section'))?.focus();
}

/** Moves the focus back to the list; gives whether there is one. */
export function focusList(): boolean {
  const list = document.querySelector<HTMLElement>('[role=listbox][data-region-focus]');
  list?.focus();
  return list !== null;
}
