import { RadioGroup as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Kbd } from './kbd.tsx';

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  note?: ReactNode;
  keys?: string;
  disabled?: boolean;
}

/** One of a few ways, each a row with its shortcut. `seal` grounds the chosen row where choosing widens authority. */
export function RadioGroup<Value extends string>({
  value,
  options,
  onChange,
  label,
  seal = false,
}: {
  value: Value;
  options: readonly RadioOption<Value>[];
  onChange: (value: Value) => void;
  label: string;
  seal?: boolean;
}): ReactNode {
  return (
    <Primitive.Root
      value={value}
      aria-label={label}
      onValueChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the control is the radio item inside
        <label
          key={option.value}
          className={classNames(
            'grid grid-cols-[1rem_minmax(0,1fr)_auto] items-center gap-x-2.5 border-line border-b px-3 py-1.75 last:border-0',
            option.value === value && (seal ? 'bg-seal-wash' : 'bg-select'),
            option.disabled && 'text-ink-3',
          )}
        >
          <Primitive.Item
            value={option.value}
            {...(option.disabled === undefined ? {} : { disabled: option.disabled })}
            className="size-4 rounded-full bg-raised ring-edge data-[state=checked]:shadow-[inset_0_0_0_5px_var(--ink)]"
          />
          <span className={classNames('min-w-0', option.value === value && 'font-medium')}>{option.label}</span>
          {option.keys ? <Kbd keys={option.keys} /> : <span />}
          {option.note && <span className="col-start-2 -col-end-1 text-small text-ink-3">{option.note}</span>}
        </label>
      ))}
    </Primitive.Root>
  );
}
