import type { ReactNode } from 'react';
import type { Approval } from '#contract/approval';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { Text } from '../../strings/text.tsx';
import { t } from '../../strings/translate.ts';
import { LabelSources } from './label-sources.tsx';

/**
 * That a request carries text from outside, from which sources and with which of their words (rules A4, A9). While it
 * waits also that only this call can be allowed (H7).
 */
export function OutsideNote({ approval, waits }: { approval: Approval; waits: boolean }): ReactNode {
  if (approval.labels.length === 0) return null;
  return (
    <Note icon={meaning.outsideText} tone="seal">
      <Text of="approval.outside" with={{ places: <LabelSources labels={approval.labels} of={approval} /> }} />
      {waits && ` ${t('approval.onlyThis')}`}
    </Note>
  );
}
