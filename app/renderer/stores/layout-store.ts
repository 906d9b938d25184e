import { create } from 'zustand';
import { useView } from './view-store.ts';

/** Which step of the layout the window is at, its font size counted in. */
export interface Layout {
  /** The rail is a strip of icons. */
  narrow: boolean;
  /** The sidebar is a strip of icons. */
  compact: boolean;
  /** Previews clamp. */
  short: boolean;
  /** A window at 200 %: what is scrolled elsewhere by its parts is scrolled whole. */
  low: boolean;
}

const steps = ['narrow', 'compact', 'short', 'low'] as const;

/** The step of a window of this size at this font scale. */
export function layoutOf(width: number, height: number, scale: number): Layout {
  const [wide, high] = [width / scale, height / scale];
  return { narrow: wide <= 1120, compact: wide <= 980, short: high <= 640, low: high <= 480 };
}

function measure(): Layout {
  return layoutOf(window.innerWidth, window.innerHeight, useView.getState().fontScale);
}

/** The present step. */
export const useLayout = create<Layout>(() => measure());

/** Keeps step with the window and the font size, and tells the style sheet. Gives the function that stops it. */
export function followLayout(): () => void {
  const update = () => {
    const next = measure();
    const root = document.documentElement;
    for (const name of steps) root.toggleAttribute(`data-${name}`, next[name]);
    const now = useLayout.getState();
    if (steps.some((name) => now[name] !== next[name])) useLayout.setState(next);
  };
  update();
  addEventListener('resize', update);
  const stop = useView.subscribe(update);
  return () => {
    removeEventListener('resize', update);
    stop();
  };
}
