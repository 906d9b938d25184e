import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';
import { Ring } from './ring.tsx';

const looks = {
  /** the ordinary button */
  plain: 'bg-raised text-ink ring-line-2 hover:bg-[linear-gradient(var(--hover),var(--hover))]',
  /** the one main action of a page */
  ink: 'bg-ink text-on-ink hover:opacity-90',
  /** only where pressing it gives authority */
  seal: 'bg-seal-fill text-on-seal font-semibold shadow-[inset_0_0_0_1px_var(--seal-rim)] hover:bg-seal-fill-2',
  quiet: 'text-ink-2 hover:bg-hover hover:text-ink',
  /** denies, or opens what destroys */
  void: 'text-void-ink hover:bg-hover',
  /** destroys; only inside a dialog, never focused by default */
  destroy: 'bg-void text-on-void hover:opacity-90',
} as const;

const sizes = {
  s: 'h-6 px-2 text-small gap-1',
  m: 'h-7 px-2.5 gap-1.5',
  l: 'h-8 px-3 gap-1.5',
} as const;

const disabledLook = 'bg-sunk! text-ink-3! ring-line! opacity-100!';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof looks;
  size?: keyof typeof sizes;
  icon?: LucideIcon;
  /** The shortcut drawn at the end and told to readers, as `Mod+Enter`. */
  keys?: string;
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button. Verb first, no full stop. What disables it is said beside it, never in a tooltip. */
export function Button({
  look = 'plain',
  size = 'm',
  icon,
  keys,
  busy = false,
  className,
  children,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps): ReactNode {
  const tone = look === 'ink' || look === 'destroy' ? 'on-ink' : look === 'seal' ? 'on-seal' : 'plain';
  return (
    <button
      type={type}
      data-part="button"
      disabled={disabled ?? busy}
      aria-busy={busy || undefined}
      aria-keyshortcuts={keys?.replace('Mod', 'Control')}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-2 font-medium whitespace-nowrap',
        'transition-colors duration-[90ms] active:brightness-95',
        looks[look],
        sizes[size],
        disabled && disabledLook,
        className,
      )}
      {...rest}
    >
      {busy ? <Ring className="size-3" /> : icon && <Icon of={icon} size={size === 's' ? 'xs' : 's'} />}
      {children}
      {keys && <Kbd keys={keys} tone={disabled ? 'plain' : tone} className="-me-1" />}
    </button>
  );
}
