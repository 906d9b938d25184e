import { ArrowUpRight, Check, CircleAlert, Laptop, MessageSquareText, RefreshCw, X } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import type { FoundModel } from '#contract/views';
import { Button } from '../../components/button.tsx';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { Note } from '../../components/note.tsx';
import { Ring } from '../../components/ring.tsx';
import { t } from '../../strings/translate.ts';
import { ProbeLines } from '../models/probe-lines.tsx';
import { lookForModels, modelName, useModels } from '../models/use-models.ts';
import { probe, useProbe } from '../models/use-probe.ts';
import { Section } from './section.tsx';

const cell = 'h-8 border-line border-b px-2 align-middle first:ps-3.5 last:pe-3.5';
const head = 'h-7 border-line-2 border-b px-2 text-start text-cap font-medium text-ink-3 first:ps-3.5 last:pe-3.5';
const protocols = {
  native: [Check, 'settings.native', ''],
  react: [MessageSquareText, 'settings.react', 'text-ink-2'],
  none: [X, 'settings.none', 'text-void-ink'],
} as const;

function ModelRow({ model }: { model: FoundModel }): ReactNode {
  const state = useProbe(model.ref);
  const action = t(state?.type === 'done' ? 'settings.probeAgain' : 'settings.probe');
  const protocol = state?.type === 'done' ? protocols[state.probe.protocol] : undefined;
  return (
    <Fragment>
      <tr className={classNames(state && 'select-edge')}>
        <td className={`${cell} font-medium`}>
          <span className="[overflow-wrap:anywhere]">{modelName(model)}</span>
        </td>
        <td className={`${cell} text-ink-2 compact:hidden`}>{model.rules ? t('home.demoShort') : model.where}</td>
        <td className={`${cell} whitespace-nowrap text-ink-2`}>
          <span className="inline-flex items-center gap-1">
            <Icon of={model.local ? Laptop : ArrowUpRight} size="xs" />
            {t(model.local ? 'settings.stays' : 'settings.leaves')}
          </span>
        </td>
        <td className={`${cell} whitespace-nowrap`}>
          {protocol ? (
            <span className={`inline-flex items-center gap-1 ${protocol[2]}`}>
              <Icon of={protocol[0]} size="xs" />
              {t(protocol[1])}
            </span>
          ) : (
            <span className="text-ink-3">{t('settings.notProbed')}</span>
          )}
        </td>
        <td className={`${cell} text-end whitespace-nowrap`}>
          <Button
            size="s"
            look={state ? 'plain' : 'quiet'}
            busy={state?.type === 'probing'}
            disabled={state?.type === 'probing'}
            aria-label={t('settings.probeName', { action, name: modelName(model) })}
            onClick={() => void probe(model.ref)}
          >
            {action}
          </Button>
        </td>
      </tr>
      {state && (
        <tr>
          <td colSpan={5} className="border-line border-b bg-sunk px-3.5 py-2.5">
            <section aria-label={t('settings.probeResult', { name: modelName(model) })}>
              <ProbeLines state={state} />
            </section>
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** The models that were found, each with its probe: plain words on what works and what will fail. */
export function ModelsSection(): ReactNode {
  const { models, looking, fault } = useModels();
  return (
    <Section
      id="models"
      title={t('settings.models')}
      lead={t('settings.modelsLead')}
      actions={
        <Button size="s" icon={RefreshCw} disabled={looking} onClick={() => void lookForModels()}>
          {t('settings.lookAgain')}
        </Button>
      }
    >
      {fault !== undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          {fault}
        </Note>
      )}
      <table aria-label={t('settings.models')} className="w-full border-collapse [&_tr:last-child>td]:border-0">
        <thead>
          <tr>
            <th scope="col" className={head}>
              {t('settings.model')}
            </th>
            <th scope="col" className={`${head} compact:hidden`}>
              {t('settings.where')}
            </th>
            <th scope="col" className={head}>
              {t('settings.textGoes')}
            </th>
            <th scope="col" className={head}>
              {t('settings.toolCalls')}
            </th>
            <th scope="col" className={head}>
              <span className="sr-only">{t('settings.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {(models ?? []).map((model) => (
            <ModelRow key={model.ref} model={model} />
          ))}
        </tbody>
      </table>
      {looking && (
        <p role="status" className="flex items-center gap-2 px-3.5 py-2 text-small text-ink-3">
          <Ring /> {t('settings.looking')}
        </p>
      )}
      {!looking && models?.every((model) => model.rules) && (
        <p className="border-line border-t px-3.5 py-2 text-small text-ink-3">{t('settings.noModels')}</p>
      )}
    </Section>
  );
}
