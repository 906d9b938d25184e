import { BadgeCheck } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { AgentName } from '#contract/agent-file';
import type { FolderCheck, Problem, RunSummary, Sheet } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { useOverview } from '../../stores/overview-store.ts';
import { showToast } from '../../stores/toast-store.ts';
import { t } from '../../strings/translate.ts';
import { STEPS, type Step, type StepMark, stepMarks, stepOfProblem } from './builder-steps.ts';
import { openAt, useBuilderPlace } from './builder-store.ts';
import { type Difference, differencesOf } from './differences.ts';
import { type AgentDraft, blankDraft, draftOf, fileOf, folderOfFile, sameDraft, withFolder } from './draft.ts';
import { changedLines, type FileLine, fileLines } from './file-lines.ts';
import { saveAgent } from './start-run.ts';
import { useAgentCheck } from './use-agent-check.ts';
import { useFolderChecks } from './use-folder-checks.ts';

export type SavedAgent = Awaited<ReturnType<typeof client.agent.show>>;

/** Everything the builder shows of one draft. */
export interface Builder {
  draft: AgentDraft;
  change: (draft: AgentDraft) => void;
  /** Of the saved agent; 0 where nothing is saved. */
  revision: number;
  dirty: boolean;
  problems: readonly Problem[];
  checks: readonly (FolderCheck | undefined)[];
  marks: Readonly<Record<Step, StepMark>>;
  wrong: boolean;
  sheet: Sheet | undefined;
  /** The sheet is of an earlier draft: this one has faults, so nothing can be said of what it may do. */
  stale: boolean;
  savedSheet: Sheet | undefined;
  differences: readonly Difference[];
  lines: readonly FileLine[];
  changed: number;
  runs: readonly RunSummary[];
  /** Why the host could not be asked or did not save. */
  fault: string | undefined;
  /** Nothing was saved because something in the draft is wrong. */
  unsaved: boolean;
  saving: boolean;
  /** Why the saved agent can't run, if so; saving it again may mend that. */
  unable: string | undefined;
  /** Saves the draft, and says so unless `quiet`. Gives the agent's name, or undefined where it could not be saved. */
  save: (options?: { quiet: boolean }) => Promise<string | undefined>;
}

/** What the page knows to be wrong with a name before the host is asked. */
export function nameProblem(name: string, before: string | undefined, taken: readonly string[]): string | undefined {
  if (name === '') return undefined;
  if (name === 'new') return t('purpose.nameNew');
  if (!AgentName.safeParse(name).success) return t('purpose.nameShape');
  if (name !== before && taken.includes(name)) return t('purpose.nameTaken', { name });
  return undefined;
}

/** The draft of one agent with all that follows from it. Takes the saved agent, or undefined for a new one. */
export function useBuilder(loaded: SavedAgent | undefined): Builder {
  const [saved, setSaved] = useState(loaded);
  const [draft, setDraft] = useState(() => (loaded ? draftOf(loaded.file) : blankDraft()));
  const [fault, setFault] = useState<string>();
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<readonly Problem[]>([]);
  const agents = useOverview((state) => state.agents);
  const allRuns = useOverview((state) => state.runs);
  const base = useMemo(() => saved && folderOfFile(saved.path), [saved]);
  const file = useMemo(() => fileOf(draft), [draft]);
  const check = useAgentCheck(file, base);
  const checks = useFolderChecks(draft.folders, base);
  const before = useMemo(() => (saved ? draftOf(saved.file) : blankDraft()), [saved]);
  const proposed = useBuilderPlace((state) => state.proposed);

  useEffect(() => {
    if (proposed.length === 0) return;
    useBuilderPlace.setState({ proposed: [] });
    setDraft((now) => proposed.reduce(withFolder, now));
  }, [proposed]);

  const own = nameProblem(draft.name, saved?.agent.name, agents?.map((agent) => agent.name) ?? []);
  const problems = useMemo(() => {
    const host = (check?.problems ?? []).filter(({ path }) => path !== '/name' || own === undefined);
    const found = [...(own === undefined ? [] : [{ path: '/name', message: own }]), ...host, ...refused];
    return found.filter((one, at) => found.findIndex((other) => other.path === one.path) === at);
  }, [check, own, refused]);

  const dirty = !sameDraft(draft, before);
  const runs = (allRuns ?? []).filter((run) => run.agent === (saved?.agent.name ?? ''));
  const marks = stepMarks(draft, problems, checks, !dirty && runs.length > 0);
  const text = check?.text ?? '';
  const lines = useMemo(
    () => (text === '' ? fileLines(undefined, JSON.stringify(file, null, 2)) : fileLines(saved?.text, text)),
    [text, saved, file],
  );

  const save = async ({ quiet } = { quiet: false }): Promise<string | undefined> => {
    if (draft.name === '') setRefused([{ path: '/name', message: t('purpose.nameMissing') }]);
    if (draft.name === '' || own !== undefined) {
      setFault(t('builder.fixFirst'));
      openAt(saved?.agent.name ?? 'new', 'purpose');
      return undefined;
    }
    setSaving(true);
    try {
      const checked = await client.agent.check({ file, ...(base === undefined ? {} : { base }) });
      if (checked.problems.length > 0) {
        setRefused(checked.problems);
        const wrong = new Set(checked.problems.map(({ path }) => stepOfProblem(path)));
        if (!wrong.has(useBuilderPlace.getState().step))
          openAt(
            saved?.agent.name ?? 'new',
            STEPS.find((step) => wrong.has(step)),
          );
        setFault(t('builder.fixFirst'));
        return undefined;
      }
      const { name, revision } = await saveAgent(file, base, saved?.agent.name);
      const fresh = await client.agent.show({ name });
      setSaved(fresh);
      setDraft(draftOf(fresh.file));
      setFault(undefined);
      setRefused([]);
      if (!quiet) {
        showToast({
          icon: BadgeCheck,
          tone: 'seal',
          title: t('builder.saved', { name, revision }),
          detail: t('builder.savedDetail'),
        });
      }
      return name;
    } catch (error) {
      setFault(failureWords(error));
      return undefined;
    } finally {
      setSaving(false);
    }
  };

  return {
    draft,
    change: (next) => {
      setRefused([]);
      setFault(undefined);
      setDraft(next);
    },
    revision: saved?.agent.revision ?? 0,
    dirty,
    problems,
    checks,
    marks,
    wrong: problems.length > 0 || draft.name === '',
    sheet: check?.sheet ?? saved?.sheet,
    stale: check?.stale ?? false,
    savedSheet: saved?.sheet,
    differences: saved && dirty ? differencesOf(before, draft) : [],
    lines,
    changed: changedLines(lines),
    runs,
    fault: fault ?? check?.fault,
    unsaved: fault === t('builder.fixFirst'),
    unable: agents?.find((agent) => agent.name === saved?.agent.name)?.fault,
    saving,
    save,
  };
}
