import { Play, Plus, ScrollText, UserRoundCog } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AgentSummary, RunSummary } from '#contract/views';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useOverview } from '../../stores/overview-store.ts';
import { formatMoment } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { openAt } from '../agents/builder-store.ts';
import { chooseForRun } from '../agents/run-choice.ts';
import { startRun } from '../agents/start-run.ts';
import { useModels } from '../models/use-models.ts';
import { statusLook } from '../run/run-status.ts';
import { Page } from '../shell/page.tsx';
import { goTo, hrefOf } from '../shell/place.ts';
import { useNow } from '../shell/use-now.ts';
import { ModelsPanel } from './models-panel.tsx';
import { NeedsPanel } from './needs-panel.tsx';
import { Panel, PanelRow } from './panel.tsx';
import { SampleCards } from './sample-cards.tsx';
import { samplePrompt, samplesFirst } from './sample-prompt.ts';
import { StartField } from './start-field.tsx';

const SHOWN = 5;

function newAgent(): void {
  openAt('new', 'purpose');
  goTo({ screen: 'agents', agent: 'new' });
}

function RecentRuns({ runs, sample }: { runs: readonly RunSummary[]; sample: AgentSummary | undefined }): ReactNode {
  const now = useNow(30_000);
  const text = sample && samplePrompt(sample.name);
  return (
    <Panel title={t('home.recent')}>
      {runs.length === 0 && (
        <EmptyState
          icon={ScrollText}
          title={t('home.noRuns')}
          action={
            sample &&
            text !== undefined && (
              <Button
                size="s"
                icon={Play}
                onClick={() =>
                  // A run that does not start is tried again from the field, which says why.
                  void startRun({ agent: sample.name, text }).catch(() => chooseForRun(sample.name))
                }
              >
                {t('home.runName', { name: sample.name })}
              </Button>
            )
          }
        >
          {t('home.noRunsWhy')}
        </EmptyState>
      )}
      {runs.slice(0, SHOWN).map((run) => {
        const look = statusLook(run.status);
        return (
          <a
            key={run.id}
            href={hrefOf({ screen: 'run', run: run.id })}
            className="flex min-h-11 items-center gap-2.5 border-line border-b px-3.5 py-1.5 text-ink no-underline last:border-0 hover:bg-hover"
          >
            <span className="min-w-0 flex-1">
              <span className="cut block" dir="auto">
                {run.title || t('runs.untitled')}
              </span>
              <span className="cut block text-small text-ink-3">
                {run.agent}, <bdi>{formatMoment(run.at, now)}</bdi>
              </span>
            </span>
            <Badge icon={look.icon} running={!look.icon} tone={look.tone === 'ink' ? 'plain' : look.tone}>
              {t(look.word)}
            </Badge>
          </a>
        );
      })}
    </Panel>
  );
}

function OwnAgents({ agents }: { agents: readonly AgentSummary[] }): ReactNode {
  const own = agents.filter((agent) => !agent.sample);
  return (
    <Panel title={t('home.yourAgents')}>
      {own.length === 0 && (
        <EmptyState
          icon={UserRoundCog}
          title={t('home.noOwn')}
          action={
            <span className="flex gap-2">
              <Button size="s" icon={Plus} onClick={newAgent}>
                {t('builder.new')}
              </Button>
              <Button size="s" look="quiet" onClick={() => goTo({ screen: 'agents', agent: undefined })}>
                {t('home.allAgents')}
              </Button>
            </span>
          }
        >
          {t('home.noOwnWhy')}
        </EmptyState>
      )}
      {own.slice(0, SHOWN).map((agent) => (
        <PanelRow
          key={agent.id}
          glyph={<Icon of={UserRoundCog} className="text-ink-2" />}
          title={
            <a href={hrefOf({ screen: 'agents', agent: agent.name })} className="font-medium text-ink">
              {agent.name}
            </a>
          }
          detail={agent.fault ?? agent.summary}
          action={
            <Button
              size="s"
              icon={Play}
              disabled={agent.fault !== undefined}
              aria-label={t('home.runName', { name: agent.name })}
              onClick={() => chooseForRun(agent.name)}
            >
              {t('home.run')}
            </Button>
          }
        />
      ))}
      {own.length > 0 && (
        <PanelRow
          quiet
          glyph={<Icon of={Plus} />}
          title={
            <button type="button" className="text-link underline underline-offset-3" onClick={newAgent}>
              {t('builder.new')}
            </button>
          }
          action={<a href={hrefOf({ screen: 'agents', agent: undefined })}>{t('home.allAgents')}</a>}
        />
      )}
    </Panel>
  );
}

/**
 * The screen Home. At first the samples, then, once there are runs, what needs the person and what ran last; the samples
 * stay one press away. Looking for models never holds it up.
 */
export function HomePage(): ReactNode {
  const runs = useOverview((state) => state.runs);
  const agents = useOverview((state) => state.agents);
  const { models, looking } = useModels();
  const [samplesOpen, openSamples] = useState(false);
  const samples = samplesFirst(agents ?? []).filter((agent) => agent.sample);
  const first = runs?.length === 0 && samples.length > 0;
  const noModel = models !== undefined && !looking && models.every((model) => model.rules);
  return (
    <Page label={t('nav.home')}>
      <div
        className="min-h-0 flex-1 overflow-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <div className="mx-auto grid max-w-220 gap-7 px-8 pt-10 pb-8 compact:gap-5 compact:p-6">
          <header>
            <h1 className="mb-2 font-record text-display font-medium tracking-[-0.014em] text-balance compact:text-[1.5rem]/7.5">
              {t('home.first')}
              <br />
              {t('home.second')}
            </h1>
            <p className="text-ink-2">{t(noModel ? 'home.noModel' : 'home.offline')}</p>
          </header>
          <StartField agents={agents} />
          {runs === undefined || agents === undefined ? (
            <Skeleton lines={[30, 100, 100, 60]} />
          ) : first ? (
            <>
              <SampleCards samples={samples} />
              <div className="grid grid-cols-2 gap-x-5 gap-y-6">
                <ModelsPanel />
                <NeedsPanel />
              </div>
            </>
          ) : (
            <>
              {samplesOpen && samples.length > 0 && (
                <SampleCards
                  samples={samples}
                  beside={
                    <Button size="s" look="quiet" className="ms-auto" onClick={() => openSamples(false)}>
                      {t('home.hideSamples')}
                    </Button>
                  }
                />
              )}
              <div className="grid grid-cols-2 gap-x-5 gap-y-6">
                <RecentRuns runs={runs} sample={samples[0]} />
                <NeedsPanel />
                <ModelsPanel />
                <OwnAgents agents={agents} />
              </div>
              {!samplesOpen && samples.length > 0 && (
                <Button look="quiet" size="s" className="justify-self-start" onClick={() => openSamples(true)}>
                  {t('home.showSamples')}
                </Button>
              )}
            </>
          )}
        </div>
      </div>
    </Page>
  );
}
