import { type ReactNode, useId } from 'react';
import { Card } from '../../components/card.tsx';

/** One section of Settings, reached by its anchor. */
export function Section({
  id,
  title,
  lead,
  actions,
  children,
}: {
  id: string;
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const heading = useId();
  return (
    <section id={`settings-${id}`} aria-labelledby={heading} className="min-w-0 scroll-mt-5">
      <div className="mb-2">
        <div className="flex min-h-7 items-center gap-2">
          <h2 id={heading} tabIndex={-1} className="text-sentence/5 font-semibold">
            {title}
          </h2>
          <span className="flex-1" />
          {actions}
        </div>
        {lead && <p className="text-small text-ink-2">{lead}</p>}
      </div>
      <Card className="overflow-hidden">{children}</Card>
    </section>
  );
}

/** A setting: its name and help, and what sets it at the end. */
export function SettingRow({
  label,
  help,
  children,
}: {
  label: ReactNode;
  help?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3.5 py-1.5 last:border-0">
      <div className="min-w-32 flex-1">
        {label}
        {help && <p className="text-small text-ink-3">{help}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
