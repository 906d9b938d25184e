import { type ReactNode, useId } from 'react';

/** What a control inside a field needs to be tied to its label, help and error. */
export interface FieldIds {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label above, help below, the error in the place of the help. Takes a function that draws the control. */
export function Field({
  label,
  help,
  error,
  children,
}: {
  label: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  children: (ids: FieldIds) => ReactNode;
}): ReactNode {
  const id = useId();
  const below = `${id}-below`;
  const hasBelow = error !== undefined || help !== undefined;
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-small font-medium text-ink-2">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': hasBelow ? below : undefined,
        'aria-invalid': error === undefined ? undefined : true,
      })}
      {error !== undefined ? (
        <p id={below} className="text-small text-void-ink" role="alert">
          {error}
        </p>
      ) : (
        help !== undefined && (
          <p id={below} className="text-small text-ink-3">
            {help}
          </p>
        )
      )}
    </div>
  );
}
