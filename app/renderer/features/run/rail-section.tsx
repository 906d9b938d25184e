import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.tsx';

/** A section of the rail: a head and what it holds, closed by a hairline. */
export function RailSection({
  title,
  end,
  children,
}: {
  title?: string;
  end?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <section className="border-line border-b px-4 py-3 last:border-0">
      {title !== undefined && (
        <h3 className="mb-1.5 flex items-center gap-1.5 text-small font-semibold">
          {title}
          {end !== undefined && <span className="ms-auto font-normal text-ink-3">{end}</span>}
        </h3>
      )}
      {children}
    </section>
  );
}

/** One thing it may reach: glyph, name, how, and where that comes from. */
export function ReachRow({
  icon,
  badge,
  from,
  children,
}: {
  icon: LucideIcon;
  badge?: ReactNode;
  from?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="grid grid-cols-[1rem_minmax(0,1fr)_auto] items-start gap-x-2 gap-y-0.5 py-1 text-note">
      <Icon of={icon} size="s" className="mt-0.5 text-ink-3" />
      <span className="[overflow-wrap:anywhere]">{children}</span>
      {badge ?? <span />}
      {from && <span className="col-start-2 -col-end-1 text-small text-ink-3">{from}</span>}
    </div>
  );
}

/** Names and figures, the figures at the end of the line. */
export function Figures({
  rows,
}: {
  rows: readonly (readonly [name: string, value: ReactNode, seal?: boolean])[];
}): ReactNode {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
      {rows.map(([name, value, seal]) => (
        <div key={name} className={`contents ${seal ? 'text-seal-ink' : ''}`}>
          <dt className={seal ? '' : 'text-ink-3'}>{name}</dt>
          <dd className={`text-end ${seal ? 'font-semibold' : ''}`}>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
