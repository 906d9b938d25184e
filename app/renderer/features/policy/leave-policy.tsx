import { type ReactNode, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { t } from '../../strings/translate.ts';
import { RecordText } from './record-text.tsx';

/** Asks before a change is lost that is not applied: what goes, and that every rule stays as it is. */
export function LeavePolicy({
  open,
  sentence,
  onStay,
  onDiscard,
}: {
  open: boolean;
  /** The rule that is being changed; none for a new one. */
  sentence: string | undefined;
  onStay: () => void;
  onDiscard: () => void;
}): ReactNode {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title={t('whatIf.leaveTitle')}
      focusRef={stay}
      actions={
        <>
          <span className="me-auto">
            <Button look="void" onClick={onDiscard}>
              {t('whatIf.leaveDiscard')}
            </Button>
          </span>
          <Button ref={stay} onClick={onStay}>
            {t('whatIf.stay')}
          </Button>
        </>
      }
    >
      <p>{t('whatIf.leaveGoes')}</p>
      <p className="my-1 font-record text-sentence text-ink">
        {sentence === undefined ? t('newRule.title') : <RecordText of={sentence} />}
      </p>
      <p>{t('whatIf.leaveStays')}</p>
    </Dialog>
  );
}
