import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { classNames } from './class-names.ts';
import type { FieldIds } from './field.tsx';
import { Icon } from './icon.tsx';

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  /** A caption under the label, in the open list only. */
  note?: string;
  disabled?: boolean;
}

/** While a list is open the page behind it takes no focus: readers do not see it, so the keyboard must not either. */
function usePageBehind(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return;
    const page = document.getElementById('root');
    page?.toggleAttribute('inert', true);
    return () => {
      page?.toggleAttribute('inert', false);
    };
  }, [open]);
}

/** One of a few named things. Takes the options and the chosen one; calls `onChange` with the new value. */
export function Select<Value extends string>({
  value,
  options,
  onChange,
  label,
  placeholder,
  ids,
  disabled,
  className,
}: {
  value: Value | undefined;
  options: readonly SelectOption<Value>[];
  onChange: (value: Value) => void;
  label?: string;
  placeholder?: string;
  ids?: FieldIds;
  disabled?: boolean;
  className?: string;
}): ReactNode {
  const [open, setOpen] = useState(false);
  usePageBehind(open);
  return (
    <Primitive.Root
      open={open}
      onOpenChange={setOpen}
      value={value ?? ''}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
      {...(disabled === undefined ? {} : { disabled })}
    >
      <Primitive.Trigger
        aria-label={label}
        data-part="field"
        className={classNames(
          'flex h-7 min-w-0 items-center gap-2 rounded-2 px-2 text-start',
          disabled ? 'bg-sunk text-ink-3 ring-line' : 'bg-raised ring-edge hover:bg-hover',
          className,
        )}
        {...ids}
      >
        <span className="cut flex-1">
          <Primitive.Value placeholder={placeholder} />
        </span>
        <Primitive.Icon asChild>
          <ChevronDown aria-hidden className="size-3.5 shrink-0 text-ink-3" strokeWidth={1.75} />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          data-part="menu"
          className="menu-edge z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-3 bg-raised p-1"
        >
          <Primitive.Viewport>
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                // Its name is all that is read on it, the caption too.
                {...(option.note !== undefined && { 'aria-labelledby': undefined })}
                {...(option.disabled === undefined ? {} : { disabled: option.disabled })}
                className="flex min-h-7 items-center gap-2 rounded-2 px-2 py-1 outline-none data-disabled:text-ink-3 data-highlighted:bg-select"
              >
                <span className="grid size-3.5 shrink-0 place-items-center">
                  <Primitive.ItemIndicator>
                    <Icon of={Check} size="s" />
                  </Primitive.ItemIndicator>
                </span>
                <span className="min-w-0">
                  <Primitive.ItemText>{option.label}</Primitive.ItemText>
                  {option.note && <span className="block text-small text-ink-3">{option.note}</span>}
                </span>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
