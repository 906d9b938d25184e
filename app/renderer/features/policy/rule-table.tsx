import { ArrowRight, ChevronRight, Ellipsis, Lock } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { PolicyRow } from '#contract/views';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Menu } from '../../components/menu.tsx';
import { formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { DecisionMark } from './decision-mark.tsx';
import { FilterHead } from './filter-head.tsx';
import { plainSentence, RecordText } from './record-text.tsx';
import { type RuleActs, ruleMenu } from './rule-menu.tsx';
import { fromWords, keyOf, type Origin, originOf, type RuleFilter, type Word } from './rule-words.ts';

const cell = 'border-line border-b px-2 py-1 align-middle first:ps-4 last:pe-3';
const head = 'sticky top-0 z-1 h-7 border-line-2 border-b bg-paper px-2 text-start text-cap font-medium text-ink-3';

function Row({
  row,
  ofEvery,
  next,
  selected,
  focusable,
  onSelect,
  acts,
}: {
  row: PolicyRow;
  ofEvery: boolean;
  /** What it would be if the change that is being made were applied. */
  next: Word | undefined;
  selected: boolean;
  focusable: boolean;
  onSelect: () => void;
  acts: RuleActs;
}): ReactNode {
  const forRun = row.revocable && row.run !== undefined;
  const menu = forRun ? [] : ruleMenu(row, acts);
  return (
    <tr
      data-rule={keyOf(row)}
      aria-selected={selected}
      tabIndex={focusable ? 0 : -1}
      data-region-focus={focusable || undefined}
      onClick={onSelect}
      className={classNames(
        'scroll-mt-7 -outline-offset-2',
        selected
          ? 'bg-select [&>td:first-child]:shadow-[inset_2px_0_0_var(--ink)] rtl:[&>td:first-child]:shadow-[inset_-2px_0_0_var(--ink)]'
          : 'hover:bg-hover',
      )}
    >
      <td className={classNames(cell, 'font-record text-read/5 text-pretty [overflow-wrap:anywhere]')}>
        <RecordText of={row.sentence} />
      </td>
      <td className={cell}>
        <span className="inline-flex items-center gap-1">
          <DecisionMark of={row.decision} byYou={originOf(row) === 'you'} />
          {next && (
            <>
              <Icon of={ArrowRight} size="xs" forward />
              <DecisionMark of={next} />
            </>
          )}
        </span>
      </td>
      <td className={classNames(cell, 'text-ink-2 narrow:hidden compact:table-cell')} title={row.source}>
        {originOf(row) === 'default' && !row.revocable && (
          <Icon of={Lock} size="xs" className="me-1 inline align-[-2px]" />
        )}
        {fromWords(row, ofEvery)}
      </td>
      <td className={classNames(cell, 'text-end')}>{formatNumber(row.hits)}</td>
      <td className={classNames(cell, 'text-end whitespace-nowrap')}>
        {forRun ? (
          <Button
            size="s"
            look="quiet"
            aria-label={t('policy.revokeRule', { rule: plainSentence(row.sentence) })}
            onClick={acts.revoke}
          >
            {t('policy.revoke')}
          </Button>
        ) : (
          menu.length > 0 && (
            <Menu
              trigger={
                <IconButton
                  icon={Ellipsis}
                  size="s"
                  tooltip={false}
                  tabIndex={focusable ? 0 : -1}
                  label={t('policy.menu', { rule: plainSentence(row.sentence) })}
                />
              }
              groups={menu}
            />
          )
        )}
      </td>
    </tr>
  );
}

const decisions = ['allow', 'ask', 'deny'] as const;

/** The rules as sentences. One stop for the keyboard: arrows or J and K move, Enter opens the rule beside the table. */
export function RuleTable({
  rows: all,
  folded,
  onUnfold,
  origins,
  filter,
  onFilter,
  ofEvery,
  selected,
  changing,
  onSelect,
  onOpen,
  actsOf,
}: {
  rows: readonly PolicyRow[];
  /** Those of them that stand behind a fold. */
  folded: readonly PolicyRow[];
  onUnfold: () => void;
  /** Who stands behind the rules that are there, filtered out or not. */
  origins: readonly Origin[];
  filter: RuleFilter;
  onFilter: (part: Partial<RuleFilter>) => void;
  ofEvery: boolean;
  selected: string | undefined;
  changing: { key: string; next: Word } | undefined;
  onSelect: (key: string) => void;
  onOpen: (key: string) => void;
  actsOf: (row: PolicyRow) => RuleActs;
}): ReactNode {
  const table = useRef<HTMLTableElement>(null);
  const rows = all.filter((row) => !folded.includes(row));
  const rowOf = (key: string) => table.current?.querySelector<HTMLElement>(`[data-rule="${CSS.escape(key)}"]`);
  const shown = rows.some((row) => keyOf(row) === selected);
  // biome-ignore lint/correctness/useExhaustiveDependencies: brought into sight when it is chosen or comes
  useEffect(() => {
    if (selected !== undefined) rowOf(selected)?.scrollIntoView({ block: 'nearest' });
  }, [selected, shown]);
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLTableRowElement)) return;
    const id = event.target.dataset.rule;
    const place = rows.findIndex((row) => keyOf(row) === id);
    const steps: ReadonlyMap<string, number> = new Map([
      ['j', place + 1],
      ['ArrowDown', place + 1],
      ['k', place - 1],
      ['ArrowUp', place - 1],
      ['Home', 0],
      ['End', rows.length - 1],
    ]);
    const step = steps.get(event.key);
    if (event.key === 'Enter' && id !== undefined) {
      event.preventDefault();
      onOpen(id);
    } else if (step !== undefined) {
      event.preventDefault();
      const next = rows[Math.max(0, Math.min(rows.length - 1, step))];
      if (!next) return;
      onSelect(keyOf(next));
      rowOf(keyOf(next))?.focus();
    }
  };
  const stop = rows.find((row) => keyOf(row) === selected) ?? rows[0];
  return (
    <table
      ref={table}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are chosen, so it is a grid
      role="grid"
      aria-label={t('policy.rules')}
      className="w-full table-fixed border-collapse"
      onKeyDown={onKeyDown}
    >
      <thead>
        <tr>
          <th scope="col" className={classNames(head, 'ps-4')}>
            {t('policy.rule')}
          </th>
          <th scope="col" className={classNames(head, 'w-38 narrow:w-36')}>
            <FilterHead
              name={t('policy.decision')}
              label={t('policy.filterDecision', {
                shown: filter.decision === undefined ? t('policy.all') : t(`decision.${filter.decision}`),
              })}
              shown={filter.decision}
              options={decisions.map((one) => [one, t(`decision.${one}`)] as const)}
              onChoose={(decision) => onFilter({ decision })}
            />
          </th>
          <th scope="col" className={classNames(head, 'w-28 narrow:hidden compact:table-cell')}>
            <FilterHead
              name={t('policy.from')}
              label={t('policy.filterFrom', {
                shown: filter.origin === undefined ? t('policy.all') : t(`policy.from.${filter.origin}`),
              })}
              shown={filter.origin}
              options={origins.map((one) => [one, t(`policy.from.${one}`)] as const)}
              onChoose={(origin) => onFilter({ origin })}
            />
          </th>
          <th scope="col" className={classNames(head, 'w-12 text-end!')}>
            {t('policy.hits')}
          </th>
          <th scope="col" className={classNames(head, 'w-16 pe-3')}>
            <span className="sr-only">{t('policy.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={keyOf(row)}
            row={row}
            ofEvery={ofEvery}
            next={changing?.key === keyOf(row) ? changing.next : undefined}
            selected={keyOf(row) === selected}
            focusable={row === stop}
            onSelect={() => onSelect(keyOf(row))}
            acts={actsOf(row)}
          />
        ))}
        {folded.length > 0 && (
          <tr>
            <td colSpan={5} className="border-line border-b px-2 py-1">
              <Button size="s" look="quiet" icon={ChevronRight} onClick={onUnfold}>
                {t('policy.idleDefaults', { count: folded.length })}
              </Button>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
