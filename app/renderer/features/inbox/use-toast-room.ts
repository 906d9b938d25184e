import { type RefObject, useEffect } from 'react';

/**
 * Lays toasts over the list at `list`, at its foot: what asks stands beside it, and nothing of it is covered. As before
 * once it is gone.
 */
export function useToastRoom(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const column = list.current?.firstElementChild;
    if (!column) return;
    const { style } = document.documentElement;
    const measure = () => {
      const { left, right, width, bottom } = column.getBoundingClientRect();
      const end = getComputedStyle(column).direction === 'rtl' ? left : window.innerWidth - right;
      style.setProperty('--toast-end', `${end + 8}px`);
      style.setProperty('--toast-width', `${width - 16}px`);
      style.setProperty('--toast-bottom', `${window.innerHeight - bottom + 8}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(column);
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      for (const name of ['--toast-end', '--toast-width', '--toast-bottom']) style.removeProperty(name);
    };
  }, [list]);
}
