import { CircleAlert, FileBraces, Play } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { Note } from '../../components/note.tsx';
import { type PlainKey, t } from '../../strings/translate.ts';
import { Page } from '../shell/page.tsx';
import { goTo, hrefOf, parsePlace } from '../shell/place.ts';
import { BuilderStatus, fileNameOf } from './builder-status.tsx';
import { STEPS, type Step, stepNames } from './builder-steps.ts';
import { openAt, useBuilderPlace } from './builder-store.ts';
import { DraftSheet } from './draft-sheet.tsx';
import { FileView } from './file-view.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { startRun } from './start-run.ts';
import { StepFolders } from './step-folders.tsx';
import { StepGuardrails } from './step-guardrails.tsx';
import { StepHosts } from './step-hosts.tsx';
import { StepLimits } from './step-limits.tsx';
import { StepList } from './step-list.tsx';
import { StepModel } from './step-model.tsx';
import { StepPurpose } from './step-purpose.tsx';
import { StepSecrets } from './step-secrets.tsx';
import { StepTest } from './step-test.tsx';
import { StepTools } from './step-tools.tsx';
import { type Builder as BuilderState, type SavedAgent, useBuilder } from './use-builder.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

const leads: Readonly<Record<Step, PlainKey>> = {
  purpose: 'purpose.lead',
  model: 'model.lead',
  tools: 'tools.lead',
  folders: 'folders.lead',
  hosts: 'hosts.lead',
  secrets: 'secrets.stepLead',
  limits: 'limits.lead',
  guardrails: 'guardrails.lead',
  test: 'test.lead',
};

function StepBody({
  builder,
  step,
  onRun,
  running,
  runFault,
}: {
  builder: BuilderState;
  step: Step;
  onRun: (text: string) => void;
  running: boolean;
  runFault: string | undefined;
}): ReactNode {
  const { draft, problems, change } = builder;
  const form = { draft, problems, onChange: change };
  switch (step) {
    case 'purpose':
      return <StepPurpose {...form} />;
    case 'model':
      return <StepModel {...form} />;
    case 'tools':
      return <StepTools {...form} onOpenHosts={() => useBuilderPlace.setState({ step: 'hosts' })} />;
    case 'folders':
      return (
        <StepFolders
          {...form}
          checks={builder.checks}
          onOpenTools={() => useBuilderPlace.setState({ step: 'tools' })}
        />
      );
    case 'hosts':
      return <StepHosts {...form} onOpenTools={() => useBuilderPlace.setState({ step: 'tools' })} />;
    case 'secrets':
      return <StepSecrets {...form} />;
    case 'limits':
      return <StepLimits {...form} />;
    case 'guardrails':
      return <StepGuardrails {...form} />;
    case 'test':
      return (
        <StepTest
          dirty={builder.dirty || builder.revision === 0}
          blocked={builder.wrong || builder.checks.some((check) => check?.ok === false)}
          revision={builder.revision}
          runs={builder.runs}
          fault={runFault}
          busy={running}
          onRun={onRun}
        />
      );
  }
}

function StepFoot({ step, onChange }: { step: Step; onChange: (step: Step) => void }): ReactNode {
  const at = STEPS.indexOf(step);
  const [before, after] = [STEPS[at - 1], STEPS[at + 1]];
  return (
    <div className="mt-auto flex justify-end gap-2 pt-2">
      {before && (
        <Button look="quiet" size="l" onClick={() => onChange(before)}>
          {t('builder.back')}
        </Button>
      )}
      {after && (
        <Button size="l" onClick={() => onChange(after)}>
          {t('builder.next', { step: t(stepNames[after]) })}
        </Button>
      )}
    </div>
  );
}

/** The builder of one agent: steps, the fields of a step, and the page “This agent may” as it would be. */
export function Builder({ loaded }: { loaded: SavedAgent | undefined }): ReactNode {
  const builder = useBuilder(loaded);
  const { draft, revision, dirty, differences, save, saving } = builder;
  const step = useBuilderPlace((state) => state.step);
  const [viewing, view] = useState(false);
  const [running, setRunning] = useState(false);
  const [runFault, setRunFault] = useState<string>();
  const heading = useId();
  const here = loaded?.agent.name;
  const unsaved = dirty || (revision === 0 && draft.name !== '');
  const savable = !saving && (unsaved || builder.unable !== undefined);
  const guard = useLeaveGuard(unsaved && !saving && !running, (hash) => {
    const place = parsePlace(hash);
    if (place.screen !== 'agents') return false;
    // The second is where a first save leads.
    return place.agent === (here ?? 'new') || place.agent === useBuilderPlace.getState().agent;
  });
  const toStep = (next: Step) => {
    useBuilderPlace.setState({ step: next });
    document.getElementById(heading)?.parentElement?.parentElement?.scrollTo(0, 0);
  };
  // The fields of another step are drawn only now.
  const toFirstWrong = () =>
    requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus());
  const saveHere = async (): Promise<string | undefined> => {
    const name = await save();
    if (name === undefined) toFirstWrong();
    if (name !== undefined && name !== here) {
      openAt(name, useBuilderPlace.getState().step);
      setTimeout(() => goTo({ screen: 'agents', agent: name }));
    }
    return name;
  };
  const run = async (text: string) => {
    setRunning(true);
    setRunFault(undefined);
    try {
      const name = unsaved ? await save({ quiet: true }) : draft.name;
      if (name !== undefined) await startRun({ agent: name, text });
    } catch (error) {
      setRunFault(failureWords(error));
    } finally {
      setRunning(false);
    }
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's')
        return;
      event.preventDefault();
      if (savable) void saveHere();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  });
  const title = draft.name || t('builder.new');
  return (
    <Page
      label={title}
      title={
        <>
          <a
            href={hrefOf({ screen: 'agents', agent: undefined })}
            className="font-normal text-ink-2 text-base no-underline hover:underline"
          >
            {t('nav.agents')}
          </a>
          <span aria-hidden className="px-2 font-normal text-ink-3">
            /
          </span>
          {title}
        </>
      }
      sub={
        <span className="compact:hidden">
          {revision === 0
            ? t('builder.notSaved')
            : t(dirty ? 'builder.revisionEdited' : 'builder.revision', { revision })}
        </span>
      }
      actions={
        <>
          <Button look="quiet" size="s" icon={FileBraces} onClick={() => view(true)}>
            {t('builder.viewFile')}
          </Button>
          <Button size="s" icon={Play} onClick={() => toStep('test')}>
            {t('builder.testRun')}
          </Button>
          <Button look="ink" size="s" keys="Mod+S" disabled={!savable} busy={saving} onClick={() => void saveHere()}>
            {!savable && revision > 0
              ? t('builder.save')
              : revision === 0
                ? t('builder.saveFirst')
                : t('builder.saveRevision', { revision: revision + 1 })}
          </Button>
        </>
      }
      status={<BuilderStatus builder={builder} />}
    >
      <div className="grid min-h-0 flex-1 grid-cols-[12rem_minmax(0,1fr)_24.5rem] compact:grid-cols-[7.25rem_minmax(0,1fr)_min(18.5rem,34vw)]">
        <StepList step={step} marks={builder.marks} onChange={toStep} />
        <div className="min-h-0 overflow-auto border-line border-s">
          <section
            aria-labelledby={heading}
            className="mx-auto flex min-h-full max-w-170 flex-col gap-4 p-6 compact:p-4"
          >
            <div>
              <h2 id={heading} className="text-h2 font-semibold tracking-[-0.012em]">
                {t(stepNames[step])}
              </h2>
              <p className="text-ink-2">{t(leads[step])}</p>
            </div>
            {builder.fault !== undefined && (
              <Note icon={CircleAlert} tone="void" role="alert">
                {builder.fault}{' '}
                {builder.unsaved && (
                  <span className="inline-flex flex-wrap gap-x-3">
                    {STEPS.filter((one) => builder.marks[one].type === 'wrong').map((one) => (
                      <button
                        key={one}
                        type="button"
                        className="text-link underline underline-offset-3"
                        onClick={() => {
                          toStep(one);
                          toFirstWrong();
                        }}
                      >
                        {t(stepNames[one])}
                      </button>
                    ))}
                  </span>
                )}
              </Note>
            )}
            {builder.unable !== undefined && (
              <Note icon={CircleAlert} tone="void">
                <b className="font-medium">{t('agents.cannotRun')}.</b> {builder.unable}
              </Note>
            )}
            <StepBody
              builder={builder}
              step={step}
              onRun={(text) => void run(text)}
              running={running}
              runFault={runFault}
            />
            <StepFoot step={step} onChange={toStep} />
          </section>
        </div>
        <DraftSheet
          name={draft.name}
          revision={revision}
          sheet={builder.sheet}
          stale={builder.stale}
          saved={builder.savedSheet}
          differences={differences}
        />
      </div>
      <FileView
        open={viewing}
        onClose={() => view(false)}
        name={fileNameOf(draft.name)}
        step={step}
        lines={builder.lines}
        saved={revision > 0}
      />
      <LeaveDialog
        open={guard.wanted !== undefined}
        name={draft.name}
        revision={revision}
        differences={differences}
        canSave={!builder.wrong}
        onStay={guard.stay}
        onDiscard={guard.leave}
        onSave={() => void save().then((name) => (name === undefined ? guard.stay() : guard.leave()))}
      />
    </Page>
  );
}
