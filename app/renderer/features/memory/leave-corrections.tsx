import { type ReactNode, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { t } from '../../strings/translate.ts';

/** Asks before corrections that are not saved are lost; names the memories they are of. */
export function LeaveCorrections({
  ids,
  open,
  onStay,
  onLeave,
}: {
  ids: readonly string[];
  open: boolean;
  onStay: () => void;
  onLeave: () => void;
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
            <Button look="void" onClick={onLeave}>
              {t('builder.leaveDiscard')}
            </Button>
          </span>
          <Button ref={stay} onClick={onStay}>
            {t('builder.stay')}
          </Button>
        </>
      }
    >
      <p>{t('memory.leaveGoes', { count: ids.length, ids: ids.join(', ') })}</p>
    </Dialog>
  );
}
