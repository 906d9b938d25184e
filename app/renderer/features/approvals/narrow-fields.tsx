import { type ReactNode, useId } from 'react';
import { Segmented } from '../../components/segmented.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { t } from '../../strings/translate.ts';
import { type ApprovalDraft, type ChosenWay, narrowingsOf, proposedUntil, type Way, wayOf } from './approval-draft.ts';

type Narrowing = NonNullable<Way['narrowed']> | 'whole';

/**
 * For how long the chosen way holds: as the offer has it, for a number of calls, or until a time today. A fault of the
 * number or the time stands beside it and disarms Allow.
 */
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
  const { offer, narrowed } = chosen;
  const narrowings = narrowingsOf(offer);
  if (narrowings.length === 0) return null;
  const bad = chosen.fault === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${id}-fault` };
  return (
    <div className="flex flex-wrap items-center gap-2 text-small text-ink-2">
      <Segmented<Narrowing>
        label={t('reach.howLong')}
        value={narrowed ?? 'whole'}
        onChange={(next) => onChange({ way: wayOf(offer, next === 'whole' ? undefined : next).id })}
        segments={[
          { value: 'whole', label: t(offer.grant.layer === 'run' ? 'reach.wholeRun' : 'reach.forGood') },
          ...narrowings.map((one) => ({
            value: one,
            label: t(one === 'times' ? 'reach.someTimes' : 'reach.untilTime'),
          })),
        ]}
      />
      {narrowed !== undefined && (
        <label htmlFor={id}>{t(narrowed === 'times' ? 'reach.timesField' : 'reach.untilField')}</label>
      )}
      {narrowed === 'times' && (
        <TextInput
          id={id}
          className="w-20"
          inputMode="numeric"
          maxLength={4}
          value={draft.times}
          onChange={(event) => onChange({ times: event.target.value.trim() })}
          {...bad}
        />
      )}
      {narrowed === 'until' && (
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
    </div>
  );
}
