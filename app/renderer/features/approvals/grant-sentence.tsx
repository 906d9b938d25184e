import { History } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { GrantOffer } from '#contract/approval';
import type { Grant } from '#contract/permission';
import { Icon } from '../../components/icon.tsx';
import { type PlainKey, t } from '../../strings/translate.ts';
import { RecordText } from '../policy/record-text.tsx';
import type { ChosenWay } from './approval-draft.ts';

const rest = {
  file: 'approval.restFile',
  net: 'approval.restHost',
  tool: 'approval.restTool',
  secret: 'approval.restSecret',
  config: 'approval.restConfig',
} as const satisfies Record<Grant['permission']['kind'], PlainKey>;

/** What the grant leaves as it was. */
function notCovered({ permission, labels }: Grant): string {
  const key: PlainKey = permission.kind === 'tool' && permission.line ? 'approval.restLine' : rest[permission.kind];
  return labels === 'none' ? `${t(key)} ${t('approval.restOutside')}` : t(key);
}

/** How many past calls the offer would have covered, and how many of them a person had denied. */
function Covered({ offer: { covered, coveredDenied } }: { offer: GrantOffer }): ReactNode {
  if (covered === 0) return t(coveredDenied === undefined ? 'approval.coveredNoneOfRun' : 'approval.coveredNone');
  if (coveredDenied === undefined) return t('approval.coveredOfRun', { count: covered });
  const counted = t('approval.covered', { count: covered });
  if (coveredDenied === 0) return counted;
  return (
    <>
      {counted}; <b className="font-medium text-ink">{t('approval.coveredDenied', { count: coveredDenied })}</b>
    </>
  );
}

/**
 * The sentence of the grant that an answer would give, closed by a double rule, with what it does not cover; then what
 * it would have covered.
 */
export function GrantSentence({ chosen, ruled = true }: { chosen: ChosenWay; ruled?: boolean }): ReactNode {
  const { sentence, offer } = chosen;
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sentence is another thing to read before Allow
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [chosen.id]);
  return (
    <div ref={box} className={ruled ? 'border-line-2 border-t-[3px] border-double pt-2.5' : ''}>
      <p className="font-record text-sentence text-pretty [overflow-wrap:anywhere]">
        <RecordText of={sentence} />
        {!offer.sentence.includes('still ask') && <span className="text-ink-2"> {notCovered(offer.grant)}</span>}
      </p>
      <p className="mt-1 flex items-center gap-1.5 text-small text-ink-2">
        <Icon of={History} size="s" />
        <span>
          <Covered offer={offer} />
        </span>
      </p>
    </div>
  );
}
