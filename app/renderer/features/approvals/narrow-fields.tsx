import { type ReactNode, useId } from 'react';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';
import { type ApprovalDraft, type ChosenWay, proposedUntil } from './approval-draft.ts';

/** The number of calls or the time today that narrows the chosen way; a fault stands beside it and disarms Allow. */
export function NarrowFields({
  chosen,
  draft,
  now,
  onChange,
}: {
  chosen: ChosenWay;
  draft: ApprovalDraft;
  now: number;
  onChange: (part: Partial<ApprovalDraft>) => void;
}): ReactNode {
  const id = useId();
  if (chosen.narrowed === undefined) return null;
  const bad = chosen.fault === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-fault` };
  return (
    <p className="flex flex-wrap items-center gap-2 text-small text-ink-2">
      <label htmlFor={id}>{t(chosen.narrowed === 'times' ? 'reach.timesField' : 'reach.untilField')}</label>
      {chosen.narrowed === 'times' ? (
        <TextInput
          id={id}
          className="w-20"
          inputMode="numeric"
          maxLength={4}
          value={draft.times}
          onChange={(event) => onChange({ times: event.target.value.trim() })}
          {...bad}
        />
      ) : (
        <TextInput
          id={id}
          className="w-20"
          inputMode="numeric"
          maxLength={5}
          value={draft.until ?? proposedUntil(now)}
          onChange={(event) => onChange({ until: event.target.value.trim() })}
          {...bad}
        />
      )}
      {chosen.fault !== undefined && (
        <span id={`${id}-fault`} role="alert" className="text-void-ink">
          {chosen.fault}
        </span>
      )}
    </p>
  );
}
