import type { ReactNode } from 'react';
import { StatusBar } from './status-bar.tsx';

/**
 * The frame of a screen: a top bar with its title, the page, and, where it has them, a rail and its own items of the
 * status bar. A screen returns one `Page` and nothing else; the shell lays its parts out.
 */
export function Page({
  label,
  title,
  sub,
  badge,
  actions,
  rail,
  status,
  children,
}: {
  label: string;
  title?: ReactNode;
  sub?: ReactNode;
  badge?: ReactNode;
  actions?: ReactNode;
  rail?: ReactNode;
  status?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <>
      <main
        aria-label={label}
        data-region
        tabIndex={-1}
        className="relative flex min-h-0 min-w-0 flex-col bg-paper -outline-offset-2 [grid-area:main]"
      >
        {title !== undefined && (
          <header className="drag-region flex h-11 shrink-0 items-center gap-2 border-line border-b ps-4 pe-[max(0.625rem,calc(100vw-env(titlebar-area-x,0px)-env(titlebar-area-width,100vw)))]">
            {/* What does not fit beside the title goes to a second line, which is not shown: whole or not at all. */}
            <div className="flex h-5 min-w-0 flex-wrap gap-x-2 overflow-hidden">
              <h1 className="cut max-w-full text-title font-semibold tracking-[-0.006em]" dir="auto">
                {title}
              </h1>
              {sub && <span className="text-small/5 whitespace-nowrap text-ink-3">{sub}</span>}
            </div>
            {badge}
            <span className="flex-1" />
            {actions}
          </header>
        )}
        {children}
      </main>
      {rail}
      <StatusBar>{status}</StatusBar>
    </>
  );
}
