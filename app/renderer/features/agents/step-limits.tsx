import type { ReactNode } from 'react';
import type { Problem } from '#contract/views';
import { Field } from '../../components/field.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';
import { problemAt } from './builder-steps.ts';
import { CallLimits } from './call-limits.tsx';
import { type AgentDraft, LIMITS } from './draft.ts';

const words = {
  steps: ['limits.steps', 'limits.stepsHelp'],
  seconds: ['limits.seconds', 'limits.secondsHelp'],
  tokens: ['limits.tokens', 'limits.tokensHelp'],
  usd: ['limits.usd', 'limits.usdHelp'],
} as const;

/** How far a run goes by itself before it stops and asks. */
export function StepLimits({
  draft,
  problems,
  onChange,
}: {
  draft: AgentDraft;
  problems: readonly Problem[];
  onChange: (draft: AgentDraft) => void;
}): ReactNode {
  return (
    <>
      <div className="grid grid-cols-2 gap-4 compact:grid-cols-1">
        {LIMITS.map((name) => (
          <Field
            key={name}
            label={t(words[name][0])}
            help={t(words[name][1])}
            error={problemAt(problems, `/limits/${name}`)}
          >
            {(ids) => (
              <TextInput
                {...ids}
                dir="ltr"
                inputMode="decimal"
                value={draft.limits[name]}
                onChange={(event) => onChange({ ...draft, limits: { ...draft.limits, [name]: event.target.value } })}
              />
            )}
          </Field>
        ))}
      </div>
      <CallLimits draft={draft} problems={problems} onChange={onChange} />
    </>
  );
}
