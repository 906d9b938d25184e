import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { t } from '../../strings/translate.ts';

/** One row of a list of the Inbox. Rows of one `group` stand together under its name. */
export interface ItemRow {
  id: string;
  icon: LucideIcon;
  tone: 'seal' | 'ink' | 'void';
  title: string;
  time: string;
  place: ReactNode;
  more?: ReactNode;
  group?: string;
}

const tones = { seal: 'text-seal-ink', ink: 'text-ink-2', void: 'text-void-ink' } as const;

function Row({ row, on, onSelect }: { row: ItemRow; on: boolean; onSelect: (id: string) => void }): ReactNode {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys for all its options
    <div
      id={`item-${row.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={on}
      onClick={() => onSelect(row.id)}
      className={classNames(
        'grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-2.5 border-line border-b px-4 py-2.25',
        on ? 'select-edge' : 'hover:bg-hover',
      )}
    >
      <Icon of={row.icon} className={classNames('mt-0.5', tones[row.tone])} />
      <p className="leading-[1.125rem] font-medium text-pretty [overflow-wrap:anywhere] line-clamp-3" dir="auto">
        {row.title}
      </p>
      <span className="text-small/5 text-ink-3">{row.time}</span>
      <p className="cut col-start-2 -col-end-1 mt-0.5 text-small text-ink-3">{row.place}</p>
      {row.more && <p className="col-start-2 -col-end-1 text-small text-ink-2 [overflow-wrap:anywhere]">{row.more}</p>}
    </div>
  );
}

/** A list that is one stop for the keyboard: arrows or J and K move, Enter goes on to the open item. */
export function ItemList({
  label,
  rows,
  selected,
  foot,
  onSelect,
  onEnter,
}: {
  label: string;
  rows: readonly ItemRow[];
  selected: string | undefined;
  foot?: ReactNode;
  onSelect: (id: string) => void;
  onEnter: () => void;
}): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (selected !== undefined) document.getElementById(`item-${selected}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = rows.findIndex((row) => row.id === selected);
    const steps: ReadonlyMap<string, number> = new Map([
      ['j', place + 1],
      ['ArrowDown', place + 1],
      ['k', place - 1],
      ['ArrowUp', place - 1],
      ['Home', 0],
      ['End', rows.length - 1],
    ]);
    const step = steps.get(event.key);
    if (event.key === 'Enter') {
      event.preventDefault();
      if (!event.repeat) onEnter();
    } else if (step !== undefined) {
      event.preventDefault();
      const next = rows[Math.max(0, Math.min(rows.length - 1, step))];
      if (next) onSelect(next.id);
    }
  };
  const groups = new Map<string | undefined, ItemRow[]>();
  for (const row of rows) groups.set(row.group, [...(groups.get(row.group) ?? []), row]);
  const draw = (row: ItemRow) => <Row key={row.id} row={row} on={row.id === selected} onSelect={onSelect} />;
  return (
    <div className="min-h-0 overflow-auto">
      <div
        ref={list}
        role="listbox"
        aria-label={label}
        aria-activedescendant={selected === undefined ? undefined : `item-${selected}`}
        tabIndex={0}
        data-region-focus
        onKeyDown={onKeyDown}
        className="-outline-offset-2"
      >
        {[...groups].map(([group, of]) =>
          group === undefined ? (
            of.map(draw)
          ) : (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, this is a part of a list
            <div key={group} role="group" aria-label={group}>
              <p aria-hidden className="border-line border-b bg-desk px-4 py-1 text-cap font-medium text-ink-3">
                {group}
              </p>
              {of.map(draw)}
            </div>
          ),
        )}
      </div>
      <div className="grid gap-2 p-4 text-small text-ink-3">
        {foot}
        <p className="flex items-center gap-2">
          {t('inbox.move')}
          <Kbd keys="J" />
          <Kbd keys="K" />
          {t('inbox.openKey')}
          <Kbd keys="Enter" />
        </p>
      </div>
    </div>
  );
}
