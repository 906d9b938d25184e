import { ArrowUpRight, CircleAlert, Cpu, Laptop, RefreshCw } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { formatModelRef, parseModelRef } from '#contract/model';
import type { FoundModel, Problem } from '#contract/views';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { classNames } from '../../components/class-names.ts';
import { Field } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Note } from '../../components/note.tsx';
import { Ring } from '../../components/ring.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';
import { ProbeLines } from '../models/probe-lines.tsx';
import { lookForModels, useModels } from '../models/use-models.ts';
import { probe, useProbe } from '../models/use-probe.ts';
import { hrefOf } from '../shell/place.ts';
import { problemAt } from './builder-steps.ts';
import type { AgentDraft } from './draft.ts';

const OTHER = 'other';

/** The written form that two references of one model share. */
function sameForm(ref: string): string {
  const parsed = parseModelRef(ref);
  return parsed ? formatModelRef(parsed) : ref;
}

function Choice({ value, chosen, children }: { value: string; chosen: boolean; children: ReactNode }): ReactNode {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the radio item inside
    <label
      className={classNames(
        'flex items-start gap-3 border-line border-b px-4 py-2.5 last:border-0',
        chosen ? 'bg-select' : 'hover:bg-hover',
      )}
    >
      <RadioGroup.Item
        value={value}
        className="mt-0.5 size-4 shrink-0 rounded-full bg-raised ring-edge data-[state=checked]:shadow-[inset_0_0_0_5px_var(--ink)]"
      />
      {children}
    </label>
  );
}

function ModelWords({ model }: { model: FoundModel }): ReactNode {
  return (
    <span className="min-w-0 flex-1">
      <b className="font-medium">{model.rules ? t('model.demo') : model.name}</b>{' '}
      {!model.rules && <span className="text-ink-3">{model.where}</span>}
      <span className="flex items-center gap-1 text-small text-ink-2">
        {model.rules ? (
          t('model.demoNote')
        ) : (
          <>
            <Icon of={model.local ? Laptop : ArrowUpRight} size="xs" />
            {t(model.local ? 'model.stays' : 'model.leaves')}
          </>
        )}
      </span>
    </span>
  );
}

function Probe({ reference }: { reference: string }): ReactNode {
  const state = useProbe(reference);
  const usable = parseModelRef(reference) !== undefined;
  return (
    <section aria-label={t('model.probe')} className="grid gap-2">
      <div className="flex items-center gap-3">
        <Button size="s" disabled={!usable || state?.type === 'probing'} onClick={() => void probe(reference)}>
          {t(state?.type === 'done' ? 'model.probeAgain' : 'model.probe')}
        </Button>
        <span className="text-small text-ink-3">{t('model.probeLead')}</span>
      </div>
      <ProbeLines state={state} />
    </section>
  );
}

/** Which model thinks: one that was found, or another by its reference; a probe; how it calls tools. */
export function StepModel({
  draft,
  problems,
  onChange,
}: {
  draft: AgentDraft;
  problems: readonly Problem[];
  onChange: (draft: AgentDraft) => void;
}): ReactNode {
  const { models, looking, fault } = useModels();
  const demo: FoundModel = { ref: 'demo', provider: 'demo', name: 'demo', where: '', local: true, rules: true };
  const listed = (models ?? []).some((model) => model.rules && sameForm(model.ref) === 'demo')
    ? (models ?? [])
    : [demo, ...(models ?? [])];
  const [byHand, setByHand] = useState(false);
  const current = sameForm(draft.model);
  const found = listed.find((model) => sameForm(model.ref) === current);
  const value = byHand || (!found && models !== undefined) ? OTHER : (found?.ref ?? OTHER);
  const choose = (next: string) => {
    setByHand(next === OTHER);
    if (next !== OTHER) onChange({ ...draft, model: next });
  };
  return (
    <>
      <section className="grid gap-1.5">
        <div className="flex items-center gap-2">
          <h3 className="text-small font-medium text-ink-2">{t('model.found')}</h3>
          <span className="flex-1" />
          <Button size="s" look="quiet" icon={RefreshCw} disabled={looking} onClick={() => void lookForModels()}>
            {t('model.lookAgain')}
          </Button>
        </div>
        <RadioGroup.Root value={value} onValueChange={choose} aria-label={t('builder.model')}>
          <Card className="overflow-hidden">
            {listed.map((model) => (
              <Choice key={model.ref} value={model.ref} chosen={value === model.ref}>
                <ModelWords model={model} />
                <Icon of={Cpu} className="mt-0.5 text-ink-3" />
              </Choice>
            ))}
            {looking && (
              <p role="status" className="flex items-center gap-2 border-line border-b px-4 py-2.5 text-ink-3">
                <Ring /> {t('model.looking')}
              </p>
            )}
            {!looking && models !== undefined && listed.length === 1 && (
              <p className="border-line border-b px-4 py-2.5 text-small text-ink-3">
                {t('model.noneLocal')} <a href={hrefOf({ screen: 'settings', section: 'keys' })}>{t('model.addKey')}</a>
              </p>
            )}
            <Choice value={OTHER} chosen={value === OTHER}>
              <span className="min-w-0 flex-1 font-medium">{t('model.other')}</span>
            </Choice>
          </Card>
        </RadioGroup.Root>
      </section>
      {fault !== undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          {fault}
        </Note>
      )}
      {value === OTHER ? (
        <Field label={t('model.reference')} help={t('model.otherHelp')} error={problemAt(problems, '/model')}>
          {(ids) => (
            <TextInput
              {...ids}
              bytes
              value={draft.model}
              placeholder={t('model.otherExample')}
              onChange={(event) => onChange({ ...draft, model: event.target.value })}
            />
          )}
        </Field>
      ) : (
        problemAt(problems, '/model') && (
          <p role="alert" className="text-small text-void-ink">
            {problemAt(problems, '/model')}
          </p>
        )
      )}
      <Probe reference={draft.model} />
      <section className="grid justify-items-start gap-1">
        <h3 className="text-small font-medium text-ink-2">{t('model.protocol')}</h3>
        <Segmented
          label={t('model.protocol')}
          value={draft.protocol}
          segments={[
            { value: 'auto', label: t('model.protocolAuto') },
            { value: 'native', label: t('model.protocolNative') },
            { value: 'react', label: t('model.protocolReact') },
          ]}
          onChange={(protocol) => onChange({ ...draft, protocol })}
        />
        <p className="text-small text-ink-3">{t('model.protocolHelp')}</p>
      </section>
    </>
  );
}
