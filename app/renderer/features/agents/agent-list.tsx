import {
  Brain,
  Ellipsis,
  FolderCog,
  PenLine,
  Play,
  Plus,
  Search,
  ShieldCheck,
  Trash2,
  UserRoundCog,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { AgentSummary, RunSummary } from '#contract/views';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Menu } from '../../components/menu.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { useOverview } from '../../stores/overview-store.ts';
import { formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { BundleSection } from '../bundle/bundle-section.tsx';
import { Page } from '../shell/page.tsx';
import { goTo, hrefOf } from '../shell/place.ts';
import { StatusItem } from '../shell/status-bar.tsx';
import { useNow } from '../shell/use-now.ts';
import { agentState } from './agent-state.ts';
import type { Step } from './builder-steps.ts';
import { openAt } from './builder-store.ts';
import { RemoveAgent } from './remove-agent.tsx';
import { chooseForRun } from './run-choice.ts';
import { StateBadge } from './state-badge.tsx';
import { WhatItMay } from './what-it-may.tsx';

function edit(name: string, step?: Step): void {
  openAt(name, step);
  goTo({ screen: 'agents', agent: name });
}

function Row({
  agent,
  runs,
  now,
  onSheet,
  onRemove,
}: {
  agent: AgentSummary;
  runs: readonly RunSummary[];
  now: number;
  onSheet: () => void;
  onRemove: () => void;
}): ReactNode {
  const state = agentState(agent, runs);
  const cell = 'border-line border-b px-2 py-2 align-middle first:ps-4 last:pe-4';
  return (
    <tr className="hover:bg-hover">
      <td className={cell}>
        <a
          href={hrefOf({ screen: 'agents', agent: agent.name })}
          className="font-medium text-ink decoration-line-2"
          onClick={() => openAt(agent.name)}
        >
          {agent.name}
        </a>{' '}
        <span className="text-small text-ink-3">{t('builder.sheetRevision', { revision: agent.revision })}</span>{' '}
        {agent.sample && <Badge>{t('agents.sample')}</Badge>}
        <p className="text-small text-ink-2">
          {state.type === 'cannot-run' ? (
            <>
              {state.fault}{' '}
              <button type="button" className="text-link underline underline-offset-3" onClick={() => edit(agent.name)}>
                {t('agents.mend')}
              </button>
            </>
          ) : state.type === 'not-accepted' ? (
            <>
              {t('agents.notAcceptedWhy')}{' '}
              <button type="button" className="text-link underline underline-offset-3" onClick={onSheet}>
                {t('agents.review')}
              </button>
            </>
          ) : state.type === 'ended' && state.status === 'blocked' ? (
            <>
              {t('agents.blockedWhy')}{' '}
              <a
                className="text-link underline underline-offset-3"
                href={hrefOf({ screen: 'run', run: state.run })}
                aria-label={t('agents.openRunOf', { name: agent.name })}
              >
                {t('agents.openRun')}
              </a>
            </>
          ) : (
            agent.summary || agent.description
          )}
        </p>
      </td>
      <td className={`${cell} whitespace-nowrap`}>
        <StateBadge state={state} now={now} />
      </td>
      <td className={`${cell} text-end compact:hidden`}>
        {formatNumber(runs.filter((run) => run.agent === agent.name).length)}
      </td>
      <td className={`${cell} text-end whitespace-nowrap`}>
        <Button
          size="s"
          icon={Play}
          className="align-middle"
          disabled={state.type === 'cannot-run'}
          aria-label={t('agents.runName', { name: agent.name })}
          onClick={() => chooseForRun(agent.name)}
        >
          {t('agents.run')}
        </Button>{' '}
        <Menu
          trigger={
            <IconButton
              icon={Ellipsis}
              size="s"
              tooltip={false}
              label={t('agents.menu', { name: agent.name })}
              className="align-middle"
            />
          }
          groups={[
            [
              { id: 'edit', label: t('action.edit'), icon: PenLine, onSelect: () => edit(agent.name) },
              {
                id: 'folders',
                label: t('builder.folders'),
                icon: FolderCog,
                onSelect: () => edit(agent.name, 'folders'),
              },
              { id: 'sheet', label: t('agents.whatItMay'), icon: ShieldCheck, onSelect: onSheet },
              {
                id: 'memory',
                label: t('memory.open'),
                icon: Brain,
                onSelect: () => goTo({ screen: 'memory', agent: agent.name, memory: undefined }),
              },
              { id: 'test', label: t('builder.testRun'), icon: Play, onSelect: () => edit(agent.name, 'test') },
            ],
            [{ id: 'remove', label: t('agents.remove'), icon: Trash2, danger: true, onSelect: onRemove }],
          ]}
        />
      </td>
    </tr>
  );
}

/** The agents of this computer: what each may do in a line, its one state, and the ways to go on. */
export function AgentList(): ReactNode {
  const agents = useOverview((state) => state.agents);
  const runs = useOverview((state) => state.runs) ?? [];
  const now = useNow(30_000);
  const [query, setQuery] = useState('');
  const [sheet, setSheet] = useState<string>();
  const [removing, setRemoving] = useState<string>();
  const words = query.trim().toLowerCase();
  const found = (agents ?? []).filter(({ name, description, summary }) =>
    `${name} ${description} ${summary}`.toLowerCase().includes(words),
  );
  const unable = (agents ?? []).filter((agent) => agent.fault !== undefined).length;
  const create = () => {
    openAt('new', 'purpose');
    goTo({ screen: 'agents', agent: 'new' });
  };
  const head = 'h-7 border-line-2 border-b px-2 text-start text-cap font-medium text-ink-3 first:ps-4 last:pe-4';
  return (
    <Page
      label={t('nav.agents')}
      title={t('nav.agents')}
      actions={
        <>
          <TextInput
            icon={Search}
            type="search"
            value={query}
            aria-label={t('agents.find')}
            placeholder={t('agents.findExample')}
            onChange={(event) => setQuery(event.target.value)}
            className="w-44 compact:w-40"
          />
          <Button look="ink" size="m" icon={Plus} onClick={create}>
            {t('builder.new')}
          </Button>
        </>
      }
      status={
        <StatusItem icon={UserRoundCog} quiet={unable > 0 && t('agents.unable', { count: unable })}>
          {t('agents.count', { count: agents?.length ?? 0 })}
        </StatusItem>
      }
    >
      <section
        className="min-h-0 flex-1 overflow-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('nav.agents')}
      >
        {agents === undefined && (
          <div className="p-4">
            <Skeleton lines={[40, 70, 40, 70, 40, 70]} />
          </div>
        )}
        {agents?.length === 0 && (
          <EmptyState
            icon={UserRoundCog}
            title={t('agents.none')}
            action={
              <Button size="s" icon={Plus} onClick={create}>
                {t('builder.new')}
              </Button>
            }
          >
            {t('agents.noneWhy')}
          </EmptyState>
        )}
        {agents && agents.length > 0 && (
          <table aria-label={t('nav.agents')} className="w-full border-collapse">
            <thead>
              <tr>
                <th scope="col" className={head}>
                  {t('agents.agent')}
                </th>
                <th scope="col" className={`${head} w-50 compact:w-40`}>
                  {t('agents.state')}
                </th>
                <th scope="col" className={`${head} w-16 text-end! compact:hidden`}>
                  {t('agents.runs')}
                </th>
                <th scope="col" className={`${head} w-34`}>
                  <span className="sr-only">{t('agents.actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {found.map((agent) => (
                <Row
                  key={agent.id}
                  agent={agent}
                  runs={runs}
                  now={now}
                  onSheet={() => setSheet(agent.name)}
                  onRemove={() => setRemoving(agent.name)}
                />
              ))}
            </tbody>
          </table>
        )}
        {agents && agents.length > 0 && found.length === 0 && (
          <p className="p-4 text-ink-3">{t('agents.noMatch', { query })}</p>
        )}
      </section>
      <BundleSection />
      <WhatItMay name={sheet} onClose={() => setSheet(undefined)} />
      <RemoveAgent name={removing} onClose={() => setRemoving(undefined)} />
    </Page>
  );
}
