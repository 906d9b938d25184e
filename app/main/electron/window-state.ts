import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { type BrowserWindow, screen } from 'electron';

/** Where a window was and how large. */
export interface WindowState {
  width: number;
  height: number;
  x?: number;
  y?: number;
  maximized: boolean;
}

const FIRST: WindowState = { width: 1280, height: 840, maximized: false };
const SMALLEST = { width: 720, height: 520 };

/** The state kept in a file, where it still fits a display; else a first one. A broken file is a first start. */
export function readWindowState(file: string): WindowState {
  const kept = parseState(readTextOrNothing(file));
  if (!kept) return FIRST;
  const size = { width: Math.max(kept.width, SMALLEST.width), height: Math.max(kept.height, SMALLEST.height) };
  const { x, y } = kept;
  if (x === undefined || y === undefined || !isOnScreen(x, y)) return { ...size, maximized: kept.maximized };
  return { ...size, x, y, maximized: kept.maximized };
}

/** Writes the state when the window closes. */
export function keepWindowState(window: BrowserWindow, file: string): void {
  window.on('close', () => {
    const state: WindowState = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    try {
      writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch (error) {
      // A window that opens in its first place next time is no reason not to close.
      process.stderr.write(`The window's place could not be kept: ${String(error)}\n`);
    }
  });
}

/** The smallest window in which every screen can be used. */
export const MINIMUM_SIZE = SMALLEST;

function readTextOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // No file yet: a first start.
    return '';
  }
}

function parseState(text: string): WindowState | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const field = new Map(Object.entries(value));
  const number = (name: string): number | undefined => {
    const found: unknown = field.get(name);
    return typeof found === 'number' && Number.isSafeInteger(found) && Math.abs(found) < 100_000 ? found : undefined;
  };
  const [width, height, x, y] = [number('width'), number('height'), number('x'), number('y')];
  if (width === undefined || height === undefined) return undefined;
  const place = x === undefined || y === undefined ? {} : { x, y };
  return { width, height, ...place, maximized: field.get('maximized') === true };
}

/** At least the corner with the title must be on a display that is still there. */
function isOnScreen(x: number, y: number): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const right = workArea.x + workArea.width - 100;
    const bottom = workArea.y + workArea.height - 100;
    return x >= workArea.x - 100 && x <= right && y >= workArea.y && y <= bottom;
  });
}
