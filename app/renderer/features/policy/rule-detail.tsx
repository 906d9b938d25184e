import { Ban, Lock, UserRoundCog } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PolicyRow } from '#contract/views';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { formatMoment } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { hrefOf } from '../shell/place.ts';
import { useNow } from '../shell/use-now.ts';
import { DecisionChoice } from './decision-choice.tsx';
import { DecisionMark } from './decision-mark.tsx';
import { RecordText } from './record-text.tsx';
import { isEditable } from './rule-edit.ts';
import type { RuleActs } from './rule-menu.tsx';
import { originOf, whyWords } from './rule-words.ts';

/** One rule: its sentence, where it comes from, why it is as it is, and what a person can do about it. */
export function RuleDetail({
  row,
  overruling,
  acts,
}: {
  row: PolicyRow;
  /** The rule that wins over it: asking what this one asks is not needed any more. */
  overruling: PolicyRow | undefined;
  acts: RuleActs;
}): ReactNode {
  const now = useNow(30_000);
  const expires = row.grant?.expiresAt;
  return (
    <section aria-label={t('policy.rule')} className="grid content-start gap-3 overflow-auto p-4">
      <p className="double-rule pb-3 font-record compact:pe-8 text-sentence text-pretty [overflow-wrap:anywhere]">
        <RecordText of={row.sentence} />
      </p>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-2">
        <DecisionMark of={row.decision} byYou={originOf(row) === 'you'} />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {!row.revocable && originOf(row) === 'default' && (
            <Icon of={Lock} size="xs" className="me-1 inline align-[-2px]" />
          )}
          {row.source}
        </span>
      </div>
      <div className="grid gap-1 text-small text-ink-2">
        {overruling && (
          <p>
            {t('policy.overruled')}{' '}
            <span className="font-record text-base/4.5 text-ink">
              “<RecordText of={overruling.sentence} />”
            </span>
          </p>
        )}
        <p>
          {whyWords(row)}{' '}
          {row.run !== undefined && <a href={hrefOf({ screen: 'run', run: row.run })}>{t('policy.openRun')}</a>}
        </p>
        <p className="text-ink-3">
          {row.agent === undefined ? t('policy.aboutEvery') : t('policy.about', { agent: row.agent })}{' '}
          {t('policy.pastHits', { count: row.hits })}.{' '}
          {expires !== undefined && `${t('policy.expires', { when: formatMoment(expires, now) })}.`}
        </p>
      </div>
      {isEditable(row) && (
        <div className="grid justify-items-start gap-1.5">
          <h3 className="text-small font-medium text-ink-2">{t('policy.changeTo')}</h3>
          <DecisionChoice value={row.decision} onChange={acts.change} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {row.kind === 'binding' && row.agent !== undefined && (
          <Button icon={UserRoundCog} onClick={acts.edit}>
            {t('policy.editBinding')}
          </Button>
        )}
        {row.revocable && (
          <Button look="void" icon={Ban} className="-ms-2.5" onClick={acts.revoke}>
            {t('policy.revoke')}
          </Button>
        )}
      </div>
    </section>
  );
}
