import type { HTMLAttributes, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A raised ground with a hairline. */
export function Card({ className, children, ...rest }: HTMLAttributes<HTMLDivElement>): ReactNode {
  return (
    <div data-part="card" className={classNames('card-edge rounded-3 bg-raised', className)} {...rest}>
      {children}
    </div>
  );
}
