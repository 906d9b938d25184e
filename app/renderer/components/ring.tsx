import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Something runs and its end is not known. A dotted ring where motion is reduced. */
export function Ring({ className }: { className?: string | undefined }): ReactNode {
  return <span aria-hidden className={classNames('ring-mark', className)} />;
}
