import { type ReactNode, useId } from 'react';
import { Card } from '../../components/card.tsx';

/** A titled card of Home. */
export function Panel({
  title,
  beside,
  children,
}: {
  title: string;
  beside?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col">
      <div className="mb-2 flex items-center gap-2">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {beside}
      </div>
      <Card className="grid flex-1 content-start">{children}</Card>
    </section>
  );
}

/** One row of such a card: glyph, words with a smaller line below, something to do. */
export function PanelRow({
  glyph,
  title,
  detail,
  action,
  quiet = false,
}: {
  glyph: ReactNode;
  title: ReactNode;
  detail?: ReactNode;
  action?: ReactNode;
  quiet?: boolean;
}): ReactNode {
  return (
    <div
      className={`flex items-start gap-2.5 border-line border-b px-3.5 py-2.25 last:border-0 ${quiet ? 'text-ink-3' : ''}`}
    >
      <span className="mt-0.5 shrink-0">{glyph}</span>
      <div className="min-w-0 flex-1">
        <div className="[overflow-wrap:anywhere]">{title}</div>
        {detail && <div className={`text-small ${quiet ? '' : 'text-ink-2'}`}>{detail}</div>}
      </div>
      {action}
    </div>
  );
}
