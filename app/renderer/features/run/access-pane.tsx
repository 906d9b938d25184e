import { type ReactNode, useMemo } from 'react';
import type { RunState } from '#contract/projections/run-state';
import type { PolicyRow } from '#contract/views';
import { formatAmount, formatMoney, formatNumber, formatStopwatch } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { useRules } from '../policy/use-rules.ts';
import { AccessFolders, AccessHosts, AccessTools } from './access-sections.tsx';
import { accessSentence } from './access-sentence.ts';
import { accessSummary } from './access-summary.ts';
import { Figures, RailSection } from './rail-section.tsx';

function Limits({ state }: { state: RunState }): ReactNode {
  const { limits } = state.run.agent;
  const { spent, extended } = state;
  const of = (value: string, most: string) => t('access.of', { value, most });
  return (
    <RailSection title={t('access.limits')}>
      <Figures
        rows={[
          [t('access.steps'), of(formatNumber(spent.steps), formatNumber(limits.steps + (extended.steps ?? 0)))],
          [
            t('access.time'),
            of(formatStopwatch(spent.ms), formatStopwatch((limits.seconds + (extended.seconds ?? 0)) * 1000)),
          ],
          [t('access.tokens'), of(formatNumber(spent.tokens), formatNumber(limits.tokens + (extended.tokens ?? 0)))],
          [
            t('access.money'),
            state.cost.unknown > 0
              ? t('access.unknownPrice')
              : of(formatAmount(spent.usd), formatMoney(limits.usd + (extended.usd ?? 0))),
          ],
          ...Object.entries(limits.calls ?? {}).map(
            ([tool, most]) =>
              [
                t('access.callsOf', { tool }),
                of(formatNumber(state.callsOf.get(tool) ?? 0), formatNumber(most + (state.moreCalls.get(tool) ?? 0))),
              ] as const,
          ),
        ]}
      />
    </RailSection>
  );
}

const NOBODY: readonly PolicyRow[] = [];

/** The Access tab: one sentence, then folders, hosts, tools, secrets, decisions so far, limits; each with its source. */
export function AccessPane({ state }: { state: RunState }): ReactNode {
  const { rows = NOBODY } = useRules(state.run.agent.name, state.run.agent.revision > 0);
  const access = useMemo(
    () =>
      accessSummary(
        state,
        rows.flatMap(({ grant }) => (grant && grant.layer !== 'run' ? [grant] : [])),
      ),
    [state, rows],
  );
  const { decisions } = access;
  return (
    <>
      <RailSection>
        <p className="font-record text-sentence text-pretty">{accessSentence(state, access)}</p>
      </RailSection>
      <AccessFolders access={access} asks={state.run.approve !== 'all'} />
      <AccessHosts access={access} />
      <AccessTools access={access} count={state.run.tools.length} />
      <RailSection title={t('access.decisions')} end={t('access.calls', { count: decisions.calls })}>
        <Figures
          rows={[
            [t('access.byRule'), formatNumber(decisions.byRule)],
            [t('access.byYou'), formatNumber(decisions.byPerson)],
            ...(decisions.byGrant > 0 ? [[t('access.byGrant'), formatNumber(decisions.byGrant)] as const] : []),
            [t('access.denied'), formatNumber(decisions.denied)],
            [t('access.waiting'), formatNumber(decisions.waiting), decisions.waiting > 0],
          ]}
        />
      </RailSection>
      <Limits state={state} />
    </>
  );
}
