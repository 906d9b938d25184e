import { create } from 'zustand';

interface NotifyState {
  /** Whether the person wants to be told of what waits while Warrant is in the background. */
  on: boolean;
  /** The browser was asked and refused. */
  blocked: boolean;
}

const STORED = 'warrant-notify';

/** The window's own notifications come from the program; a page in a browser needs the browser's leave. */
function inBrowser(): boolean {
  return window.warrant === undefined;
}

function readStored(): boolean {
  try {
    const kept = localStorage.getItem(STORED);
    return kept === null ? !inBrowser() : kept === 'on';
  } catch {
    // A page without storage starts as new.
    return !inBrowser();
  }
}

/** The person's wish, kept for this page's origin: on in the window, off in a browser until switched on. */
export const useNotify = create<NotifyState>(() => ({ on: readStored(), blocked: false }));

/** Whether a page can be told of at all here. */
export function canNotify(): boolean {
  return !inBrowser() || 'Notification' in window;
}

/** Whether to tell now: the person wants it, and in a browser the browser lets us. */
export function mayNotify(): boolean {
  return (
    useNotify.getState().on && (!inBrowser() || ('Notification' in window && Notification.permission === 'granted'))
  );
}

/** Switches it on or off, on the person's own press: only then is a browser asked for its leave. */
export async function setNotify(on: boolean): Promise<void> {
  const granted = !on || !inBrowser() || (canNotify() && (await Notification.requestPermission()) === 'granted');
  useNotify.setState({ on: on && granted, blocked: !granted });
  try {
    localStorage.setItem(STORED, on && granted ? 'on' : 'off');
  } catch {
    // Without storage it holds as long as the page.
  }
}
