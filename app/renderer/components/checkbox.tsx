import { Check } from 'lucide-react';
import { Checkbox as Primitive } from 'radix-ui';
import { type ReactNode, useId } from 'react';

/** A box with its label; the label is part of the target. */
export function Checkbox({
  checked,
  onChange,
  disabled = false,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <span className="inline-flex min-h-6 items-center gap-2">
      <Primitive.Root
        id={id}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next === true)}
        data-part="checkbox"
        className="inline-grid size-4 shrink-0 place-items-center rounded-1 bg-raised text-on-ink ring-edge data-[state=checked]:bg-ink data-[state=checked]:shadow-none"
      >
        <Primitive.Indicator>
          <Check aria-hidden className="size-3" strokeWidth={2.5} />
        </Primitive.Indicator>
      </Primitive.Root>
      <label htmlFor={id} className={disabled ? 'text-ink-3' : undefined}>
        {children}
      </label>
    </span>
  );
}
