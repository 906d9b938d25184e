import { Tooltip as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Kbd } from './kbd.tsx';

/** Once, round the whole page: tooltips share their delay. */
export function TooltipProvider({ children }: { children: ReactNode }): ReactNode {
  return <Primitive.Provider delayDuration={500}>{children}</Primitive.Provider>;
}

/** The name of a thing that is only a glyph, with its shortcut. Never holds what a person must read to decide. */
export function Tooltip({
  label,
  keys,
  side = 'bottom',
  children,
}: {
  label: string;
  keys?: string | undefined;
  side?: 'top' | 'right' | 'bottom' | 'left';
  children: ReactNode;
}): ReactNode {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          data-part="tooltip"
          className="menu-edge fade-in z-50 flex max-w-72 items-center gap-2 rounded-2 bg-raised px-2 py-1 text-small text-ink-2"
        >
          {label}
          {keys && <Kbd keys={keys} />}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
