import { useEffect } from 'react';
import { onMac } from '../../components/platform.ts';
import { useLayout } from '../../stores/layout-store.ts';
import { useOverview } from '../../stores/overview-store.ts';
import { type Place, setView, useView } from '../../stores/view-store.ts';
import { goTo, parsePlace } from './place.ts';

/** Whether a key typed now would be text. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Moves the focus to the next region of the window, or the one before: sidebar, page, approval, composer, rail, status. */
function focusRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (one) => one.offsetParent !== null,
  );
  const inside = regions.findLastIndex((region) => region.contains(document.activeElement));
  const next = regions[(inside + step + regions.length) % regions.length];
  if (!next) return;
  const within =
    next.querySelector<HTMLElement>('[data-region-focus]') ??
    (next.tabIndex >= -1 && next.hasAttribute('tabindex') ? next : next.querySelector<HTMLElement>('a, button'));
  within?.focus();
}

/** Goes to the next thing that waits for a person, in any run, starting after the run on screen. */
export function goToNextWaiting(): void {
  const { inbox } = useOverview.getState();
  const place = parsePlace(location.hash);
  const here = inbox.findLastIndex((item) => place.screen === 'run' && item.run === place.run);
  const next = inbox[(here + 1) % Math.max(1, inbox.length)];
  if (next) goTo({ screen: 'run', run: next.run });
  else goTo({ screen: 'inbox', item: undefined });
}

/** Shows or hides the sidebar, in place or over the page as the window's width has it. */
export function toggleSide(): void {
  const { sideOpen, sideOver } = useView.getState();
  setView(useLayout.getState().compact ? { sideOver: !sideOver } : { sideOpen: !sideOpen });
}

/** The same for the rail. */
export function toggleRail(): void {
  const { railOpen, railOver } = useView.getState();
  setView(useLayout.getState().narrow ? { railOver: !railOver } : { railOpen: !railOpen });
}

const screens = new Map<string, Place>([
  ['1', { screen: 'home' }],
  ['2', { screen: 'inbox', item: undefined }],
  ['3', { screen: 'agents', agent: undefined }],
  ['5', { screen: 'facts', run: undefined, fact: undefined }],
  ['6', { screen: 'policy', agent: undefined, rule: undefined }],
]);

function act(event: KeyboardEvent): boolean {
  const command = onMac ? event.metaKey : event.ctrlKey;
  if (event.key === 'F6') {
    focusRegion(event.shiftKey ? -1 : 1);
    return true;
  }
  if (event.key === '?' && !command && !event.altKey && !isTyping(event.target)) {
    setView({ overlay: 'keys' });
    return true;
  }
  if (!command || event.shiftKey) return false;
  const key = event.code === 'KeyB' ? 'b' : event.key.toLowerCase();
  if (event.altKey) {
    if (key !== 'b') return false;
    toggleRail();
    return true;
  }
  const place = screens.get(key);
  if (place) goTo(place);
  else if (key === 'k') setView({ overlay: 'palette' });
  else if (key === 'n') goTo({ screen: 'home' });
  else if (key === ',') goTo({ screen: 'settings', section: undefined });
  else if (key === 'b') toggleSide();
  else if (key === 'j') goToNextWaiting();
  else return false;
  return true;
}

/** The shortcuts that work anywhere in the window. */
export function useShortcuts(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (act(event)) event.preventDefault();
      else if (event.key === 'Escape' && useView.getState().sideOver) {
        event.preventDefault();
        setView({ sideOver: false });
      }
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
