import { Coins, Folder, KeyRound, ListTree, ScrollText, Square } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Mark } from '#contract/mark';
import type { RunState } from '#contract/projections/run-state';
import type { RunStatus } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useOverview } from '../../stores/overview-store.ts';
import { followRun, type RunView, useRuns } from '../../stores/run-store.ts';
import { showToast } from '../../stores/toast-store.ts';
import { setView } from '../../stores/view-store.ts';
import { formatNumber, formatStopwatch } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { ApprovalDock } from '../approvals/approval-dock.tsx';
import { factsOfRow } from '../facts/facts-of-row.ts';
import { type FactsOf, FactsPane } from '../facts/facts-pane.tsx';
import { useMarkGround } from '../facts/use-mark-ground.ts';
import { Page } from '../shell/page.tsx';
import { goTo } from '../shell/place.ts';
import { Rail } from '../shell/rail.tsx';
import { useNow } from '../shell/use-now.ts';
import { AccessPane } from './access-pane.tsx';
import { RunEntries } from './call-records.ts';
import { Composer } from './composer.tsx';
import { CostPane } from './cost-pane.tsx';
import { deriveStatus, waitingCalls } from './derive-status.ts';
import type { RowActs } from './event-row.tsx';
import { FilesPane } from './files-pane.tsx';
import { FindBar, rowOfEntry } from './find-bar.tsx';
import { RunMenu } from './run-menu.tsx';
import { statusLook } from './run-status.ts';
import { RunStatusItems } from './run-status-items.tsx';
import { TracePane } from './trace-pane.tsx';
import { type Jump, Transcript } from './transcript.tsx';
import { callNumber, type Row, transcriptRows } from './transcript-rows.ts';

function StateBadge({ state, status }: { state: RunState; status: RunStatus }): ReactNode {
  const look = statusLook(status);
  const waiting = waitingCalls(state).length;
  return (
    <Badge icon={look.icon} tone={look.tone} running={look.icon === undefined} role="status">
      {status === 'waiting' && waiting > 1
        ? t('run.waitFor', { count: waiting })
        : status === 'running' && state.cancelledBy
          ? t('run.stopping')
          : t(look.word)}
    </Badge>
  );
}

function Elapsed({ state, status }: { state: RunState; status: RunStatus }): ReactNode {
  const running = status === 'running';
  const now = useNow(running ? 1000 : 0);
  return (
    <span className="figures shrink-0 text-small text-ink-3 compact:hidden">
      {formatStopwatch((running ? now : state.at) - state.startedAt)}
    </span>
  );
}

function useActs({ id, agent }: RunState['run'], toComposer: () => void): RowActs & { stop: () => void } {
  const [busy, setBusy] = useState(false);
  const tell = (error: unknown) =>
    showToast({ icon: meaning.failed, tone: 'void', title: t('run.failedAct'), detail: failureWords(error) });
  const resume = (more?: number) => {
    setBusy(true);
    client.run
      .resume({ run: id, ...(more === undefined ? {} : { more }) })
      .catch(tell)
      .finally(() => setBusy(false));
  };
  const stop = () => void client.run.cancel({ run: id }).catch(tell);
  return {
    busy,
    limits: agent.limits,
    stop,
    onStop: stop,
    onContinue: resume,
    onTryAgain: () => resume(),
    onChangeInstruction: toComposer,
  };
}

function Loading(): ReactNode {
  return (
    <Page label={t('run.page')} title={<span className="sr-only">{t('run.loading')}</span>}>
      <div className="mx-auto grid w-full max-w-215 gap-8 p-8 ps-20">
        <Skeleton lines={[46]} />
        <Skeleton lines={[90, 100, 62]} />
        <Skeleton lines={[74]} />
      </div>
    </Page>
  );
}

function Missing({ reason }: { reason: string }): ReactNode {
  return (
    <Page label={t('run.page')} title={t('run.missing')}>
      <div className="grid flex-1 content-center">
        <EmptyState icon={ScrollText} title={t('run.missing')}>
          {reason}
        </EmptyState>
      </div>
    </Page>
  );
}

function useRunKeys(active: boolean, stop: () => void, openFind: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') {
        event.preventDefault();
        openFind();
      } else if (event.key === 'Escape') {
        const card = document.activeElement?.closest<HTMLElement>('[data-approval]');
        if (card) document.querySelector<HTMLElement>('[role=list][data-region-focus]')?.focus();
        else if (active && !document.querySelector('[role=dialog], [role=menu], [role=listbox]')) stop();
      }
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
}

function OpenRun({ view, state, entry }: { view: RunView; state: RunState; entry: number | undefined }): ReactNode {
  const rows = useMemo(() => transcriptRows(state, view.streaming), [state, view.streaming]);
  const composer = useRef<HTMLTextAreaElement>(null);
  const findInput = useRef<HTMLInputElement>(null);
  const [finding, setFinding] = useState(false);
  const [jump, setJump] = useState<Jump>();
  const [factsOf, setFactsOf] = useState<FactsOf>();
  const ground = useMarkGround(state);
  const goToEntry = (seq: number) => setJump((old) => ({ row: rowOfEntry(rows, seq), wish: (old?.wish ?? 0) + 1 }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each entry that the address names
  useEffect(() => {
    if (entry !== undefined) goToEntry(entry);
  }, [entry]);
  const onMark = (mark: Mark) => {
    const call = mark.kind === 'computed' && mark.call !== undefined ? state.calls.get(mark.call) : undefined;
    if (call) goToEntry(callNumber(call));
    else if (mark.kind === 'fact') goTo({ screen: 'facts', run: state.run.id, fact: mark.fact });
  };
  const onFacts = (row: Row) => {
    if (!('seq' in row)) return;
    setFactsOf({ seq: row.seq, ids: factsOfRow(row) });
    setView({ railTab: 'facts', railOpen: true, railOver: true });
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-facts-pane]')?.focus());
  };
  const acts = useActs(state.run, () => composer.current?.focus());
  const interrupted = useOverview(
    (overview) => overview.runs?.find((run) => run.id === state.run.id)?.status === 'interrupted',
  );
  const derived = deriveStatus(state);
  const status = interrupted && derived === 'running' ? 'interrupted' : derived;
  const active = !state.end && status !== 'interrupted';
  const openFind = useCallback(() => {
    setFinding(true);
    findInput.current?.focus();
  }, []);
  useRunKeys(active, acts.stop, openFind);
  const entries = useRef(view.entries);
  entries.current = view.entries;
  const getEntries = useCallback(() => entries.current, []);
  const waits = waitingCalls(state).length > 0;
  const { agent } = state.run;
  return (
    <Page
      label={t('run.page')}
      title={state.title || t('runs.untitled')}
      sub={
        agent.revision > 0
          ? t('run.agentRevision', { agent: agent.name, revision: formatNumber(agent.revision) })
          : t('run.agentUnsaved', { agent: agent.name })
      }
      badge={<StateBadge state={state} status={status} />}
      actions={
        <>
          <Elapsed state={state} status={status} />
          {active && (
            <Button size="s" icon={Square} keys="Esc" disabled={state.cancelledBy !== undefined} onClick={acts.stop}>
              {t('action.stop')}
            </Button>
          )}
          <RunMenu state={state} onFind={openFind} />
        </>
      }
      rail={
        <Rail
          panes={[
            {
              value: 'access',
              label: t('rail.access'),
              icon: KeyRound,
              waits,
              content: () => <AccessPane state={state} />,
            },
            {
              value: 'facts',
              label: t('rail.facts'),
              icon: meaning.fact,
              ...(state.facts.size > 0 && { count: state.facts.size }),
              content: () => (
                <FactsPane
                  state={state}
                  ground={ground}
                  of={factsOf}
                  onAll={() => setFactsOf(undefined)}
                  onEntry={goToEntry}
                />
              ),
            },
            { value: 'files', label: t('rail.files'), icon: Folder, content: () => <FilesPane state={state} /> },
            {
              value: 'trace',
              label: t('rail.trace'),
              icon: ListTree,
              content: () => <TracePane entries={view.entries} />,
            },
            {
              value: 'cost',
              label: t('rail.cost'),
              icon: Coins,
              content: () => <CostPane state={state} entries={view.entries} />,
            },
          ]}
        />
      }
      status={<RunStatusItems state={state} />}
    >
      {finding && (
        <FindBar
          rows={rows}
          inputRef={findInput}
          onGo={(row) => setJump((old) => ({ row, wish: (old?.wish ?? 0) + 1 }))}
          onClose={() => setFinding(false)}
        />
      )}
      <RunEntries value={getEntries}>
        <Transcript rows={rows} output={view.output} acts={acts} answers={{ ground, onMark, onFacts }} jump={jump} />
      </RunEntries>
      <div className="mx-auto w-full max-w-215 shrink-0 px-5 pb-3">
        <ApprovalDock state={state} />
        {status === 'interrupted' && (
          <div className="pb-2">
            <Note icon={meaning.interrupted} tone="seal">
              {t('run.interrupted')}
              <Button size="s" className="ms-2" busy={acts.busy} onClick={acts.onTryAgain}>
                {t('run.continue')}
              </Button>
            </Note>
          </div>
        )}
        {agent.model.provider === 'demo' && rows.length <= 1 && (
          <p className="pb-1 text-small text-ink-3">{t('composer.demo')}</p>
        )}
        <Composer state={state} inputRef={composer} />
      </div>
    </Page>
  );
}

/** The Run screen: what was said and done as a ledger, what waits for the person, and what the run may do. */
export function RunPage({ id, entry }: { id: string; entry?: number | undefined }): ReactNode {
  useEffect(() => followRun(id), [id]);
  const view = useRuns((store) => store.runs.get(id));
  const gone = useOverview((overview) => overview.runs !== undefined && !overview.runs.some((run) => run.id === id));
  if (view?.state) return <OpenRun view={view} state={view.state} entry={entry} />;
  if (gone) return <Missing reason={view?.fault ?? t('run.missingDetail')} />;
  return <Loading />;
}
