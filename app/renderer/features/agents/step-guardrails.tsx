import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '#contract/views';
import { Card } from '../../components/card.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Note } from '../../components/note.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { t } from '../../strings/translate.ts';
import { problemAt } from './builder-steps.ts';
import type { AgentDraft } from './draft.ts';

/** The guardrails there are, by the name the agent file uses, with their words. */
const GUARDRAILS = [['facts-provenanced', 'guardrails.facts', 'guardrails.factsNote']] as const;
const UNATTENDED = ['park', 'skip', 'stop'] as const;

const names: ReadonlySet<string> = new Set(GUARDRAILS.map(([name]) => name));

function ticked(draft: AgentDraft, name: string, on: boolean): AgentDraft {
  const rest = draft.guardrails.filter((each) => each !== name);
  return { ...draft, guardrails: on ? [...rest, name] : rest };
}

/** What is looked at before an answer is given out, and what becomes of questions when nobody is there. */
export function StepGuardrails({
  draft,
  problems,
  onChange,
}: {
  draft: AgentDraft;
  problems: readonly Problem[];
  onChange: (draft: AgentDraft) => void;
}): ReactNode {
  const fault = problemAt(problems, '/guardrails') ?? problemAt(problems, '/unattended');
  return (
    <>
      <section aria-label={t('guardrails.before')}>
        <h3 className="mb-1.5 text-small font-medium text-ink-2">{t('guardrails.before')}</h3>
        <Card>
          {GUARDRAILS.map(([name, label, note]) => (
            <div key={name} className="border-line border-b px-4 py-2 last:border-0">
              <Checkbox checked={draft.guardrails.includes(name)} onChange={(on) => onChange(ticked(draft, name, on))}>
                {t(label)}
              </Checkbox>
              <p className="ps-6 text-small text-ink-3">{t(note)}</p>
            </div>
          ))}
        </Card>
      </section>
      {draft.guardrails
        .filter((name) => !names.has(name))
        .map((name) => (
          <Note key={name} icon={CircleAlert} tone="void" role="alert">
            <Checkbox checked onChange={() => onChange(ticked(draft, name, false))}>
              <code>{name}</code>
            </Checkbox>
            <p>{t('guardrails.unknown')}</p>
          </Note>
        ))}
      <section aria-label={t('guardrails.unattended')}>
        <h3 className="mb-1.5 text-small font-medium text-ink-2">{t('guardrails.unattended')}</h3>
        <Card className="overflow-hidden">
          <RadioGroup
            label={t('guardrails.unattended')}
            value={draft.unattended}
            options={UNATTENDED.map((value) => ({
              value,
              label: t(`guardrails.${value}`),
              note: t(`guardrails.${value}Note`),
            }))}
            onChange={(unattended) => onChange({ ...draft, unattended })}
          />
        </Card>
      </section>
      {fault !== undefined && (
        <p role="alert" className="text-small text-void-ink">
          {fault}
        </p>
      )}
    </>
  );
}
