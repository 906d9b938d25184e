import { Quote } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Approval } from '#contract/approval';
import type { RunId } from '#contract/ids';
import { ExactText } from '../../components/exact-text.tsx';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../strings/translate.ts';
import { EffectLines } from '../approvals/effect-line.tsx';
import { toolName } from '../run/describe-call.ts';
import { hrefOf } from '../shell/place.ts';

/** The head of an open request, answered or not: its run and tool, its title, its effects, the agent's own words. */
export function RequestHead({
  titleId,
  run,
  runTitle,
  approval,
  beside,
  notes,
}: {
  titleId: string;
  run: RunId;
  runTitle: string;
  approval: Approval;
  /** At the end of the first line. */
  beside?: ReactNode;
  /** Between the effects and the agent's words. */
  notes?: ReactNode;
}): ReactNode {
  return (
    <>
      <div>
        <p className="flex flex-wrap items-center gap-x-2 text-small text-ink-3">
          <a href={hrefOf({ screen: 'run', run })}>
            <bdi>{runTitle || t('runs.untitled')}</bdi>
          </a>
          <span>
            {t('inbox.tool')} <code className="text-ink-2">{toolName(approval.call)}</code>
          </span>
          {beside}
        </p>
        <h2
          id={titleId}
          dir="auto"
          className="font-record text-ask font-semibold tracking-[-0.01em] [overflow-wrap:anywhere]"
        >
          <ExactText text={approval.title.text} />{' '}
          {approval.title.object !== '' && (
            <code className="text-h2/8 font-medium">
              <ExactText text={approval.title.object} />
            </code>
          )}
        </h2>
      </div>
      <EffectLines effects={approval.effects} />
      {notes}
      {approval.agentWords.trim() !== '' && (
        <p className="flex items-start gap-2 text-small text-ink-2">
          <Icon of={Quote} size="s" className="mt-px" />
          <span className="shrink-0 text-ink-3">{t('approval.agentWords')}</span>
          <q className="min-w-0 before:content-['“'] after:content-['”'] [overflow-wrap:anywhere]">
            {approval.agentWords.trim()}
          </q>
        </p>
      )}
    </>
  );
}
