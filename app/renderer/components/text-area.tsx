import type { ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  bytes?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A field of several lines. `bytes` sets it in mono, left to right, without spelling help. */
export function TextArea({ bytes = false, className, ...rest }: TextAreaProps): ReactNode {
  return (
    <textarea
      data-part="field"
      dir={bytes ? 'ltr' : 'auto'}
      spellCheck={bytes ? false : undefined}
      className={classNames(
        'block w-full resize-y rounded-2 bg-raised px-2 py-1.5 focus-visible:outline-offset-1',
        rest['aria-invalid'] ? 'shadow-[inset_0_0_0_1px_var(--void)]' : 'ring-edge',
        bytes && 'font-mono text-bytes',
        className,
      )}
      {...rest}
    />
  );
}
