import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useMemo, useState } from 'react';
import { FilterChip } from '../../components/filter-chip.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';
import { callLook } from './call-look.ts';
import { type Row, searchText } from './transcript-rows.ts';

type Filter = 'decisions' | 'failed' | 'mine';

/** Whether a row is one that a filter means. */
export function matchesFilter(row: Row, filter: Filter): boolean {
  switch (filter) {
    case 'mine':
      return row.type === 'user';
    case 'failed':
      return (
        row.type === 'model-failed' ||
        (row.type === 'calls' && row.calls.some((call) => callLook(call).state === 'failed'))
      );
    case 'decisions':
      return (
        row.type === 'calls' &&
        row.calls.some((call) => ['waiting', 'asking', 'denied', 'allowed', 'unknown'].includes(callLook(call).state))
      );
  }
}

/** The row that holds an entry: the last one that starts at or before it. */
export function rowOfEntry(rows: readonly Row[], seq: number): number {
  return rows.findLastIndex((row) => 'seq' in row && row.seq <= seq);
}

/** Find in a run: by words, by kind, or by number. It searches the whole run, not what is drawn. */
export function FindBar({
  rows,
  inputRef,
  onGo,
  onClose,
}: {
  rows: readonly Row[];
  inputRef: RefObject<HTMLInputElement | null>;
  onGo: (row: number) => void;
  onClose: () => void;
}): ReactNode {
  const [words, setWords] = useState('');
  const [filter, setFilter] = useState<Filter>();
  const [place, setPlace] = useState(0);
  const found = useMemo(() => {
    const wanted = words.trim().toLowerCase();
    if (wanted === '' && filter === undefined) return [];
    return rows.flatMap((row, index) =>
      (filter === undefined || matchesFilter(row, filter)) && (wanted === '' || searchText(row).includes(wanted))
        ? [index]
        : [],
    );
  }, [rows, words, filter]);
  const counts = useMemo(
    () => ({
      decisions: rows.filter((row) => matchesFilter(row, 'decisions')).length,
      failed: rows.filter((row) => matchesFilter(row, 'failed')).length,
      mine: rows.filter((row) => matchesFilter(row, 'mine')).length,
    }),
    [rows],
  );
  const go = (to: number) => {
    if (found.length === 0) return;
    const next = (to + found.length) % found.length;
    setPlace(next);
    onGo(found[next] ?? 0);
  };
  useEffect(() => {
    inputRef.current?.focus();
    inputRef.current?.select();
  }, [inputRef]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'F3') return;
      event.preventDefault();
      go(place + (event.shiftKey ? -1 : 1));
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
  const choose = (next: Filter) => {
    setFilter(filter === next ? undefined : next);
    setPlace(0);
  };
  return (
    <search className="flex shrink-0 items-center gap-2 border-line border-b bg-paper py-1.5 ps-4 pe-3 text-small">
      <TextInput
        ref={inputRef}
        icon={Search}
        className="w-56"
        aria-label={t('run.find')}
        placeholder={t('run.findPlace')}
        value={words}
        onChange={(event) => {
          setWords(event.target.value);
          setPlace(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey ? place - 1 : place + (place === 0 && found.length > 0 ? 0 : 1));
          if (event.key === 'Escape') {
            event.preventDefault();
            event.stopPropagation();
            onClose();
          }
        }}
      />
      <span className="whitespace-nowrap text-ink-3" role="status">
        {found.length > 0
          ? t('run.findCount', { value: place + 1, count: found.length })
          : words.trim() !== '' || filter
            ? t('run.findNone')
            : ''}
      </span>
      <IconButton
        icon={ChevronUp}
        size="s"
        label={t('run.findPrevious')}
        keys="Shift+F3"
        onClick={() => go(place - 1)}
      />
      <IconButton icon={ChevronDown} size="s" label={t('run.findNext')} keys="F3" onClick={() => go(place + 1)} />
      <span className="flex gap-1 compact:hidden">
        <FilterChip pressed={filter === 'decisions'} count={counts.decisions} onPress={() => choose('decisions')}>
          {t('run.filterDecisions')}
        </FilterChip>
        <FilterChip pressed={filter === 'failed'} count={counts.failed} onPress={() => choose('failed')}>
          {t('run.filterFailed')}
        </FilterChip>
        <FilterChip pressed={filter === 'mine'} count={counts.mine} onPress={() => choose('mine')}>
          {t('run.filterMine')}
        </FilterChip>
      </span>
      <span className="flex-1" />
      <TextInput
        before={t('run.goTo')}
        bytes
        inputMode="numeric"
        className="w-28"
        aria-label={t('run.goToLabel')}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          const seq = Number(event.currentTarget.value.replace(/\D/g, ''));
          if (seq > 0) onGo(rowOfEntry(rows, seq));
        }}
      />
      <IconButton icon={X} size="s" label={t('run.closeFind')} keys="Esc" onClick={onClose} />
    </search>
  );
}
