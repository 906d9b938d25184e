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

function entryOf(part: string | undefined): { entry?: number } {
  const entry = Number(part);
  return Number.isSafeInteger(entry) && entry > 0 ? { entry } : {};
}

/**
 * Reads the place from an address' fragment: `#/runs/ID/ENTRY`, `#/inbox/ID`, `#/agents/NAME`, `#/agents/NAME/memory/ID`,
 * `#/facts/RUN/FACT`,
 * `#/policy/AGENT/RULE`, `#/settings/SECTION`.
 */
export function parsePlace(hash: string): Place {
  const [, screen, rest, end, last] = hash.replace(/^#/, '').split('/');
  const part = rest ? decode(rest) : undefined;
  switch (screen) {
    case 'inbox':
      return { screen, item: part };
    case 'agents':
      if (part && end === 'memory') return { screen: 'memory', agent: part, memory: last ? decode(last) : undefined };
      return { screen, agent: part };
    case 'facts':
      return { screen, run: part, fact: part && end ? decode(end) : undefined };
    case 'policy':
      return { screen, agent: part, rule: end ? decode(end) : undefined };
    case 'settings':
      return { screen, section: part };
    case 'runs':
      return part ? { screen: 'run', run: part, ...entryOf(end) } : { screen: 'home' };
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
    case 'memory':
      return `#/agents${end(place.agent)}/memory${end(place.memory)}`;
    case 'facts':
      return `#/facts${end(place.run)}${place.run ? end(place.fact) : ''}`;
    case 'policy':
      return `#/policy${place.agent || !place.rule ? end(place.agent) : '/'}${end(place.rule)}`;
    case 'settings':
      return `#/settings${end(place.section)}`;
    case 'run':
      return `#/runs${end(place.run)}${end(place.entry === undefined ? undefined : String(place.entry))}`;
  }
}

/** Goes to a place; back and forward of the window work. */
export function goTo(place: Place): void {
  location.hash = hrefOf(place);
}

/** Names another item of the same screen in the address, without a step to go back to. */
export function replacePlace(place: Place): void {
  if (hrefOf(place) === location.hash) return;
  history.replaceState(history.state, '', hrefOf(place));
  changed();
}

interface Hold {
  hash: string;
  mayLeave: (hash: string) => boolean;
}

const listeners = new Set<() => void>();
let hold: Hold | undefined;

function changed(): void {
  if (hold && hold.hash !== location.hash) {
    if (!hold.mayLeave(location.hash)) {
      history.pushState(null, '', hold.hash);
      return;
    }
    hold.hash = location.hash;
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('hashchange', changed);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('hashchange', changed);
  };
}

/**
 * Holds the present place until `mayLeave` lets another address pass; the address that was asked for is put back
 * meanwhile. For a page that has something to lose. Gives the function that lets go.
 */
export function holdPlace(mayLeave: (hash: string) => boolean): () => void {
  const mine: Hold = { hash: location.hash, mayLeave };
  hold = mine;
  const unsubscribe = subscribe(() => undefined);
  return () => {
    unsubscribe();
    if (hold === mine) hold = undefined;
  };
}

/** The present place. */
export function usePlace(): Place {
  return parsePlace(useSyncExternalStore(subscribe, () => hold?.hash ?? location.hash));
}
