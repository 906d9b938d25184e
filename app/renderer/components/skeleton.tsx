import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../strings/translate.ts';

/** Under 150 ms nothing, then the shape of what will be there. Takes the widths of its lines in percent. */
export function Skeleton({ lines = [60, 100, 80] }: { lines?: readonly number[] }): ReactNode {
  const [shown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), 150);
    return () => clearTimeout(timer);
  }, []);
  if (!shown) return null;
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-2">
      {lines.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a skeleton never change places
        <span key={index} className="skeleton-mark" style={{ inlineSize: `${width}%` }} />
      ))}
    </div>
  );
}
