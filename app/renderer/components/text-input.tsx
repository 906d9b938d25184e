import type { LucideIcon } from 'lucide-react';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

export interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  icon?: LucideIcon;
  /** Words before the value, as part of the field. */
  before?: string;
  after?: ReactNode;
  /** Exact bytes: paths, hosts, names of tools. */
  bytes?: boolean;
  size?: 'm' | 'l';
  ref?: Ref<HTMLInputElement>;
}

/** A field of one line. The placeholder is an example, never the label. */
export function TextInput({
  icon,
  before,
  after,
  bytes = false,
  size = 'm',
  className,
  disabled,
  ...rest
}: TextInputProps): ReactNode {
  return (
    <span
      data-part="field"
      className={classNames(
        'flex min-w-0 items-center gap-1.5 rounded-2 px-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus',
        size === 'l' ? 'h-8' : 'h-7',
        disabled ? 'bg-sunk text-ink-3 ring-line' : 'bg-raised',
        !disabled && (rest['aria-invalid'] ? 'shadow-[inset_0_0_0_1px_var(--void)]' : 'ring-edge'),
        className,
      )}
    >
      {icon && <Icon of={icon} size="s" className="text-ink-3" />}
      {before && <span className="text-ink-3">{before}</span>}
      <input
        dir={bytes ? 'ltr' : 'auto'}
        disabled={disabled}
        spellCheck={bytes ? false : undefined}
        className={classNames('min-w-0 flex-1 bg-transparent outline-none', bytes && 'font-mono text-bytes')}
        {...rest}
      />
      {after}
    </span>
  );
}
