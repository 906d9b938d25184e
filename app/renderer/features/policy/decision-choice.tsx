import type { ReactNode } from 'react';
import { meaning } from '../../components/meaning-icons.ts';
import { Segmented } from '../../components/segmented.tsx';
import { t } from '../../strings/translate.ts';
import type { Word } from './rule-words.ts';

const words = ['allow', 'ask', 'deny'] as const;

/** Allow, ask or deny for a rule that is there. */
export function DecisionChoice({ value, onChange }: { value: Word; onChange: (word: Word) => void }): ReactNode {
  return (
    <Segmented
      label={t('policy.changeTo')}
      value={value}
      segments={words.map((word) => ({ value: word, label: t(`decision.${word}`), icon: meaning[word] }))}
      onChange={onChange}
    />
  );
}
