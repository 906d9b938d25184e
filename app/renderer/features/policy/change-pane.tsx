import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Grant } from '#contract/permission';
import { classNames } from '../../components/class-names.ts';
import { Note } from '../../components/note.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { t } from '../../strings/translate.ts';
import { applyRule } from './apply-rule.ts';
import { DecisionChoice } from './decision-choice.tsx';
import { type MarkedWords, markedChange } from './marked-change.ts';
import { RecordText } from './record-text.tsx';
import type { RuleChange } from './rule-edit.ts';
import type { Word } from './rule-words.ts';
import { usePreview } from './use-preview.ts';
import { WhatIfPane } from './what-if-pane.tsx';

const looks: Record<MarkedWords['mark'], string> = {
  same: '',
  gone: 'text-ink-3 line-through',
  new: 'rounded-1 bg-press box-decoration-clone px-0.75 font-semibold',
};

/** A sentence with its change marked: struck out what goes, on a darker ground what comes. */
export function MarkedSentence({ before, now }: { before: string; now: string }): ReactNode {
  return (
    <p className="font-record text-sentence text-pretty [overflow-wrap:anywhere]">
      {markedChange(before, now).map(({ text, mark }, index) => {
        const Mark = mark === 'gone' ? 'del' : mark === 'new' ? 'ins' : 'span';
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the stretches of one sentence never change places
          <span key={index}>
            {index > 0 && !text.startsWith('.') && ' '}
            <Mark className={classNames(mark === 'new' && 'no-underline', looks[mark])}>
              <RecordText of={text} />
            </Mark>
          </span>
        );
      })}
    </p>
  );
}

/** Another decision for a rule that is there, what it would have changed, and the way to put it in force. */
export function ChangePane({
  change,
  onApplied,
  onChange,
  onDiscard,
  onNext,
}: {
  change: RuleChange;
  onApplied: (rule: Grant) => void;
  onChange: () => void;
  onDiscard: () => void;
  /** Another decision instead; the one it has takes the change back. */
  onNext: (next: Word) => void;
}): ReactNode {
  const preview = usePreview(change.draft, 0);
  return (
    <WhatIfPane
      draft={preview.fault === undefined ? change.draft : undefined}
      revoke={change.revoke}
      onApply={async (draft) => {
        onApplied(await applyRule(draft, change.revoke, onChange));
      }}
      onDiscard={onDiscard}
    >
      <h2 className="font-semibold">{t('whatIf.title')}</h2>
      <div>
        <DecisionChoice value={change.next} onChange={onNext} />
      </div>
      {preview.sentence !== undefined && <MarkedSentence before={change.row.sentence} now={preview.sentence} />}
      {preview.fault !== undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          {t('newRule.refused')}. {preview.fault}
        </Note>
      )}
      {preview.sentence === undefined && preview.fault === undefined && <Skeleton lines={[90]} />}
    </WhatIfPane>
  );
}
