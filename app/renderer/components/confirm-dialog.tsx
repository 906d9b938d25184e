import { type ReactNode, useRef } from 'react';
import { t } from '../strings/translate.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before what cannot be undone. Cancel is focused; `confirmLabel` names the act and its object. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  confirmLabel,
  busy = false,
  extra,
  children,
}: {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  confirmLabel: string;
  busy?: boolean;
  extra?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      focusRef={cancel}
      actions={
        <>
          {extra && <span className="me-auto">{extra}</span>}
          <Button ref={cancel} onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button look="destroy" busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
