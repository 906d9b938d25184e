import type { ReactNode } from 'react';
import type { Approval } from '#contract/approval';
import { Icon } from '../../components/icon.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { t } from '../../strings/translate.ts';
import { OutsideNote } from './outside-note.tsx';

/** What must be said before the answers: text from outside, look-alike letters, staged files, an unknown outcome. */
export function CardNotes({ approval, mixed }: { approval: Approval; mixed: readonly string[] }): ReactNode {
  return (
    <>
      <OutsideNote approval={approval} waits />
      {mixed.length > 0 && (
        <Note icon={meaning.final} tone="void">
          {t('approval.mixed', { words: mixed.join(', ') })}
        </Note>
      )}
      {approval.purpose === 'apply-changes' && (
        <p className="flex items-center gap-1.5 text-small text-ink-2">
          <Icon of={meaning.stays} size="s" className="text-ink-3" />
          {t('approval.stagedByCode')}
        </p>
      )}
      {approval.purpose === 'reconcile' && (
        <Note icon={meaning.unknown} tone="seal">
          {t('approval.reconcile')} {approval.reason}
        </Note>
      )}
    </>
  );
}
