import { useSyncExternalStore } from 'react';
import type { Place } from '../../stores/view-store.ts';

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    // Not an address this page wrote: it names nothing.
    return undefined;
  }
}

/** Reads the place from an address' fragment: `#/runs/ID`, `#/inbox/ID`, `#/agents/NAME`, `#/settings/SECTION`. */
export function parsePlace(hash: string): Place {
  const [, screen, rest] = hash.replace(/^#/, '').split('/');
  const part = rest ? decode(rest) : undefined;
  switch (screen) {
    case 'inbox':
      return { screen, item: part };
    case 'agents':
      return { screen, agent: part };
    case 'settings':
      return { screen, section: part };
    case 'runs':
      return part ? { screen: 'run', run: part } : { screen: 'home' };
    default:
      return { screen: 'home' };
  }
}

/** The address of a place. */
export function hrefOf(place: Place): string {
  const end = (part: string | undefined) => (part ? `/${encodeURIComponent(part)}` : '');
  switch (place.screen) {
    case 'home':
      return '#/';
    case 'inbox':
      return `#/inbox${end(place.item)}`;
    case 'agents':
      return `#/agents${end(place.agent)}`;
    case 'settings':
      return `#/settings${end(place.section)}`;
    case 'run':
      return `#/runs${end(place.run)}`;
  }
}

/** Goes to a place; back and forward of the window work. */
export function goTo(place: Place): void {
  location.hash = hrefOf(place);
}

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

/** The present place. */
export function usePlace(): Place {
  return parsePlace(useSyncExternalStore(subscribe, () => location.hash));
}
