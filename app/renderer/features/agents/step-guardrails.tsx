import { CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '#contract/views';
import { Card } from '../../components/card.tsx';
import { Checkbox } from '../../components/checkbox.tsx';
import { Note } from '../../components/note.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { t } from '../../strings/translate.ts';
import { problemAt } from './builder-steps.ts';
import type { AgentDraft } from './draft.ts';
import { GuardedLength, isLength } from './guarded-length.tsx';
import { GUARDRAILS } from './guardrail-words.ts';
import { OutputSchema } from './output-schema.tsx';

const UNATTENDED = ['park', 'skip', 'stop'] as const;

const names: ReadonlySet<string> = new Set(GUARDRAILS.map(([name]) => name));

function ticked(draft: AgentDraft, name: string, on: boolean): AgentDraft {
  const rest = draft.guardrails.filter((each) => each !== name);
  return { ...draft, guardrails: on ? [...rest, name] : rest };
}

/** A guardrail of the file that has no tick box: it holds back every answer. */
function OtherGuardrail({ name, onRemove }: { name: string; onRemove: () => void }): ReactNode {
  const own = name.startsWith('tool:');
  return (
    <Note icon={own ? Clock : CircleAlert} tone={own ? 'plain' : 'void'} role="alert">
      <Checkbox checked onChange={onRemove}>
        <code>{name}</code>
      </Checkbox>
      <p>{t(own ? 'guardrails.own' : 'guardrails.unknown')}</p>
    </Note>
  );
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
  const fault = problemAt(problems, '/unattended');
  const length = draft.guardrails.findIndex(isLength);
  return (
    <>
      <section aria-label={t('guardrails.before')}>
        <h3 className="mb-1.5 text-small font-medium text-ink-2">{t('guardrails.before')}</h3>
        <Card>
          {GUARDRAILS.map(([name, label, note]) => (
            <div key={name} className="border-line border-b px-4 py-2">
              <Checkbox checked={draft.guardrails.includes(name)} onChange={(on) => onChange(ticked(draft, name, on))}>
                {t(label)}
              </Checkbox>
              <p className="ps-6 text-small text-ink-3">{t(note)}</p>
            </div>
          ))}
          <GuardedLength
            guardrails={draft.guardrails}
            problem={length < 0 ? undefined : problemAt(problems, `/guardrails/${length}`)}
            onChange={(guardrails) => onChange({ ...draft, guardrails })}
          />
        </Card>
      </section>
      {draft.guardrails
        .filter((name, index) => !names.has(name) && index !== length)
        .map((name) => (
          <OtherGuardrail key={name} name={name} onRemove={() => onChange(ticked(draft, name, false))} />
        ))}
      <OutputSchema
        output={draft.output}
        hasTools={draft.tools.length > 0}
        problem={problemAt(problems, '/output')}
        onChange={({ output }) => {
          const { output: _before, ...rest } = draft;
          onChange(output ? { ...rest, output } : rest);
        }}
      />
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
