import { useVirtualizer } from '@tanstack/react-virtual';
import { Coins } from 'lucide-react';
import { type ReactNode, useMemo, useRef } from 'react';
import type { Entry, RunEvent } from '#contract/event';
import { formatModelRef, type Price } from '#contract/model';
import type { RunState } from '#contract/projections/run-state';
import { EmptyState } from '../../components/empty-state.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { formatAmount, formatDate, formatEntry, formatMoney, formatNumber, formatPrice } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { SourceName } from '../models/source-name.tsx';
import { hrefOf } from '../shell/place.ts';
import { Figures, RailSection } from './rail-section.tsx';

type Called = Extract<RunEvent, { type: 'model-called' }>;
interface ModelCall {
  seq: number;
  event: Called;
}

/** Below this a sum is said to be under it: more places would claim to be exact. */
const LEAST = 0.0001;

function money(usd: number): string {
  return usd > 0 && usd < LEAST ? t('cost.under', { money: formatMoney(LEAST) }) : formatMoney(usd);
}

function modelCalls(entries: readonly Entry<RunEvent>[]): ModelCall[] {
  return entries.flatMap(({ seq, event }) => (event.type === 'model-called' ? [{ seq, event }] : []));
}

/** Whether a call should have a price and has none; one that failed before it was counted costs nothing that is known. */
function unpriced({ event }: ModelCall): boolean {
  return event.usd === undefined && event.reply.error === undefined;
}

function costSentence(state: RunState, count: number, price: Price | undefined): string {
  const { cost, usage } = state;
  const tokens = usage.inputTokens + usage.outputTokens;
  const words = {
    calls: t('cost.calls', { count }),
    tokens: tokens === 0 ? t('cost.noneCounted') : t('more.tokens', { count: tokens }),
    money: money(cost.usd),
  };
  if (cost.unknown > 0) return t(cost.usd > 0 ? 'cost.sentence.partly' : 'cost.sentence.unknown', words);
  const free = price && price.input === 0 && price.output === 0 && cost.usd === 0;
  return free
    ? t('cost.sentence.free', { ...words, source: price.own ? t('cost.ownFree') : price.source })
    : t('cost.sentence.known', words);
}

function UsedSection({ state }: { state: RunState }): ReactNode {
  const { cost, usage, spent, extended } = state;
  const most = formatMoney(state.run.agent.limits.usd + (extended.usd ?? 0));
  // Whoever answered has read and written something: nothing counted means that nobody counts.
  const counted = usage.inputTokens + usage.outputTokens > 0;
  const sum =
    cost.unknown === 0
      ? money(cost.usd)
      : cost.usd > 0
        ? t('cost.partlyUnknown', { money: money(cost.usd), count: cost.unknown })
        : t('cost.unknown');
  return (
    <RailSection title={t('cost.used')}>
      <Figures
        rows={[
          [t('cost.read'), counted ? formatNumber(usage.inputTokens) : t('cost.unknown')],
          [t('cost.written'), counted ? formatNumber(usage.outputTokens) : t('cost.unknown')],
          [t('cost.money'), sum],
          ...(cost.unknown === 0
            ? [[t('cost.sinceMessage'), t('cost.of', { value: formatAmount(spent.usd), most })] as const]
            : []),
        ]}
      />
    </RailSection>
  );
}

function PriceSection({ state, price }: { state: RunState; price: Price | undefined }): ReactNode {
  const settings = hrefOf({ screen: 'settings', section: 'prices' });
  const model = formatModelRef(state.run.agent.model);
  if (!price)
    return (
      <RailSection title={t('cost.price')}>
        <Note icon={meaning.unknown}>
          {t('cost.noPrice', { model, most: formatMoney(state.run.agent.limits.usd) })}{' '}
          <a href={settings}>{t('cost.setPrice')}</a>
        </Note>
      </RailSection>
    );
  const usd = (amount: number): string => `${formatPrice(amount)} USD`;
  const { long } = price;
  const free = price.input + price.output === 0;
  const above = long ? formatNumber(long.above) : '';
  return (
    <RailSection
      title={t('cost.price')}
      end={
        <bdi dir="ltr" className="[overflow-wrap:anywhere]">
          {model}
        </bdi>
      }
    >
      <Figures
        rows={[
          ...(free
            ? []
            : ([
                [t('cost.perMillionRead'), usd(price.input)],
                [t('cost.perMillionWritten'), usd(price.output)],
              ] as const)),
          ...(long
            ? ([
                [t('cost.longRead', { above }), usd(long.input)],
                [t('cost.longWritten', { above }), usd(long.output)],
              ] as const)
            : []),
          [t('cost.source'), <SourceName key="source" source={price.source} />],
          ...(free && !price.own ? [] : [[t('cost.date'), formatDate(price.date)] as const]),
        ]}
      />
      {!free && (
        <p className="mt-1.5 text-small text-ink-3">
          {t('cost.list')} <a href={settings}>{t('cost.setPrice')}</a>
        </p>
      )}
    </RailSection>
  );
}

function CallLine({ call }: { call: ModelCall }): ReactNode {
  const { inputTokens, outputTokens } = call.event.reply.usage;
  const { usd } = call.event;
  const counted = inputTokens + outputTokens > 0;
  return (
    <div className="grid min-h-7 grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-2 pe-4 text-small">
      <span className="text-end font-mono text-cap text-ink-3">{formatEntry(call.seq)}</span>
      <span className="cut text-ink-2">
        {call.event.reply.error && !counted
          ? t('entry.modelFailed')
          : counted
            ? t('cost.callTokens', { read: formatNumber(inputTokens), written: formatNumber(outputTokens) })
            : t('cost.noTokens')}
      </span>
      <span className={usd === undefined ? 'text-ink-3' : ''}>
        {usd !== undefined ? money(usd) : unpriced(call) ? t('cost.unknown') : ''}
      </span>
    </div>
  );
}

/** The Cost tab: tokens, money with the source of the price, and what each call of the model came to. */
export function CostPane({ state, entries }: { state: RunState; entries: readonly Entry<RunEvent>[] }): ReactNode {
  const calls = useMemo(() => modelCalls(entries), [entries]);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const virtual = useVirtualizer({
    count: calls.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 28,
    getItemKey: (index) => calls[index]?.seq ?? index,
    scrollMargin: list.current?.offsetTop ?? 0,
    overscan: 12,
  });
  if (calls.length === 0)
    return (
      <EmptyState icon={Coins} title={t('cost.none')}>
        {t('cost.noneDetail')}
      </EmptyState>
    );
  const newest = calls.findLast((call) => call.event.reply.error === undefined);
  const price = newest?.event.price;
  return (
    <div ref={scroller} className="relative h-full overflow-auto">
      <RailSection>
        <p className="font-record text-sentence text-pretty">{costSentence(state, calls.length, price)}</p>
      </RailSection>
      <UsedSection state={state} />
      <PriceSection state={state} price={price} />
      <section className="py-3">
        <h3 className="mb-1 flex items-center px-4 text-small font-semibold">
          {t('cost.callsTitle')}
          <span className="ms-auto font-normal text-ink-3">{formatNumber(calls.length)}</span>
        </h3>
        <ol ref={list} className="relative" style={{ blockSize: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const call = calls[item.index];
            return (
              call && (
                <li
                  key={item.key}
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
                >
                  <CallLine call={call} />
                </li>
              )
            );
          })}
        </ol>
      </section>
    </div>
  );
}
