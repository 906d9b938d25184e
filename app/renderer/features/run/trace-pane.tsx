import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Entry, RunEvent } from '#contract/event';
import { classNames } from '../../components/class-names.ts';
import { CodeBlock } from '../../components/code-block.tsx';
import { Hash } from '../../components/hash.tsx';
import { Icon } from '../../components/icon.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { formatEntry, formatTimeExact } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { traceLine } from './trace-words.ts';

const tones = { ink: 'text-ink-2', seal: 'text-seal-ink', sealed: 'text-seal', void: 'text-void-ink' } as const;

function Line({
  entry,
  entries,
  open,
  onToggle,
}: {
  entry: Entry<RunEvent>;
  entries: readonly Entry<RunEvent>[];
  open: boolean;
  onToggle: () => void;
}): ReactNode {
  const line = traceLine(entry, entries);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={onToggle}
        className={classNames(
          'grid w-full grid-cols-[2.5rem_1.25rem_minmax(0,1fr)_auto] items-center gap-x-1 py-1 pe-3 text-start hover:bg-hover focus-visible:-outline-offset-2',
          open && 'select-edge',
        )}
      >
        <span className="pe-1 text-end font-mono text-cap text-ink-3">{formatEntry(entry.seq)}</span>
        <span className={classNames('grid place-items-center', tones[line.tone])}>
          {line.icon ? <Icon of={line.icon} size="s" /> : <i className="size-1.25 rounded-full bg-edge" />}
        </span>
        <span className="min-w-0">
          <span className="cut block font-mono text-bytes">{entry.event.type}</span>
          {line.about !== '' && <span className="cut block text-small text-ink-2">{line.about}</span>}
        </span>
        <span className="text-cap text-ink-3">{formatTimeExact(entry.at)}</span>
      </button>
      {open && (
        <div className="border-line border-y bg-sunk">
          <p className="px-3 pt-2 text-small text-ink-3">
            {t('trace.entry', { seq: entry.seq })}, <Hash value={entry.hash} />
          </p>
          <CodeBlock
            text={JSON.stringify(entry.event, null, 2)}
            label={t('trace.entry', { seq: entry.seq })}
            wrap
            bare
            padding={false}
            className="max-h-96"
          />
        </div>
      )}
    </>
  );
}

/** The Trace tab: the log of this run, entry by entry; decisions alone if wished. */
export function TracePane({ entries }: { entries: readonly Entry<RunEvent>[] }): ReactNode {
  const [filter, setFilter] = useState<'all' | 'decisions'>('all');
  const [open, setOpen] = useState<number>();
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useMemo(
    () => (filter === 'all' ? entries : entries.filter((entry) => traceLine(entry).decision)),
    [entries, filter],
  );
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 42,
    getItemKey: (index) => shown[index]?.seq ?? index,
    overscan: 12,
  });
  return (
    <div className="flex h-full flex-col">
      <div className="shrink-0 border-line border-b px-4 py-2">
        <Segmented
          label={t('trace.filter')}
          value={filter}
          onChange={setFilter}
          segments={[
            { value: 'all', label: t('trace.all'), count: entries.length },
            { value: 'decisions', label: t('trace.decisions') },
          ]}
        />
      </div>
      <div ref={scroller} className="min-h-0 flex-1 overflow-auto">
        <ol className="relative" style={{ blockSize: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const entry = shown[item.index];
            return (
              entry && (
                <li
                  key={item.key}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <Line
                    entry={entry}
                    entries={entries}
                    open={open === entry.seq}
                    onToggle={() => setOpen(open === entry.seq ? undefined : entry.seq)}
                  />
                </li>
              )
            );
          })}
        </ol>
      </div>
    </div>
  );
}
