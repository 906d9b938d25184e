import { useEffect } from 'react';
import { isTyping } from '../shell/use-shortcuts.ts';

/** V hashes again, O opens the address, G the graph, while the focus is on the page and nothing is being typed. */
export function useFactsKeys(acts: { hash: () => void; address: () => void; graph: () => void }): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const { target } = event;
      const onPage = target === document.body || (target instanceof Element && target.closest('main') !== null);
      const act = new Map([
        ['v', acts.hash],
        ['o', acts.address],
        ['g', acts.graph],
      ]).get(event.key.toLowerCase());
      if (!onPage || !act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
}
