import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { FactRow } from '#contract/views';
import { classNames } from '../../components/class-names.ts';
import { FactChip } from '../../components/fact-chip.tsx';
import { factKey, useFactChecks } from '../../stores/fact-checks-store.ts';
import { formatTimeExact, formatWhen } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { ByteState } from './byte-state.tsx';

const cell = 'h-8 border-line border-b px-2 align-middle first:ps-4 last:pe-4';
const head = 'sticky top-0 z-1 h-7 border-line-2 border-b bg-paper px-2 text-start text-cap font-medium text-ink-3';
/** Cut at the end of its own direction, and still aligned as the column is. */
const cutText = 'cut block [text-align:match-parent]';
const ROW = 32;
const HEAD = 28;
const VIRTUAL_ABOVE = 200;

function Row({
  row,
  index,
  selected,
  stop,
  ofEvery,
  onSelect,
}: {
  row: FactRow;
  index: number;
  selected: boolean;
  stop: boolean;
  ofEvery: boolean;
  onSelect: () => void;
}): ReactNode {
  const { fact } = row;
  const key = factKey(row.run, fact.id);
  const check = useFactChecks((store) => store.checks.get(key));
  const altered = check !== undefined && check !== 'hashing' && check.state !== 'same';
  const [source, ...others] = fact.sources;
  return (
    <tr
      data-fact={key}
      aria-rowindex={index + 2}
      aria-selected={selected}
      tabIndex={stop ? 0 : -1}
      data-region-focus={stop || undefined}
      onClick={onSelect}
      className={classNames(
        'scroll-mt-7 -outline-offset-2',
        selected
          ? 'bg-select [&>td:first-child]:shadow-[inset_2px_0_0_var(--ink)] rtl:[&>td:first-child]:shadow-[inset_-2px_0_0_var(--ink)]'
          : 'hover:bg-hover',
      )}
    >
      <td className={cell}>
        <FactChip id={fact.id} altered={altered} />
      </td>
      <td className={classNames(cell, selected && 'font-medium')}>
        <span className={cutText} dir="auto" title={fact.claim}>
          {fact.claim}
        </span>
      </td>
      <td className={classNames(cell, 'text-ink-2 compact:hidden')}>
        <span className="cut block" title={source?.organization}>
          <bdi>{source?.organization}</bdi>
          {others.length > 0 && <span className="text-ink-3">{t('facts.moreSources', { count: others.length })}</span>}
        </span>
      </td>
      {ofEvery ? (
        <td className={classNames(cell, 'text-ink-3 narrow:hidden')}>
          <span className={cutText} dir="auto" title={row.runTitle}>
            {row.runTitle || t('runs.untitled')}
          </span>
        </td>
      ) : (
        <td className={classNames(cell, 'text-ink-3 whitespace-nowrap narrow:hidden')}>
          <time title={source && formatWhen(source.collectedAt, Date.now())}>
            <bdi>{source && formatTimeExact(source.collectedAt)}</bdi>
          </time>
        </td>
      )}
      <td className={classNames(cell, 'whitespace-nowrap')}>
        <ByteState check={check} />
      </td>
    </tr>
  );
}

/** Facts as a table. One stop for the keyboard: arrows or J and K move. Above 200 only the rows in sight are drawn. */
export function FactTable({
  rows,
  selected,
  ofEvery,
  onSelect,
}: {
  rows: readonly FactRow[];
  selected: string | undefined;
  /** Whether facts of every run are shown: which run then takes the place of when. */
  ofEvery: boolean;
  onSelect: (row: FactRow) => void;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const many = rows.length > VIRTUAL_ABOVE;
  const at = rows.findIndex((row) => factKey(row.run, row.fact.id) === selected);
  const virtual = useVirtualizer({
    count: many ? rows.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => ROW,
    overscan: 12,
    // The head stands over the rows and stays.
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
  });
  const items = virtual.getVirtualItems();
  const drawn = many ? items.map((item) => item.index) : rows.map((_, index) => index);
  const before = many ? (items[0]?.start ?? HEAD) - HEAD : 0;
  const after = many ? virtual.getTotalSize() - (items.at(-1)?.end ?? HEAD) + HEAD : 0;
  const rowOf = (key: string) => box.current?.querySelector<HTMLElement>(`[data-fact="${CSS.escape(key)}"]`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: brought into sight when it is chosen or comes
  useEffect(() => {
    if (at < 0) return;
    if (many) virtual.scrollToIndex(at);
    else if (selected !== undefined) rowOf(selected)?.scrollIntoView({ block: 'nearest' });
  }, [selected, at < 0, many]);
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLTableRowElement)) return;
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? 0) / ROW) - 2);
    const steps: ReadonlyMap<string, number> = new Map([
      ['j', at + 1],
      ['ArrowDown', at + 1],
      ['k', at - 1],
      ['ArrowUp', at - 1],
      ['PageDown', at + page],
      ['PageUp', at - page],
      ['Home', 0],
      ['End', rows.length - 1],
    ]);
    const step = steps.get(event.key);
    if (step === undefined) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(rows.length - 1, step));
    const next = rows[index];
    if (!next) return;
    onSelect(next);
    if (many) virtual.scrollToIndex(index);
    // In a list that is drawn in part it is drawn only now.
    requestAnimationFrame(() => rowOf(factKey(next.run, next.fact.id))?.focus());
  };
  const stop = Math.max(0, at);
  return (
    <div ref={box} className="min-h-0 flex-1 overflow-auto">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are chosen, so it is a grid
        role="grid"
        aria-label={t('nav.facts')}
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-separate border-spacing-0"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={classNames(head, 'w-20 ps-4 compact:w-18')}>
              {t('facts.fact')}
            </th>
            <th scope="col" className={head}>
              {t('facts.claim')}
            </th>
            <th scope="col" className={classNames(head, 'w-[24%] compact:hidden')}>
              {t('facts.source')}
            </th>
            <th scope="col" className={classNames(head, ofEvery ? 'w-[18%]' : 'w-22', 'narrow:hidden')}>
              {t(ofEvery ? 'facts.run' : 'facts.collectedAt')}
            </th>
            <th scope="col" className={classNames(head, 'w-26 pe-4')}>
              {t('facts.bytes')}
            </th>
          </tr>
        </thead>
        <tbody>
          {before > 0 && (
            <tr aria-hidden>
              <td colSpan={5} style={{ blockSize: before }} />
            </tr>
          )}
          {drawn.map((index) => {
            const row = rows[index];
            return (
              row && (
                <Row
                  key={factKey(row.run, row.fact.id)}
                  row={row}
                  index={index}
                  selected={index === at}
                  stop={index === stop}
                  ofEvery={ofEvery}
                  onSelect={() => onSelect(row)}
                />
              )
            );
          })}
          {after > 0 && (
            <tr aria-hidden>
              <td colSpan={5} style={{ blockSize: after }} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
