import { Coins, Cpu, Folder, Link2, Link2Off } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatModelRef } from '#contract/model';
import type { RunState } from '#contract/projections/run-state';
import { meaning } from '../../components/meaning-icons.ts';
import { Progress } from '../../components/progress.tsx';
import { formatAmount, formatEntry, formatMoney } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { StatusItem } from '../shell/status-bar.tsx';
import { useChain } from './use-chain.ts';

function ContextItem({ state }: { state: RunState }): ReactNode {
  const last = state.turns.findLast((turn) => turn.type === 'assistant');
  const tokens = last?.type === 'assistant' ? last.reply.usage.inputTokens : 0;
  if (tokens === 0) return null;
  const percent = Math.min(100, Math.round((tokens / state.run.contextTokens) * 100));
  return (
    <span className="inline-flex h-6 items-center gap-1.5 px-1.5 text-small text-ink-2">
      {t('status.context')}
      <Progress value={percent} most={100} label={t('status.contextFull', { percent })} className="w-12" />
      <span aria-hidden>{percent}%</span>
    </span>
  );
}

/** What the run has cost, of what it may; a price that is not known is said, and a sum is then not. */
function CostItem({ state: { cost, spent, extended, steps, run } }: { state: RunState }): ReactNode {
  if (steps === 0) return null;
  const most = formatMoney(run.agent.limits.usd + (extended.usd ?? 0));
  const free = cost.unknown === 0 && cost.usd === 0;
  return (
    <StatusItem icon={Coins} wide quiet={free ? t('cost.local') : undefined}>
      {cost.unknown > 0
        ? t('cost.unknown')
        : free
          ? formatMoney(0)
          : t('cost.of', { value: formatAmount(spent.usd), most })}
    </StatusItem>
  );
}

/** Folder, mode, model, log and context: always in sight while a run is on screen. */
export function RunStatusItems({ state }: { state: RunState }): ReactNode {
  const { agent } = state.run;
  const chain = useChain(state.run.id, state.end !== undefined || state.open.length === 0);
  const [first, ...others] = agent.folders;
  const writes = agent.folders.some((folder) => folder.access === 'write');
  const demo = agent.model.provider === 'demo';
  return (
    <>
      <StatusItem icon={Folder} quiet={first && t(writes ? 'status.writesAsk' : 'status.readOnly')}>
        <bdi>
          {first
            ? others.length > 0
              ? t('status.moreFolders', { first: first.name, count: others.length })
              : first.name
            : t('status.noFolder')}
        </bdi>
      </StatusItem>
      <StatusItem icon={meaning.ask}>{t(state.run.approve === 'all' ? 'mode.all' : 'mode.ask')}</StatusItem>
      <StatusItem icon={Cpu} wide quiet={demo ? t('status.demoModel') : undefined}>
        <bdi>{formatModelRef(agent.model)}</bdi>
      </StatusItem>
      <span className="flex-1" />
      <StatusItem
        wide
        icon={chain.state === 'broken' ? Link2Off : Link2}
        quiet={
          chain.state === 'broken'
            ? t('status.chainBroken', { seq: formatEntry(chain.seq) })
            : t(chain.state === 'intact' ? 'status.chainIntact' : 'status.chainUnchecked')
        }
      >
        {t('status.entries', { count: state.seq })}
      </StatusItem>
      <CostItem state={state} />
      <ContextItem state={state} />
    </>
  );
}
