import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '#contract/views';
import { Field } from '../../components/field.tsx';
import { Note } from '../../components/note.tsx';
import { TextArea } from '../../components/text-area.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';
import { problemAt, stepOfProblem } from './builder-steps.ts';
import type { AgentDraft } from './draft.ts';
import { NameSuggestion } from './name-suggestion.tsx';

const shown = /^\/(name|description|instructions)(\/|$)/;

/** Name, description, instructions; and what is wrong in parts of the file that no step shows. */
export function StepPurpose({
  draft,
  problems,
  onChange,
}: {
  draft: AgentDraft;
  problems: readonly Problem[];
  onChange: (draft: AgentDraft) => void;
}): ReactNode {
  const others = problems.filter(({ path }) => stepOfProblem(path) === 'purpose' && !shown.test(path));
  return (
    <>
      <Field label={t('purpose.name')} help={t('purpose.nameHelp')} error={problemAt(problems, '/name')}>
        {(ids) => (
          <TextInput
            {...ids}
            bytes
            maxLength={64}
            autoComplete="off"
            value={draft.name}
            placeholder={t('purpose.nameExample')}
            onChange={(event) => onChange({ ...draft, name: event.target.value })}
          />
        )}
      </Field>
      {draft.name === '' && <NameSuggestion onTake={(name) => onChange({ ...draft, name })} />}
      <Field
        label={t('purpose.description')}
        help={t('purpose.descriptionHelp')}
        error={problemAt(problems, '/description')}
      >
        {(ids) => (
          <TextInput
            {...ids}
            maxLength={500}
            value={draft.description}
            placeholder={t('purpose.descriptionExample')}
            onChange={(event) => onChange({ ...draft, description: event.target.value })}
          />
        )}
      </Field>
      <Field
        label={t('purpose.instructions')}
        help={t('purpose.instructionsHelp')}
        error={problemAt(problems, '/instructions')}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={11}
            value={draft.instructions}
            placeholder={t('purpose.instructionsExample')}
            onChange={(event) => onChange({ ...draft, instructions: event.target.value })}
          />
        )}
      </Field>
      {others.length > 0 && (
        <Note icon={CircleAlert} tone="void" role="alert">
          <b className="font-medium">{t('purpose.other')}</b>
          <ul>
            {others.map((problem) => (
              <li key={`${problem.path} ${problem.message}`}>{problem.message}</li>
            ))}
          </ul>
        </Note>
      )}
    </>
  );
}
