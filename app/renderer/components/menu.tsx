import { Check, type LucideIcon } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { Kbd } from './kbd.tsx';

export interface MenuItem {
  id: string;
  label: ReactNode;
  icon?: LucideIcon;
  keys?: string;
  /** What turned it off; an item that is off says so. */
  off?: string | undefined;
  danger?: boolean;
  /** Whether it is the chosen one of its menu; absent: nothing is chosen in it. */
  checked?: boolean;
  onSelect: () => void;
}

/** A menu of acts behind its trigger. Takes groups of items; a line stands between groups. */
export function Menu({
  trigger,
  groups,
  align = 'end',
}: {
  trigger: ReactNode;
  groups: readonly (readonly MenuItem[])[];
  align?: 'start' | 'end';
}): ReactNode {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          data-part="menu"
          className="menu-edge fade-in z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-96 min-w-48 overflow-auto rounded-3 bg-raised p-1"
        >
          {groups
            .filter((group) => group.length > 0)
            .map((group, index) => (
              <DropdownMenu.Group key={group[0]?.id}>
                {index > 0 && <DropdownMenu.Separator className="m-1 h-px bg-line" />}
                {group.map((item) => (
                  <DropdownMenu.Item
                    key={item.id}
                    disabled={item.off !== undefined}
                    onSelect={item.onSelect}
                    {...(item.checked !== undefined && { role: 'menuitemradio', 'aria-checked': item.checked })}
                    className={classNames(
                      'flex min-h-7 items-center gap-2 rounded-2 px-2 py-1 outline-none data-disabled:text-ink-3 data-highlighted:bg-select',
                      item.danger && 'text-void-ink',
                    )}
                  >
                    {item.checked !== undefined && (
                      <span className="grid size-3.5 shrink-0 place-items-center">
                        {item.checked && <Icon of={Check} size="s" />}
                      </span>
                    )}
                    {item.icon && <Icon of={item.icon} size="s" />}
                    <span className="min-w-0 flex-1">
                      {item.label}
                      {item.off && <span className="block text-small">{item.off}</span>}
                    </span>
                    {item.keys && <Kbd keys={item.keys} />}
                  </DropdownMenu.Item>
                ))}
              </DropdownMenu.Group>
            ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
