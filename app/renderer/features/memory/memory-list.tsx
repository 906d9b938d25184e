import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { MemoryRow } from '#contract/views';
import { Badge } from '../../components/badge.tsx';
import { classNames } from '../../components/class-names.ts';
import { ExactText } from '../../components/exact-text.tsx';
import { formatMoment } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { hitsIn, originIcon, sourceWords, useWords } from './memory-words.ts';

/** A text with the words that were looked for on a ground of their own, and odd characters spelled out (row H3). */
export function HitText({ text, query }: { text: string; query: string }): ReactNode {
  return hitsIn(text, query).map((part, at) =>
    part.hit ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
      <mark key={at} className="rounded-1 bg-select px-0.5 font-semibold text-ink">
        <ExactText text={part.text} padding={false} />
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
      <ExactText key={at} text={part.text} padding={false} />
    ),
  );
}

function Row({
  row,
  query,
  now,
  on,
  onSelect,
}: {
  row: MemoryRow;
  query: string;
  now: number;
  on: boolean;
  onSelect: () => void;
}): ReactNode {
  const source = sourceWords(row);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys for all its options
    <div
      id={`memory-${row.id}`}
      role="option"
      tabIndex={-1}
      aria-selected={on}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onSelect}
      className={classNames(
        'grid grid-cols-[2.5rem_minmax(0,1fr)_auto] gap-x-2.5 border-line border-b px-4 py-2.25',
        on ? 'select-edge' : 'hover:bg-hover',
      )}
    >
      <span className="text-end font-mono text-[0.6875rem]/5 text-ink-3">{row.id}</span>
      <p dir="auto" className="line-clamp-3 font-record text-[0.875rem]/5 text-pretty [overflow-wrap:anywhere]">
        <HitText text={row.text} query={query} />
      </p>
      <span className="text-small/5 text-ink-3">{formatMoment(row.rememberedAt, now)}</span>
      <div className="col-start-2 -col-end-1 mt-0.75 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-small/4 text-ink-3">
        <Badge icon={originIcon[row.origin]}>{t(`memory.from.${row.origin}`)}</Badge>
        {source !== '' && (
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <ExactText text={source} padding={false} />
          </span>
        )}
        <span>{useWords(row)}</span>
      </div>
    </div>
  );
}

function Fold({ note }: { note: string }): ReactNode {
  return (
    <div className="flex items-center gap-2 border-line border-b px-4 py-2.5 text-small text-ink-3" role="presentation">
      <span className="h-px flex-1 bg-line" />
      <b className="font-medium text-ink">{t('memory.near')}</b> {note}
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}

type Line = { type: 'row'; row: MemoryRow } | { type: 'fold' };

/** Memories, those with the words first, then, after a fold, those near in meaning. One stop for the keyboard. */
export function MemoryTable({
  rows,
  query,
  note,
  now,
  selected,
  onSelect,
  onEdit,
  onRemove,
}: {
  rows: readonly MemoryRow[];
  query: string;
  /** How the near ones were found. */
  note: string;
  now: number;
  selected: string | undefined;
  onSelect: (id: string) => void;
  onEdit: () => void;
  onRemove: () => void;
}): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const firstNear = rows.findIndex((row) => row.match === 'meaning');
  const lines: Line[] = rows.map((row) => ({ type: 'row', row }));
  if (firstNear >= 0) lines.splice(firstNear, 0, { type: 'fold' });
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 62,
    getItemKey: (index) => {
      const line = lines[index];
      return line?.type === 'row' ? line.row.id : 'fold';
    },
    overscan: 12,
  });
  const at = lines.findIndex((line) => line.type === 'row' && line.row.id === selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new choice scrolls
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [selected]);
  const before = useRef(query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another search goes back to the top
  useEffect(() => {
    if (before.current === query) return;
    before.current = query;
    virtual.scrollToOffset(0);
  }, [query]);
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
    if (step !== undefined) {
      event.preventDefault();
      const next = rows[Math.max(0, Math.min(rows.length - 1, step))];
      if (next) onSelect(next.id);
    } else if (selected !== undefined && (event.key === 'e' || event.key === 'Enter')) {
      event.preventDefault();
      onEdit();
    } else if (selected !== undefined && event.key === 'Delete') {
      event.preventDefault();
      if (!event.repeat) onRemove();
    }
  };
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label={t('memory.list')}
      aria-activedescendant={at >= 0 ? `memory-${selected}` : undefined}
      tabIndex={0}
      data-region-focus
      onKeyDown={onKeyDown}
      className="min-h-0 flex-1 overflow-auto -outline-offset-2"
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const line = lines[item.index];
          if (!line) return null;
          return (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              role="presentation"
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              {line.type === 'fold' ? (
                <Fold note={note} />
              ) : (
                <Row
                  row={line.row}
                  query={query}
                  now={now}
                  on={line.row.id === selected}
                  onSelect={() => {
                    // The list has the keys, so it keeps the focus.
                    scroller.current?.focus({ preventScroll: true });
                    onSelect(line.row.id);
                  }}
                />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
