import { CircleAlert, Download, RefreshCw, Search } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import type { FactPlace } from '#contract/fact';
import type { Mark } from '#contract/mark';
import type { FactRow } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { saveFile } from '../../components/save-file.ts';
import { Select } from '../../components/select.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { factKey, verifyFacts } from '../../stores/fact-checks-store.ts';
import { useOverview } from '../../stores/overview-store.ts';
import { showToast } from '../../stores/toast-store.ts';
import { formatNumber, formatWhen, formatWhenExact } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { fileNameOf } from '../run/run-menu.tsx';
import { Page } from '../shell/page.tsx';
import { goTo, replacePlace } from '../shell/place.ts';
import { answerOf, type MarkedText } from './answer-of.ts';
import { AnswerSection } from './answer-section.tsx';
import { FactPane, openAddress } from './fact-pane.tsx';
import { FactTable } from './fact-table.tsx';
import { FactsStatus } from './facts-status.tsx';
import { filterFacts } from './filter-facts.ts';
import { type RunWithFacts, useFactDetail, useFacts, useRunState, useRunsWithFacts } from './use-facts.ts';
import { useFactsKeys } from './use-facts-keys.ts';
import { useGround } from './use-mark-ground.ts';

const EVERY = '*';

/** The runs one can choose: those with facts, newest first, and the one that is chosen. */
function useRunChoice(withFacts: readonly RunWithFacts[] | undefined, run: string | undefined) {
  const runs = useOverview((state) => state.runs);
  const titles = new Map(withFacts?.map((one) => [one.run, one.title]));
  const known = new Map(runs?.map((one) => [one.id, one]));
  const chosen = run === undefined ? undefined : known.get(run);
  if (chosen && !titles.has(chosen.id)) titles.set(chosen.id, chosen.title);
  const times = new Map<string, number>();
  for (const title of titles.values()) times.set(title, (times.get(title) ?? 0) + 1);
  return [
    { value: EVERY, label: t('facts.everyRun'), title: '' },
    ...[...titles].map(([value, title]) => {
      const about = known.get(value);
      const name = title || t('runs.untitled');
      // Runs of one title are told apart by whose and when they were, even in the closed field.
      const twice = (times.get(title) ?? 0) > 1;
      return {
        value,
        label:
          about && twice
            ? t('facts.runTwice', { title: name, agent: about.agent, when: formatWhen(about.startedAt, Date.now()) })
            : name,
        title: name,
        ...(about && {
          note: twice
            ? formatWhenExact(about.startedAt)
            : t('facts.runOf', { agent: about.agent, when: formatWhenExact(about.startedAt) }),
        }),
      };
    }),
  ];
}

async function hashAll(rows: readonly FactRow[]): Promise<void> {
  const byRun = new Map<string, string[]>();
  for (const { run, fact } of rows) byRun.set(run, (byRun.get(run) ?? []).concat(fact.id));
  const found = (await Promise.all([...byRun].map(([run, ids]) => verifyFacts(run, ids)))).flat();
  const [changed, missing] = (['changed', 'missing'] as const).map(
    (state) => found.filter((check) => check.state === state).length,
  );
  const faults = [
    changed ? t('facts.verifiedNot', { count: changed }) : '',
    missing ? t('facts.verifiedMissing', { count: missing }) : '',
  ].filter((part) => part !== '');
  const [title, detail] = faults;
  showToast(
    title === undefined
      ? { icon: meaning.hash, title: t('facts.verified', { count: found.length }) }
      : { icon: meaning.alteredFact, tone: 'void', title, ...(detail !== undefined && { detail }) },
  );
}

function tell(title: string): (error: unknown) => void {
  return (error) => showToast({ icon: meaning.failed, tone: 'void', title, detail: failureWords(error) });
}

/** The figure that stands for a fact: the first one that rests on it. */
function markOfFact(answer: MarkedText | undefined, id: string | undefined): number | undefined {
  const index = answer?.marks.findIndex((mark) => mark.kind === 'fact' && mark.fact === id) ?? -1;
  return index < 0 ? undefined : index;
}

/** The screen Facts: what was collected, the answer that rests on it, and the very bytes behind one fact. */
export function FactsPage({
  run: asked,
  fact: factId,
}: {
  run: string | undefined;
  fact: string | undefined;
}): ReactNode {
  const ofEvery = asked === EVERY;
  const { runs: withFacts, fault: noRuns, reload: readRuns } = useRunsWithFacts();
  const knownRuns = useOverview((overview) => overview.runs);
  const run = ofEvery ? undefined : (asked ?? withFacts?.[0]?.run);
  const listed = useFacts(run, ofEvery || run !== undefined);
  // Without a run there are no facts, once that is known.
  const facts =
    ofEvery || run !== undefined ? listed : { rows: withFacts && [], total: 0, fault: noRuns, reload: readRuns };
  const { rows } = facts;
  const [query, setQuery] = useState('');
  const [chosenKey, setChosenKey] = useState<string>();
  const shown = useMemo(() => filterFacts(rows ?? [], query), [rows, query]);
  // A fact that the address names and the run has not is said to be none; no other one takes its place.
  const unknown = !ofEvery && factId !== undefined && rows !== undefined && !rows.some((one) => one.fact.id === factId);
  const row = ofEvery
    ? (shown.find((one) => factKey(one.run, one.fact.id) === chosenKey) ?? shown[0])
    : unknown
      ? undefined
      : (shown.find((one) => one.fact.id === factId) ?? shown[0]);
  const noRun = asked !== undefined && !ofEvery && knownRuns !== undefined && !knownRuns.some(({ id }) => id === asked);
  const state = useRunState(row?.run ?? run);
  const answer = useMemo(() => state && answerOf(state), [state]);
  const ground = useGround(state);
  const { detail, fault } = useFactDetail(row);
  const [pick, setPick] = useState<{ index: number; fact: string | undefined }>();
  const [graph, setGraph] = useState(false);
  const choice = useRunChoice(withFacts, run);
  const selected = row && factKey(row.run, row.fact.id);
  // A figure stays selected as long as the fact does that was open then.
  const picked = pick && pick.fact === row?.fact.id ? pick.index : undefined;
  const mark = picked ?? markOfFact(answer, row?.fact.id);
  const at: FactPlace | undefined = answer && mark !== undefined ? placeOf(answer.marks[mark], row) : undefined;

  const select = useCallback(
    (next: { run: string; id: string }, index?: number) => {
      setPick(index === undefined ? undefined : { index, fact: next.id });
      setChosenKey(factKey(next.run, next.id));
      if (!ofEvery) replacePlace({ screen: 'facts', run: next.run, fact: next.id });
    },
    [ofEvery],
  );
  const openId = row?.fact.id;
  const onMark = useCallback(
    (one: Mark, index: number) => {
      setPick({ index, fact: openId });
      if (run === undefined) return;
      if (one.kind === 'fact' && one.fact !== undefined) {
        setQuery('');
        select({ run, id: one.fact }, index);
      }
    },
    [run, select, openId],
  );
  const onFact = useCallback(
    (id: string) => {
      setQuery('');
      if (run !== undefined) select({ run, id });
    },
    [run, select],
  );
  const hash = () => {
    if (row) verifyFacts(row.run, [], row.fact.id).catch(tell(t('facts.notVerified')));
  };
  const verify = () => void hashAll(rows ?? []).catch(tell(t('facts.notVerified')));
  useHashedOnOpen(run, rows);
  const address = row?.fact.sources[0]?.url;
  useFactsKeys({
    hash,
    address: () => address !== undefined && openAddress(address),
    graph: () => answer && answer.marks.length > 0 && setGraph(true),
  });
  const exportCsv = () => {
    if (run === undefined) return;
    const title = choice.find((one) => one.value === run)?.title ?? '';
    const ids = shown.map((one) => one.fact.id);
    client.fact.csv({ run, ...(shown.length < (rows?.length ?? 0) && { ids }) }).then(
      ({ text }) => {
        const name = fileNameOf(title, 'csv');
        saveFile(text, name, 'text/csv');
        showToast({ icon: Download, title: t('facts.exported', { file: name }) });
      },
      tell(t('facts.notExported')),
    );
  };
  const answerNumber = (seq: number) =>
    state?.transcript.findLast((item) => item.type === 'assistant' && item.final && item.seq <= seq)?.seq ?? seq;
  const unsourced = answer?.marks.filter((one) => one.kind === 'unsourced').length ?? 0;
  const none = rows !== undefined && rows.length === 0;
  return (
    <Page
      label={t('nav.facts')}
      title={t('nav.facts')}
      badge={
        choice.length > 1 && (
          <Select
            label={t('facts.ofRun')}
            placeholder={t('facts.chooseRun')}
            value={ofEvery ? EVERY : run}
            options={choice}
            onChange={(value) => {
              setPick(undefined);
              goTo({ screen: 'facts', run: value, fact: undefined });
            }}
            className="h-6! max-w-80 text-small compact:max-w-50"
          />
        )
      }
      actions={
        <>
          <TextInput
            icon={Search}
            type="search"
            value={query}
            aria-label={t('facts.find')}
            placeholder={t('facts.findExample')}
            onChange={(event) => setQuery(event.target.value)}
            className="w-45 compact:w-40 low:w-28"
          />
          {run !== undefined && !ofEvery && (
            <Button size="s" icon={Download} disabled={shown.length === 0} onClick={exportCsv}>
              {t('facts.export')}
            </Button>
          )}
          <Button size="s" icon={RefreshCw} disabled={rows === undefined || none} onClick={verify}>
            {t('facts.verifyAll')}
          </Button>
        </>
      }
      status={
        <FactsStatus
          rows={rows ?? []}
          shown={shown.length}
          run={ofEvery || noRun ? undefined : run}
          atRest={state?.end !== undefined}
          unsourced={unsourced}
        />
      }
    >
      <div
        className={classNames(
          'grid min-h-0 flex-1 low:auto-rows-max low:grid-cols-[minmax(0,1fr)]! low:overflow-auto',
          row
            ? 'grid-cols-[minmax(0,1fr)_24.5rem] narrow:grid-cols-[minmax(0,1fr)_20rem] compact:grid-cols-[minmax(0,1fr)_19.5rem]'
            : 'grid-cols-[minmax(0,1fr)]',
        )}
      >
        <div className="flex min-h-0 min-w-0 flex-col">
          {(noRun || unknown) && (
            <div className="p-4">
              <Note icon={CircleAlert} tone="void" role="alert">
                <b className="font-medium">
                  {noRun ? t('facts.noSuchRun', { run: asked }) : t('facts.noSuchFact', { id: factId ?? '' })}
                </b>
                <span className="block">{t('facts.noSuchWhy')}</span>
              </Note>
            </div>
          )}
          <Top
            hidden={noRun}
            facts={facts}
            shown={shown}
            query={query}
            onClear={() => setQuery('')}
            answered={answer !== undefined && !ofEvery}
          >
            <FactTable
              rows={shown}
              selected={selected}
              ofEvery={ofEvery}
              onSelect={(next) => {
                select({ run: next.run, id: next.fact.id });
              }}
            />
          </Top>
          {answer && !ofEvery && (
            <AnswerSection
              answer={answer}
              ground={ground}
              selected={mark}
              onSelect={onMark}
              onFact={onFact}
              open={graph}
              onOpen={setGraph}
            />
          )}
        </div>
        {row && (
          <aside
            aria-label={t('facts.pane', { id: row.fact.id })}
            data-region
            tabIndex={-1}
            className="flex min-h-0 min-w-0 flex-col border-line border-s -outline-offset-2 low:h-96 low:border-s-0 low:border-t"
          >
            <FactPane
              row={row}
              detail={detail}
              fault={fault}
              at={at}
              callNumber={ground.callNumber}
              answerNumber={answerNumber}
              onHash={hash}
            />
          </aside>
        )}
      </div>
    </Page>
  );
}

/** Where a figure's value stands in the bytes of the fact that is open, if the answer says so. */
function placeOf(mark: Mark | undefined, row: FactRow | undefined): FactPlace | undefined {
  return mark?.kind === 'fact' && mark.fact === row?.fact.id ? mark.at : undefined;
}

/** Hashes the facts of a run once it is opened, and again as more of them come. */
function useHashedOnOpen(run: string | undefined, rows: readonly FactRow[] | undefined): void {
  const count = rows?.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each run and number of facts
  useEffect(() => {
    if (run === undefined || !rows || count === 0) return;
    const ids = rows.filter((row) => row.run === run).map((row) => row.fact.id);
    // What can't be hashed reads "Not hashed"; a press of Verify all says why.
    verifyFacts(run, ids).catch(() => undefined);
  }, [run, count]);
}

/** The table, or what stands in its place. */
function Top({
  hidden,
  facts,
  shown,
  query,
  onClear,
  answered,
  children,
}: {
  /** There is no such run, which is said above. */
  hidden: boolean;
  facts: ReturnType<typeof useFacts>;
  shown: readonly FactRow[];
  query: string;
  onClear: () => void;
  answered: boolean;
  children: ReactNode;
}): ReactNode {
  const { rows, fault, total, reload } = facts;
  if (hidden) return null;
  if (rows === undefined)
    return fault === undefined ? (
      <div className="p-4">
        <Skeleton lines={[70, 55, 80, 60, 75]} />
      </div>
    ) : (
      <div className="p-4">
        <Note icon={CircleAlert} tone="void" role="alert">
          {t('facts.failed')}. {fault}{' '}
          <Button size="s" className="align-middle" onClick={reload}>
            {t('action.tryAgain')}
          </Button>
        </Note>
      </div>
    );
  if (rows.length === 0)
    return (
      <div className={classNames('grid content-center', !answered && 'flex-1')}>
        <EmptyState icon={meaning.fact} title={t('facts.none')}>
          {t('facts.noneWhy')}
        </EmptyState>
      </div>
    );
  if (shown.length === 0)
    return (
      <p className="flex items-center gap-2 px-4 py-3 text-small text-ink-3">
        {t('facts.noMatch')}
        {query !== '' && (
          <Button size="s" onClick={onClear}>
            {t('facts.showAll')}
          </Button>
        )}
      </p>
    );
  return (
    <div
      className={classNames(
        'flex min-h-0 flex-col',
        answered ? 'max-h-[48%] flex-none short:max-h-[40%] low:max-h-48!' : 'flex-1 low:max-h-96',
      )}
    >
      {children}
      {total > rows.length && (
        <p className="border-line border-t px-4 py-1 text-small text-ink-3">
          {t('facts.cut', { shown: formatNumber(rows.length), total: formatNumber(total) })}
        </p>
      )}
    </div>
  );
}
