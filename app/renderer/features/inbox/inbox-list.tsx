import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { InboxItem } from '#contract/methods';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { formatRelative } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

/** What names an item: the approval's or the question's id. */
export function itemId(item: InboxItem): string {
  return item.type === 'approval' ? item.approval.id : item.question.id;
}

/** The first to expire first, then in the order they were asked. */
export function inboxOrder(items: readonly InboxItem[]): InboxItem[] {
  const expiry = (item: InboxItem) =>
    item.type === 'approval' ? (item.approval.expiresAt ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  return items.toSorted((a, b) => {
    const [first, second] = [expiry(a), expiry(b)];
    return first === second ? a.at - b.at : first - second;
  });
}

/** The item to open after one was answered: the next in the list, else the one before. */
export function itemAfter(items: readonly InboxItem[], id: string): InboxItem | undefined {
  const place = items.findIndex((item) => itemId(item) === id);
  return items[place + 1] ?? items[place - 1];
}

function titleOf(item: InboxItem): string {
  return item.type === 'approval'
    ? `${item.approval.title.text} ${item.approval.title.object}`.trim()
    : item.question.text;
}

function glyphOf(item: InboxItem) {
  if (item.type === 'question') return meaning.question;
  return item.approval.purpose === 'reconcile' ? meaning.unknown : meaning.ask;
}

/** What waits, one stop for the keyboard: arrows or J and K move, Enter goes on to the open item. */
export function InboxList({
  items,
  selected,
  now,
  onSelect,
  onEnter,
}: {
  items: readonly InboxItem[];
  selected: string | undefined;
  now: number;
  onSelect: (id: string) => void;
  onEnter: () => void;
}): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = items.findIndex((item) => itemId(item) === selected);
    const steps: ReadonlyMap<string, number> = new Map([
      ['j', place + 1],
      ['ArrowDown', place + 1],
      ['k', place - 1],
      ['ArrowUp', place - 1],
      ['Home', 0],
      ['End', items.length - 1],
    ]);
    const step = steps.get(event.key);
    if (event.key === 'Enter') {
      event.preventDefault();
      onEnter();
    } else if (step !== undefined) {
      event.preventDefault();
      const next = items[Math.max(0, Math.min(items.length - 1, step))];
      if (next) onSelect(itemId(next));
    }
  };
  return (
    <div className="min-h-0 overflow-auto">
      <div
        ref={list}
        role="listbox"
        aria-label={t('inbox.list')}
        aria-activedescendant={selected === undefined ? undefined : `item-${selected}`}
        tabIndex={0}
        data-region-focus
        onKeyDown={onKeyDown}
        className="-outline-offset-2"
      >
        {items.map((item) => {
          const id = itemId(item);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys for all its options
            <div
              key={id}
              id={`item-${id}`}
              role="option"
              tabIndex={-1}
              aria-selected={id === selected}
              onClick={() => onSelect(id)}
              className={classNames(
                'grid grid-cols-[1rem_minmax(0,1fr)_auto] gap-x-2.5 border-line border-b px-4 py-2.25',
                id === selected ? 'select-edge' : 'hover:bg-hover',
              )}
            >
              <Icon of={glyphOf(item)} className="mt-0.5 text-seal-ink" />
              <h3
                className="leading-[1.125rem] font-medium text-pretty [overflow-wrap:anywhere] line-clamp-3"
                dir="auto"
              >
                {titleOf(item)}
              </h3>
              <time className="text-small/5 text-ink-3">{formatRelative(item.at, now)}</time>
              <p className="cut col-start-2 -col-end-1 mt-0.5 text-small text-ink-3">
                <bdi>{t('inbox.place', { run: item.runTitle || t('runs.untitled'), agent: item.agent })}</bdi>
              </p>
            </div>
          );
        })}
      </div>
      <p className="flex items-center gap-2 p-4 text-small text-ink-3">
        {t('inbox.move')}
        <Kbd keys="J" />
        <Kbd keys="K" />
        {t('inbox.openKey')}
        <Kbd keys="Enter" />
      </p>
    </div>
  );
}
