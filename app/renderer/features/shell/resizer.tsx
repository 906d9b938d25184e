import type { KeyboardEvent, PointerEvent, ReactNode } from 'react';
import { fitWidth } from '../../stores/view-store.ts';

const STEP = 16;

/** The edge of a panel: dragged, or moved by the arrow keys; a double click gives the usual width. */
export function Resizer({
  label,
  width,
  limits,
  edge,
  onWidth,
}: {
  label: string;
  width: number;
  limits: { least: number; usual: number; most: number };
  /** The side of the panel on which the edge is. */
  edge: 'start' | 'end';
  onWidth: (width: number) => void;
}): ReactNode {
  const grows = () => (edge === 'end') === (document.documentElement.dir !== 'rtl');
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const handle = event.currentTarget;
    const from = event.clientX;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) =>
      onWidth(fitWidth(width + (grows() ? moved.clientX - from : from - moved.clientX), limits));
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', move), { once: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onWidth(fitWidth(width + ((event.key === 'ArrowRight') === grows() ? STEP : -STEP), limits));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; this is the separator that can
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={limits.least}
      aria-valuemax={limits.most}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
      onDoubleClick={() => onWidth(limits.usual)}
      className={`absolute inset-y-0 z-10 w-1.5 cursor-col-resize touch-none hover:bg-line-2 focus-visible:outline-offset-0 ${edge === 'end' ? '-end-0.75' : '-start-0.75'}`}
    />
  );
}
