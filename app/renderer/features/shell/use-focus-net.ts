import { useEffect } from 'react';

/** Long enough for whoever took the focused thing away to put the focus where it belongs. */
const WAIT_MS = 50;

interface Held {
  element: HTMLElement;
  /** What it stood in, the nearest first: once it is gone it no longer knows. */
  above: readonly HTMLElement[];
}

function held(element: HTMLElement): Held {
  const above: HTMLElement[] = [];
  for (let next = element.parentElement; next && next !== document.body; next = next.parentElement) above.push(next);
  return { element, above };
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/**
 * Where the focus goes when its element is gone: the same thing where the page was drawn anew, else what it stood in and
 * can take it, else the page; in those to what the keyboard reaches first.
 */
function placeAfter({ element, above }: Held): HTMLElement | null {
  const label = element.getAttribute('aria-label');
  const again = label && document.querySelector<HTMLElement>(`${element.localName}[aria-label="${CSS.escape(label)}"]`);
  if (again) return again;
  const near =
    above.find((one) => one.isConnected && one.hasAttribute('tabindex')) ?? document.querySelector<HTMLElement>('main');
  return near?.querySelector<HTMLElement>('[data-region-focus]') ?? near;
}

/**
 * The focus never falls out of the window: when the focused element is taken away, what it stood in has it, after
 * another screen came the page has it, and a button that was off while it worked has it again. Where the person clicked
 * beside everything, nothing has it.
 */
export function useFocusNet(): void {
  useEffect(() => {
    let last: Held | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const catchFocus = () => {
      timer = undefined;
      if (!last || !isLost()) return;
      if (!last.element.isConnected) placeAfter(last)?.focus({ preventScroll: true });
      else if (!last.element.matches(':disabled')) last.element.focus({ preventScroll: true });
    };
    const watch = new MutationObserver(() => {
      if (last && isLost() && timer === undefined) timer = setTimeout(catchFocus, WAIT_MS);
    });
    const remember = ({ target }: FocusEvent) => {
      // A list or menu that opened goes again; what opened it counts.
      if (target instanceof HTMLElement && !target.closest('[role=listbox], [role=menu]')) last = held(target);
    };
    const forget = () => {
      last = undefined;
    };
    addEventListener('focusin', remember);
    addEventListener('pointerdown', forget, true);
    watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    return () => {
      watch.disconnect();
      clearTimeout(timer);
      removeEventListener('focusin', remember);
      removeEventListener('pointerdown', forget, true);
    };
  }, []);
}
