import { type RefObject, useEffect } from 'react';

/**
 * Keeps what asks at the foot of a page free of what is laid over it: the rail of a narrow window and toasts end above
 * `box`, so that nothing comes under the pointer there. Anew where `key` changes; none while it is undefined.
 */
export function useDockRoom(box: RefObject<HTMLElement | null>, key: string | undefined): void {
  useEffect(() => {
    const foot = box.current;
    if (!foot || key === undefined) return;
    const { style } = document.documentElement;
    const measure = () =>
      style.setProperty('--dock-room', `${window.innerHeight - foot.getBoundingClientRect().top + 8}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(foot);
    observer.observe(document.body);
    return () => {
      observer.disconnect();
      style.removeProperty('--dock-room');
    };
  }, [box, key]);
}
