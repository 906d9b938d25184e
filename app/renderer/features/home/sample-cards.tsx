import {
  BookOpenText,
  Calculator,
  CircleAlert,
  Globe,
  KeyRound,
  MapPinned,
  Play,
  ReceiptText,
  UserRoundCog,
} from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { AgentSummary } from '#contract/views';
import { failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Icon } from '../../components/icon.tsx';
import { Note } from '../../components/note.tsx';
import { t } from '../../strings/translate.ts';
import { chooseForRun } from '../agents/run-choice.ts';
import { startRun } from '../agents/start-run.ts';
import { WhatItMay } from '../agents/what-it-may.tsx';
import { needsNetwork, samplePrompt } from './sample-prompt.ts';

const glyphs = new Map([
  ['ledger-check', ReceiptText],
  ['city-brief', MapPinned],
  ['folder-guide', BookOpenText],
  ['desk-calculator', Calculator],
]);

/** The agents that came with the program: what each does, what it may touch, one press to run it. */
export function SampleCards({ samples, beside }: { samples: readonly AgentSummary[]; beside?: ReactNode }): ReactNode {
  const [shown, show] = useState<string>();
  const [busy, setBusy] = useState<string>();
  const [fault, setFault] = useState<string>();
  const heading = useId();
  const run = async (agent: AgentSummary) => {
    const text = samplePrompt(agent.name);
    if (text === undefined) {
      chooseForRun(agent.name);
      return;
    }
    setBusy(agent.name);
    setFault(undefined);
    try {
      await startRun({ agent: agent.name, text });
    } catch (error) {
      setFault(failureWords(error));
      setBusy(undefined);
    }
  };
  return (
    <section aria-labelledby={heading}>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-2">
        <h2 id={heading} className="font-semibold">
          {t('home.samples')}
        </h2>
        <span className="text-small text-ink-3">{t('home.samplesNote')}</span>
        {beside}
      </div>
      {fault !== undefined && (
        <div className="mb-2">
          <Note icon={CircleAlert} tone="void" role="alert">
            <b className="font-medium">{t('home.failed')}.</b> {fault}
          </Note>
        </div>
      )}
      <div className="grid grid-cols-3 gap-3">
        {samples.slice(0, 3).map((agent) => (
          <Card key={agent.id} className="grid grid-rows-[auto_1fr_auto_auto] gap-1.5 px-4 py-3.5">
            <h3 className="flex items-center gap-2 text-title font-semibold">
              <Icon of={glyphs.get(agent.name) ?? UserRoundCog} className="text-ink-2" />
              <span className="min-w-0 [overflow-wrap:anywhere]">{agent.name}</span>
            </h3>
            <div>
              <p className="text-note text-ink-2">{agent.description}</p>
              {needsNetwork(agent.name) && (
                <p className="mt-1 flex items-start gap-1 text-small text-ink-2">
                  <Icon of={Globe} size="xs" className="mt-0.5" />
                  {t('home.needsNetwork')}
                </p>
              )}
            </div>
            <p className="flex items-start gap-1 text-small text-ink-3">
              <Icon of={agent.fault === undefined ? KeyRound : CircleAlert} size="xs" className="mt-0.5" />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                {agent.fault ?? (agent.summary || t('home.noFiles'))}
              </span>
            </p>
            <div className="mt-1 flex flex-wrap gap-2">
              <Button
                size="s"
                icon={Play}
                busy={busy === agent.name}
                disabled={agent.fault !== undefined || busy !== undefined}
                aria-label={t('home.runName', { name: agent.name })}
                onClick={() => void run(agent)}
              >
                {t('home.run')}
              </Button>
              <Button
                size="s"
                look="quiet"
                aria-label={t('home.whatNameMay', { name: agent.name })}
                onClick={() => show(agent.name)}
              >
                {t('home.whatItMay')}
              </Button>
            </div>
          </Card>
        ))}
      </div>
      <WhatItMay name={shown} onClose={() => show(undefined)} />
    </section>
  );
}
