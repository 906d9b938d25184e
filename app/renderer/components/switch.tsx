import { Switch as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

/** On or off, at once. The words stand beside it. */
export function Switch({
  checked,
  onChange,
  label,
  disabled = false,
  id,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  disabled?: boolean;
  id?: string;
}): ReactNode {
  return (
    <Primitive.Root
      id={id}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-label={label}
      data-part="switch"
      className="relative h-4 w-7 shrink-0 rounded-full bg-edge transition-colors duration-[90ms] data-[state=checked]:bg-ink disabled:opacity-60"
    >
      <Primitive.Thumb className="block size-3 translate-x-0.5 rounded-full bg-raised transition-transform duration-[90ms] data-[state=checked]:translate-x-3.5 data-[state=checked]:bg-paper rtl:-translate-x-0.5 rtl:data-[state=checked]:-translate-x-3.5" />
    </Primitive.Root>
  );
}
