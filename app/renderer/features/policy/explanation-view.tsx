import type { ReactNode } from 'react';
import type { Explanation } from '#contract/views';
import { classNames } from '../../components/class-names.ts';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { t } from '../../strings/translate.ts';
import { RecordText } from './record-text.tsx';

const tones = { allow: 'plain', ask: 'seal', deny: 'void' } as const;

/** What the reason says besides the rule, which stands after it, as a sentence of its own. */
function reasonBeside(reason: string, rule: string): string {
  if (reason === rule) return '';
  const rest = reason.endsWith(`: ${rule}`) ? reason.slice(0, -rule.length - 2) : reason;
  // What is left of it may be the path or host alone.
  if (!/\s/.test(rest)) return t('trial.about', { object: rest.replace(/^`|`$/g, '') });
  const begun = /^[a-z]+\s/.test(rest) ? rest.charAt(0).toUpperCase() + rest.slice(1) : rest;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** The answer to “Would this call run?” and the numbered steps that led to it, in the words of `explain call`. */
export function ExplanationView({ of: { decision, reason, rule, steps } }: { of: Explanation }): ReactNode {
  const why = reasonBeside(reason, rule.sentence);
  return (
    <>
      <Note icon={meaning[decision]} tone={tones[decision]} role="status">
        <strong className="font-semibold">{t(`trial.${decision}`)}</strong>{' '}
        {why !== '' && (
          <>
            <RecordText of={why} />{' '}
          </>
        )}
        {t('trial.rule')}{' '}
        <span className="font-record text-base/4.5">
          “<RecordText of={rule.sentence} />”
        </span>
      </Note>
      <ol aria-label={t('trial.steps')} className="double-rule grid gap-0.5">
        {steps.map((step, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one answer never change places
            key={index}
            className="grid grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-2 border-line border-b py-0.75 text-small leading-[1.125rem] last:border-0"
          >
            <span aria-hidden className="text-end font-mono text-cap/4.5 text-ink-3">
              {index + 1}
            </span>
            <span className={classNames('[overflow-wrap:anywhere]', index === steps.length - 1 && 'font-medium')}>
              <RecordText of={step.text} />
            </span>
            <span className="max-w-56 text-end text-ink-3 [overflow-wrap:anywhere]">{step.source}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
