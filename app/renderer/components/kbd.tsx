import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { shortcutLabel } from './platform.ts';

const tones = {
  plain: 'bg-raised text-ink-3 ring-line-2',
  'on-ink': 'text-on-ink opacity-75 shadow-[inset_0_0_0_1px_currentColor]',
  'on-seal': 'text-on-seal opacity-75 shadow-[inset_0_0_0_1px_currentColor]',
} as const;

/** A key, drawn. Takes keys as `Mod+Enter`; hidden from readers, who hear the shortcut from the control itself. */
export function Kbd({
  keys,
  tone = 'plain',
  className,
}: {
  keys: string;
  tone?: keyof typeof tones;
  className?: string;
}): ReactNode {
  return (
    <kbd
      aria-hidden
      className={classNames(
        'inline-flex h-4.5 min-w-4.5 shrink-0 items-center justify-center rounded-1 px-1 text-cap/none font-medium',
        tones[tone],
        className,
      )}
    >
      {shortcutLabel(keys)}
    </kbd>
  );
}
