import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ToolCallId } from '#contract/ids';
import type { Mark } from '#contract/mark';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { MarginEntry } from '../../components/margin-entry.tsx';
import { formatEntry } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import type { MarkGround } from '../facts/mark-words.ts';
import { AnswerRow, HeldRow, StreamingRow } from './answer-row.tsx';
import { CallRow } from './call-row.tsx';
import { EventRow, type RowActs } from './event-row.tsx';
import type { Row } from './transcript-rows.ts';
import { UserText } from './user-text.tsx';

/** Where the reader is sent: a row, and a number that changes with each wish. */
export interface Jump {
  row: number;
  wish: number;
}

interface OpenCards {
  isOpen: (key: string, fallback: boolean) => boolean;
  onToggle: (key: string, open: boolean) => void;
}

function useOpenCards(): OpenCards {
  const [cards, setCards] = useState<ReadonlyMap<string, boolean>>(new Map());
  return {
    isOpen: (key, fallback) => cards.get(key) ?? fallback,
    onToggle: (key, open) => setCards((old) => new Map(old).set(key, open)),
  };
}

/** What answers are drawn with, and where their marks and the facts of an entry lead. */
export interface AnswerParts {
  ground: MarkGround;
  onMark: (mark: Mark) => void;
  onFacts: (row: Row) => void;
}

function RowView({
  row,
  last,
  output,
  cards,
  acts,
  answers,
}: {
  row: Row;
  last: boolean;
  output: ReadonlyMap<ToolCallId, string>;
  cards: OpenCards;
  acts: RowActs;
  answers: AnswerParts;
}): ReactNode {
  switch (row.type) {
    case 'user':
      return (
        <MarginEntry number={formatEntry(row.seq)}>
          <UserText of={row.text} />
          {row.early && <p className="pt-1 text-small text-ink-3">{t('run.readAfter')}</p>}
        </MarginEntry>
      );
    case 'answer':
      return <AnswerRow row={row} ground={answers.ground} onMark={answers.onMark} />;
    case 'held':
      return <HeldRow row={row} />;
    case 'calls':
      return <CallRow calls={row.calls} numbered={row.numbered} output={output} {...cards} />;
    case 'streaming':
      return <StreamingRow text={row.text} />;
    case 'working':
      return <StreamingRow text="" />;
    default:
      return <EventRow row={row} open={last} acts={acts} />;
  }
}

const AT_END_PX = 48;

/** The last whole sentence of what the agent said last, for readers of the live region. */
function lastWords(rows: readonly Row[]): string {
  const row = rows.findLast((one) => one.type === 'answer');
  return row?.type === 'answer' ? t('answer.said', { text: row.text }) : '';
}

/**
 * The transcript as a ledger: a virtual list that keeps what is around the view in the page. It follows the end while
 * the reader is at the end; otherwise a chip counts what came. One tab stop; arrows go entry by entry, Enter expands, F
 * shows the facts of an entry.
 */
export function Transcript({
  rows,
  output,
  acts,
  answers,
  jump,
}: {
  rows: readonly Row[];
  output: ReadonlyMap<ToolCallId, string>;
  acts: RowActs;
  answers: AnswerParts;
  jump: Jump | undefined;
}): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const cards = useOpenCards();
  const [atEnd, setAtEnd] = useState(true);
  const [seen, setSeen] = useState(rows.length);
  const [active, setActive] = useState(-1);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 44,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 20,
    paddingStart: 12,
    paddingEnd: 16,
  });
  const total = virtual.getTotalSize();
  const follow = useRef(true);
  const lastBox = useRef({ height: 0, room: 0 });
  const toEnd = useCallback(() => {
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of height moves the end
  useLayoutEffect(() => {
    if (follow.current) toEnd();
  }, [total, rows.length, toEnd]);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    // The card that docks takes room from the transcript: the asking call stays in view above it.
    const observer = new ResizeObserver(() => follow.current && toEnd());
    observer.observe(box);
    return () => observer.disconnect();
  }, [toEnd]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one jump for each wish
  useEffect(() => {
    if (!jump || jump.row < 0) return;
    follow.current = false;
    virtual.scrollToIndex(jump.row, { align: 'center' });
    setActive(jump.row);
  }, [jump?.wish]);
  const onScroll = () => {
    const box = scroller.current;
    if (!box) return;
    const end = box.scrollHeight - box.scrollTop - box.clientHeight < AT_END_PX;
    // Rows that are measured and a card that docks also move the box: only a reader's own scrolling lets go of the end.
    const byReader = box.scrollHeight === lastBox.current.height && box.clientHeight === lastBox.current.room;
    lastBox.current = { height: box.scrollHeight, room: box.clientHeight };
    if (!end && !byReader && follow.current) {
      toEnd();
      return;
    }
    follow.current = end;
    setAtEnd(end);
    if (end) setSeen(rows.length);
  };
  const fresh = atEnd ? 0 : Math.max(0, rows.length - seen);
  const toggle = (row: Row | undefined) => {
    if (row?.type !== 'calls') return;
    const key = row.calls.length > 1 ? `group:${row.calls[0].call.id}` : row.calls[0].call.id;
    cards.onToggle(key, !cards.isOpen(key, false));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
    const go = (index: number) => {
      const next = Math.max(0, Math.min(rows.length - 1, index));
      setActive(next);
      virtual.scrollToIndex(next);
      follow.current = next === rows.length - 1;
    };
    const decision = (from: number, step: 1 | -1) => {
      for (let index = from + step; index >= 0 && index < rows.length; index += step) {
        if (rows[index]?.type === 'calls') return index;
      }
      return from;
    };
    const present = active < 0 ? rows.length : active;
    const moves: ReadonlyMap<string, () => void> = new Map([
      ['ArrowUp', () => go(event.altKey ? decision(present, -1) : present - 1)],
      ['ArrowDown', () => go(event.altKey ? decision(present, 1) : present + 1)],
      ['Home', () => go(0)],
      ['End', () => go(rows.length - 1)],
      ['Enter', () => toggle(rows[active])],
      ['c', () => copyRow(rows[active])],
      ['f', () => rows[active] && answers.onFacts(rows[active])],
    ]);
    const move = moves.get(event.key);
    if (!move) return;
    event.preventDefault();
    move();
  };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {/* biome-ignore lint/a11y/useSemanticElements: a list drawn in part, its rows placed by the virtual list */}
      <div
        ref={scroller}
        role="list"
        aria-label={t('run.transcript')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: one stop; arrows move inside
        tabIndex={0}
        data-region-focus
        onScroll={onScroll}
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-1 flex-col overflow-auto -outline-offset-2 [overflow-anchor:none]"
      >
        <div
          className="ledger mt-auto shrink-0"
          data-long={(rows.length > 0 && maxSeq(rows) >= 10_000) || undefined}
          style={{ blockSize: total }}
        >
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            return (
              row && (
                // biome-ignore lint/a11y/useSemanticElements: an item of the list above
                <div
                  key={item.key}
                  ref={virtual.measureElement}
                  role="listitem"
                  data-index={item.index}
                  aria-posinset={item.index + 1}
                  aria-setsize={rows.length}
                  className={classNames('absolute inset-x-0 top-0', item.index === active && 'bg-select')}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  <RowView
                    row={row}
                    last={item.index === rows.length - 1}
                    output={output}
                    cards={cards}
                    acts={acts}
                    answers={answers}
                  />
                </div>
              )
            );
          })}
        </div>
      </div>
      {!atEnd && (
        <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <Button
            size="s"
            icon={ArrowDown}
            className="menu-edge! pointer-events-auto"
            onClick={() => {
              follow.current = true;
              toEnd();
            }}
          >
            {fresh > 0 ? t('run.newEntries', { count: fresh }) : t('run.toEnd')}
          </Button>
        </div>
      )}
      <p aria-live="polite" className="sr-only">
        {lastWords(rows)}
      </p>
    </div>
  );
}

function maxSeq(rows: readonly Row[]): number {
  const row = rows.findLast((one) => 'seq' in one);
  return row && 'seq' in row ? row.seq : 0;
}

function copyRow(row: Row | undefined): void {
  if (!row) return;
  const text =
    row.type === 'answer' || row.type === 'streaming'
      ? row.text
      : row.type === 'user'
        ? 'text' in row.text
          ? row.text.text
          : row.text.head
        : row.type === 'calls'
          ? JSON.stringify(row.calls.map((call) => call.call))
          : '';
  void navigator.clipboard?.writeText(text);
}
