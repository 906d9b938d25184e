import { useEffect } from 'react';
import { isTyping } from '../shell/use-shortcuts.ts';

/** T goes to the test box, W to the what-if, while the focus is on the page and nothing is being typed. */
export function usePolicyKeys(acts: { test: () => void; whatIf: () => void }): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const { target } = event;
      const onPage = target === document.body || (target instanceof Element && target.closest('main') !== null);
      const act = event.key === 't' ? acts.test : event.key === 'w' ? acts.whatIf : undefined;
      if (!onPage || !act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
}
