import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';

const VIRTUAL_ABOVE = 200;
const LINE = 20;

/**
 * Lines in a well that scrolls; more than 200 are drawn only where they are looked at. Takes how many, how one is drawn,
 * and which one to bring into view whenever `wish` changes.
 */
export function LineList({
  count,
  draw,
  label,
  show,
  wish,
}: {
  count: number;
  draw: (index: number) => ReactNode;
  label: string;
  show: number | undefined;
  wish: unknown;
}): ReactNode {
  const box = useRef<HTMLElement>(null);
  const many = count > VIRTUAL_ABOVE;
  const virtual = useVirtualizer({
    count: many ? count : 0,
    getScrollElement: () => box.current,
    estimateSize: () => LINE,
    overscan: 20,
    paddingStart: 8,
    paddingEnd: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: brought into view for each wish, and when it comes
  useEffect(() => {
    if (show === undefined || show < 0) return;
    // A line may be longer than the well is high: the value itself is brought into view.
    if (many) virtual.scrollToIndex(show, { align: 'center' });
    else {
      const here = box.current?.querySelector('mark') ?? box.current?.querySelector('[data-here]');
      here?.scrollIntoView({ block: 'center' });
    }
  }, [show, wish, many]);
  return (
    <section
      ref={box}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      data-part="well"
      className="min-h-0 flex-1 overflow-auto bg-sunk font-mono text-bytes/5 -outline-offset-2"
    >
      {many ? (
        <div className="relative" style={{ blockSize: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {draw(item.index)}
            </div>
          ))}
        </div>
      ) : (
        <div className="py-2">
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its number
            <div key={index}>{draw(index)}</div>
          ))}
        </div>
      )}
    </section>
  );
}
