import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { shortcutLabel } from './platform.ts';
import { Tooltip } from './tooltip.tsx';

const looks = {
  quiet: 'text-ink-2 hover:bg-hover hover:text-ink',
  plain: 'bg-raised text-ink ring-line-2 hover:bg-hover',
  ink: 'bg-ink text-on-ink hover:opacity-90',
} as const;

export interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon;
  label: string;
  keys?: string;
  look?: keyof typeof looks;
  size?: 's' | 'm';
  forward?: boolean;
  /** Off where a menu or popover already explains itself. */
  tooltip?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that is only a glyph: it has a label for readers and a tooltip with its shortcut. 24 or 28 px square. */
export function IconButton({
  icon,
  label,
  keys,
  look = 'quiet',
  size = 'm',
  forward = false,
  tooltip = true,
  className,
  type = 'button',
  disabled,
  ...rest
}: IconButtonProps): ReactNode {
  const button = (
    <button
      type={type}
      data-part={look === 'quiet' ? undefined : 'button'}
      aria-label={keys ? `${label} (${shortcutLabel(keys)})` : label}
      disabled={disabled}
      className={classNames(
        'inline-grid shrink-0 place-items-center rounded-2',
        size === 's' ? 'size-6' : 'size-7',
        disabled ? 'bg-sunk text-ink-3 ring-line' : looks[look],
        className,
      )}
      {...rest}
    >
      <Icon of={icon} size={size === 's' ? 's' : 'm'} forward={forward} />
    </button>
  );
  return tooltip ? (
    <Tooltip label={label} keys={keys}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
