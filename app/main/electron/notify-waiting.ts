import { type BrowserWindow, Notification } from 'electron';

/** What the page tells of what waits: never an argument, a title or a path of a call. */
export interface WaitingNotice {
  kind: 'question' | 'limit';
  agent: string;
  count: number;
  /** Where a click leads, as the page wrote it; it alone reads it again. */
  place: string;
}

const LONGEST_NAME = 60;
const LONGEST_PLACE = 300;

/** Reads what came over the channel; undefined where it is nothing the page would send (E5). */
export function readWaitingNotice(values: readonly unknown[]): WaitingNotice | undefined {
  const [kind, agent, count, place] = values;
  if ((kind !== 'question' && kind !== 'limit') || typeof agent !== 'string' || typeof place !== 'string')
    return undefined;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > 9_999) return undefined;
  return place.length > LONGEST_PLACE ? undefined : { kind, agent, count, place };
}

/**
 * The words of a notification, made here: which agent waits, or how many questions. The name of an agent is all that
 * comes from elsewhere; it is one line and cut.
 */
export function waitingWords({ kind, agent, count }: WaitingNotice): { title: string; body: string } {
  const plain = agent.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const name = plain.length > LONGEST_NAME ? `${plain.slice(0, LONGEST_NAME - 1)}…` : plain || 'An agent';
  const one = kind === 'limit' ? `${name} is at a limit` : `${name} waits for you`;
  return { title: count > 1 ? `${count} wait for you` : one, body: 'Open Warrant to answer.' };
}

let shown: Notification | undefined;

/**
 * Tells the person that something waits, where the window is not in front: a notification of the system, one at a time,
 * and a sign at the window's button. A click brings the window to the front and calls `open` with the place.
 */
export function notifyWaiting(window: BrowserWindow, notice: WaitingNotice, open: (place: string) => void): void {
  if (window.isFocused()) return;
  window.flashFrame(true);
  if (!Notification.isSupported()) return;
  shown?.close();
  const notification = new Notification(waitingWords(notice));
  notification.on('click', () => {
    if (window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
    open(notice.place);
  });
  notification.show();
  // Kept until the next one: a notification that is collected takes its click with it.
  shown = notification;
}
