import { Check, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { STEPS, type Step, type StepMark, stepNames } from './builder-steps.ts';

function Mark({ mark }: { mark: StepMark }): ReactNode {
  switch (mark.type) {
    case 'done':
      return (
        <>
          <Icon of={Check} size="s" />
          <span className="sr-only">{t('builder.done')}</span>
        </>
      );
    case 'count':
      return (
        <span className="text-cap text-ink-3">{mark.count === 0 ? t('builder.none') : formatNumber(mark.count)}</span>
      );
    case 'due':
      return <span className="text-cap text-seal-ink">{t('builder.due')}</span>;
    case 'wrong':
      return (
        <span className="text-void-ink">
          <Icon of={CircleAlert} size="s" />
          <span className="sr-only">{t('builder.wrong', { count: mark.count })}</span>
        </span>
      );
  }
}

/** The steps of the builder with what stands beside each; on narrow windows without their numbers. */
export function StepList({
  step,
  marks,
  onChange,
}: {
  step: Step;
  marks: Readonly<Record<Step, StepMark>>;
  onChange: (step: Step) => void;
}): ReactNode {
  return (
    <nav
      aria-label={t('builder.steps')}
      className="grid min-h-0 content-start gap-px overflow-auto px-2 py-3 compact:px-1.5"
    >
      {STEPS.map((one, index) => {
        const mark = marks[one];
        return (
          <button
            key={one}
            type="button"
            aria-current={one === step ? 'step' : undefined}
            onClick={() => onChange(one)}
            className={classNames(
              'grid min-h-8 grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-2 rounded-2 px-2 text-start font-medium text-ink-2 hover:bg-hover hover:text-ink compact:grid-cols-[minmax(0,1fr)_auto] compact:gap-1 compact:px-1.5 compact:text-small',
              one === step && 'bg-select text-ink',
            )}
          >
            <span
              className={classNames(
                'text-center font-mono text-cap/4 font-medium compact:hidden',
                mark.type === 'wrong' ? 'text-void-ink' : mark.type === 'due' ? 'text-seal-ink' : 'text-ink-3',
              )}
            >
              {formatNumber(index + 1)}
            </span>
            <span className="cut">{t(stepNames[one])}</span>
            <Mark mark={mark} />
          </button>
        );
      })}
    </nav>
  );
}
