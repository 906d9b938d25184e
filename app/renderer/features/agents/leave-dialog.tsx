import { type ReactNode, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { t } from '../../strings/translate.ts';
import type { Difference } from './differences.ts';

/** Asks before changes are lost: what goes, what stays, and the way to keep it. */
export function LeaveDialog({
  open,
  name,
  revision,
  differences,
  canSave,
  onStay,
  onDiscard,
  onSave,
}: {
  open: boolean;
  name: string;
  revision: number;
  differences: readonly Difference[];
  canSave: boolean;
  onStay: () => void;
  onDiscard: () => void;
  onSave: () => void;
}): ReactNode {
  const stay = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title={t('builder.leaveTitle')}
      focusRef={stay}
      actions={
        <>
          <span className="me-auto">
            <Button look="void" onClick={onDiscard}>
              {t('builder.leaveDiscard')}
            </Button>
          </span>
          <Button ref={stay} onClick={onStay}>
            {t('builder.stay')}
          </Button>
          {canSave && (
            <Button look="ink" onClick={onSave}>
              {t('builder.leaveSave')}
            </Button>
          )}
        </>
      }
    >
      {revision === 0 ? (
        <p>{t('builder.leaveNew')}</p>
      ) : (
        <>
          <p>{t('builder.leaveGoes')}</p>
          <ul className="my-1 list-disc ps-5">
            {differences.map((one) => (
              <li key={one.id}>{one.words}</li>
            ))}
          </ul>
          <p>{t('builder.leaveStays', { revision, name })}</p>
        </>
      )}
    </Dialog>
  );
}
