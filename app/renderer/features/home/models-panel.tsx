import { Check, CircleAlert, Cpu, KeyRound, RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { FoundModel } from '#contract/views';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { Ring } from '../../components/ring.tsx';
import { Text } from '../../strings/text.tsx';
import { t } from '../../strings/translate.ts';
import { useRunChoice } from '../agents/run-choice.ts';
import { lookForModels, modelName, useModels } from '../models/use-models.ts';
import { type ProbeState, probe, useProbe } from '../models/use-probe.ts';
import { goTo, hrefOf } from '../shell/place.ts';
import { Panel, PanelRow } from './panel.tsx';

const SHOWN = 5;
const SLOW_MS = 2000;

/** The one line that says what will not work: the first fault of the probe, else how tools are called. */
function probeWords(state: ProbeState | undefined): string {
  if (!state) return t('home.notProbed');
  if (state.type === 'probing') return t('model.probing');
  if (state.type === 'failed') return `${t('model.probeFailed')}. ${state.fault}`;
  const bad = state.probe.lines.find((line) => !line.ok);
  if (bad) return bad.text;
  const { protocol } = state.probe;
  return t(protocol === 'native' ? 'model.probeNative' : protocol === 'react' ? 'model.probeReact' : 'model.probeNone');
}

function ModelRow({ model }: { model: FoundModel }): ReactNode {
  const state = useProbe(model.ref);
  const inUse = useRunChoice((choice) => choice.model === model.ref);
  return (
    <PanelRow
      glyph={<Icon of={Cpu} />}
      title={
        <>
          <b className="font-medium">{modelName(model)}</b> <span className="text-ink-3">{model.where}</span>
        </>
      }
      detail={
        <span role="status">
          {!model.local && `${t('home.leaves')}. `}
          {probeWords(state)}
        </span>
      }
      action={
        <span className="flex gap-1">
          {!state && (
            <Button size="s" look="quiet" onClick={() => void probe(model.ref)}>
              {t('home.probe')}
            </Button>
          )}
          <Button
            size="s"
            {...(inUse ? { icon: Check } : {})}
            aria-label={t(inUse ? 'home.inUseName' : 'home.useName', { name: model.name })}
            onClick={() =>
              useRunChoice.setState(({ asked }) => ({ model: inUse ? undefined : model.ref, asked: asked + 1 }))
            }
          >
            {t(inUse ? 'home.inUse' : 'home.use')}
          </Button>
        </span>
      }
    />
  );
}

function Looking(): ReactNode {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <PanelRow
      quiet
      glyph={<Ring />}
      title={<span role="status">{t('home.looking')}</span>}
      detail={slow && t('home.lookingSlow')}
    />
  );
}

/** Models that were found, with what will not work; looking goes on beside everything else. */
export function ModelsPanel(): ReactNode {
  const { models, looking, fault } = useModels();
  const found = (models ?? []).filter((model) => !model.rules);
  const toKeys = () => goTo({ screen: 'settings', section: 'keys' });
  return (
    <Panel title={t('home.models')}>
      {fault !== undefined && <PanelRow glyph={<Icon of={CircleAlert} className="text-void-ink" />} title={fault} />}
      {found.slice(0, SHOWN).map((model) => (
        <ModelRow key={model.ref} model={model} />
      ))}
      {found.length > SHOWN && (
        <PanelRow
          quiet
          glyph={<Icon of={Cpu} />}
          title={
            <a href={hrefOf({ screen: 'settings', section: 'models' })}>
              {t('home.moreModels', { count: found.length - SHOWN })}
            </a>
          }
        />
      )}
      {looking && <Looking />}
      {!looking && found.length === 0 && fault === undefined ? (
        <EmptyState
          icon={Cpu}
          title={t('home.noLocal')}
          action={
            <span className="flex gap-2">
              <Button size="s" icon={RefreshCw} onClick={() => void lookForModels()}>
                {t('home.lookAgain')}
              </Button>
              <Button size="s" look="quiet" icon={KeyRound} onClick={toKeys}>
                {t('home.addKey')}
              </Button>
            </span>
          }
        >
          {t('home.noLocalWhy')}
        </EmptyState>
      ) : (
        <PanelRow
          glyph={<Icon of={KeyRound} />}
          title={
            <span className="text-ink-3">
              <Text
                of="home.addKeyFor"
                with={{ link: <a href={hrefOf({ screen: 'settings', section: 'keys' })}>{t('home.addKey')}</a> }}
              />
            </span>
          }
        />
      )}
    </Panel>
  );
}
