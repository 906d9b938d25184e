import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Menu } from '../../components/menu.tsx';
import { t } from '../../strings/translate.ts';

/** A head that chooses what its column shows. */
export function FilterHead<Value extends string>({
  name,
  label,
  shown,
  options,
  onChoose,
}: {
  name: string;
  label: string;
  shown: Value | undefined;
  options: readonly (readonly [Value, string])[];
  onChoose: (value: Value | undefined) => void;
}): ReactNode {
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          aria-label={label}
          className="-mx-1 inline-flex h-6 items-center gap-1 rounded-1 px-1 hover:bg-hover hover:text-ink"
        >
          {name}
          {shown !== undefined && (
            <b className="font-semibold text-ink">{options.find(([one]) => one === shown)?.[1]}</b>
          )}
          <Icon of={ChevronDown} size="xs" />
        </button>
      }
      groups={[
        [{ id: 'all', label: t('policy.all'), checked: shown === undefined, onSelect: () => onChoose(undefined) }],
        options.map(([value, words]) => ({
          id: value,
          label: words,
          checked: value === shown,
          onSelect: () => onChoose(value),
        })),
      ]}
    />
  );
}
