import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Fact } from '#contract/fact';
import type { RunState } from '#contract/projections/run-state';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FactChip } from '../../components/fact-chip.tsx';
import { Icon } from '../../components/icon.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { RailSection } from '../run/rail-section.tsx';
import { hrefOf } from '../shell/place.ts';
import { answerOf } from './answer-of.ts';
import { type ByteFault, type MarkGround, whyUnsourced } from './mark-words.ts';

/** The facts of one entry, as a person asked for them. */
export interface FactsOf {
  seq: number;
  ids: readonly string[];
}

function FactLine({ run, fact, fault }: { run: string; fact: Fact; fault: ByteFault | undefined }): ReactNode {
  return (
    <a
      href={hrefOf({ screen: 'facts', run, fact: fact.id })}
      className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2 rounded-2 px-4 py-1 text-note text-ink no-underline -outline-offset-2 hover:bg-hover"
    >
      <span className="leading-[1.125rem]">
        <FactChip id={fact.id} altered={fault !== undefined} />
      </span>
      <span className="line-clamp-2 [overflow-wrap:anywhere]">
        <bdi>{fact.claim}</bdi>
      </span>
      <span className="cut col-start-2 text-small text-ink-3">
        <bdi>{fact.sources[0]?.organization}</bdi>
        {fault && <span className="text-void-ink">, {t(`facts.bytes.${fault}`)}</span>}
      </span>
    </a>
  );
}

const LINE = 42;
const VIRTUAL_ABOVE = 200;

function FactLines({
  run,
  facts,
  altered,
}: {
  run: string;
  facts: readonly Fact[];
  altered: ReadonlyMap<string, ByteFault>;
}): ReactNode {
  const list = useRef<HTMLUListElement>(null);
  const many = facts.length > VIRTUAL_ABOVE;
  const virtual = useVirtualizer({
    count: many ? facts.length : 0,
    getScrollElement: () => list.current?.closest<HTMLElement>('[role=tabpanel]') ?? null,
    estimateSize: () => LINE,
    overscan: 10,
  });
  if (!many)
    return (
      <ul ref={list} className="-mx-4">
        {facts.map((fact) => (
          <li key={fact.id}>
            <FactLine run={run} fact={fact} fault={altered.get(fact.id)} />
          </li>
        ))}
      </ul>
    );
  return (
    <ul ref={list} className="relative -mx-4" style={{ blockSize: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((item) => {
        const fact = facts[item.index];
        return (
          fact && (
            <li
              key={fact.id}
              ref={virtual.measureElement}
              data-index={item.index}
              aria-posinset={item.index + 1}
              aria-setsize={facts.length}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <FactLine run={run} fact={fact} fault={altered.get(fact.id)} />
            </li>
          )
        );
      })}
    </ul>
  );
}

/** The rail's Facts: chips with claims, then the figures of the last answer that nothing stands behind. */
export function FactsPane({
  state,
  ground,
  of,
  onAll,
  onEntry,
}: {
  state: RunState;
  ground: MarkGround;
  of: FactsOf | undefined;
  onAll: () => void;
  onEntry: (seq: number) => void;
}): ReactNode {
  const pane = useRef<HTMLDivElement>(null);
  const run = state.run.id;
  const all = [...state.facts.values()];
  const facts = of ? all.filter((fact) => of.ids.includes(fact.id)) : all;
  const answer = answerOf(state);
  const unsourced = answer?.marks.filter((mark) => mark.kind === 'unsourced') ?? [];
  const asked = of?.seq;
  useEffect(() => {
    if (asked !== undefined) pane.current?.closest('[role=tabpanel]')?.scrollTo(0, 0);
  }, [asked]);
  if (all.length === 0 && unsourced.length === 0)
    return (
      <div ref={pane} data-facts-pane tabIndex={-1}>
        <EmptyState icon={meaning.fact} title={t('facts.none')}>
          {t('facts.noneWhy')}
        </EmptyState>
      </div>
    );
  const { altered } = ground;
  return (
    <div ref={pane} data-facts-pane tabIndex={-1} className="-outline-offset-2">
      <RailSection
        title={of ? t('facts.ofEntry', { seq: of.seq }) : t('facts.collected')}
        end={
          of ? (
            <Button size="s" look="quiet" onClick={onAll}>
              {t('facts.showAll')}
            </Button>
          ) : (
            formatNumber(all.length)
          )
        }
      >
        {facts.length > 0 ? (
          <FactLines run={run} facts={facts} altered={altered} />
        ) : (
          <p className="text-small text-ink-3">{t(of ? 'facts.entryHasNone' : 'facts.none')}</p>
        )}
      </RailSection>
      {unsourced.length > 0 && answer && (
        <RailSection title={t('facts.unsourced')} end={formatNumber(unsourced.length)}>
          <ul className="grid gap-1.5">
            {unsourced.map((mark) => (
              <li key={mark.start} className="grid grid-cols-[0.75rem_minmax(0,1fr)] gap-x-2 text-note">
                <Icon of={meaning.unsourced} size="xs" className="mt-0.75 text-void-ink" />
                <span className="[overflow-wrap:anywhere]">
                  <button
                    type="button"
                    dir="auto"
                    className="mark-line text-start hover:bg-hover"
                    data-kind="unsourced"
                    onClick={() => onEntry(answer.seq)}
                  >
                    {mark.text}
                  </button>
                  <span className="block text-small text-ink-3">{whyUnsourced(mark, ground)}</span>
                </span>
              </li>
            ))}
          </ul>
        </RailSection>
      )}
      <p className="px-4 py-3 text-small">
        <a href={hrefOf({ screen: 'facts', run, fact: undefined })}>{t('facts.openPage')}</a>
      </p>
    </div>
  );
}
