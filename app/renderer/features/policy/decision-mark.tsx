import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { t } from '../../strings/translate.ts';
import type { Word } from './rule-words.ts';

const tones = { allow: 'ink', ask: 'ask', deny: 'deny' } as const;

/** Allow, ask or deny as a badge. `byYou`: a person gave it, so its check stands in a seal. */
export function DecisionMark({ of, byYou = false }: { of: Word; byYou?: boolean }): ReactNode {
  const icon = of === 'allow' && byYou ? meaning.answered : meaning[of];
  return (
    <Badge icon={icon} tone={tones[of]}>
      {t(`decision.${of}`)}
    </Badge>
  );
}
