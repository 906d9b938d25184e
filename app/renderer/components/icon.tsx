import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const sizes = {
  xs: ['size-3', 2],
  s: ['size-3.5', 1.75],
  m: ['size-4', 1.75],
  l: ['size-5', 1.75],
  xl: ['size-6', 1.5],
} as const;

/** A glyph beside a word, hidden from readers. Sizes: 12, 14, 16, 20 and 24 px. `forward` flips right to left. */
export function Icon({
  of: Glyph,
  size = 'm',
  forward = false,
  className,
}: {
  of: LucideIcon;
  size?: keyof typeof sizes;
  forward?: boolean;
  className?: string | undefined;
}): ReactNode {
  const [box, stroke] = sizes[size];
  return (
    <Glyph aria-hidden className={classNames(box, 'shrink-0', forward && 'flip', className)} strokeWidth={stroke} />
  );
}
