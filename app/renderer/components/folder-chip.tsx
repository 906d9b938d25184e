import { Folder } from 'lucide-react';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon } from './icon.tsx';

/** A folder by its path; a press opens the choice. */
export function FolderChip({
  path,
  ref,
  ...rest
}: { path: string; ref?: Ref<HTMLButtonElement> } & ButtonHTMLAttributes<HTMLButtonElement>): ReactNode {
  return (
    <button
      ref={ref}
      type="button"
      data-part="chip"
      className="inline-flex h-6 max-w-48 shrink-0 items-center gap-1.5 rounded-2 bg-raised px-2 text-small text-ink-2 ring-line-2 hover:bg-hover"
      {...rest}
    >
      <Icon of={Folder} size="s" />
      <span className="cut font-medium text-ink" dir="ltr">
        {path}
      </span>
    </button>
  );
}
