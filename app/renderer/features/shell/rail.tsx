import { type LucideIcon, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { classNames } from '../../components/class-names.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { type Tab, Tabs } from '../../components/tabs.tsx';
import { useLayout } from '../../stores/layout-store.ts';
import { RAIL_WIDTH, type RailTab, setView, useView } from '../../stores/view-store.ts';
import { t } from '../../strings/translate.ts';
import { Resizer } from './resizer.tsx';

export interface RailPane extends Tab<RailTab> {
  icon: LucideIcon;
  /** Something in it waits for a person. */
  waits?: boolean;
}

function Strip({ panes }: { panes: readonly RailPane[] }): ReactNode {
  return (
    <aside
      aria-label={t('rail.label')}
      data-region
      tabIndex={-1}
      className="flex w-11 flex-col items-center gap-1 border-line border-s bg-paper py-2 [grid-area:rail]"
    >
      {panes.map((pane) => (
        <span key={pane.value} className="relative">
          <IconButton
            icon={pane.icon}
            label={t('rail.open', { tab: pane.label })}
            onClick={() => setView({ railTab: pane.value, railOver: true })}
          />
          {pane.waits && <i className="absolute end-0.5 top-0.5 size-1.5 rounded-full bg-seal" />}
        </span>
      ))}
    </aside>
  );
}

/** What a run may do, did and left: 320 px beside the page; on narrow windows a strip that opens over the page. */
export function Rail({ panes }: { panes: readonly RailPane[] }): ReactNode {
  const narrow = useLayout((layout) => layout.narrow);
  const { railOpen, railOver, railTab, railWidth } = useView();
  useEffect(() => {
    if (!narrow || !railOver) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      setView({ railOver: false });
    };
    addEventListener('keydown', close, true);
    return () => removeEventListener('keydown', close, true);
  }, [narrow, railOver]);
  if (!narrow && !railOpen) return null;
  const over = narrow && railOver;
  if (narrow && !over) return <Strip panes={panes} />;
  const tab = panes.some((pane) => pane.value === railTab) ? railTab : 'access';
  return (
    <>
      {over && <Strip panes={panes} />}
      <aside
        aria-label={t('rail.label')}
        data-region
        tabIndex={-1}
        className={classNames(
          'relative flex min-h-0 w-(--rail-width) min-w-0 flex-col border-line border-s bg-paper -outline-offset-2',
          over
            ? 'menu-edge fade-in absolute! end-0 top-0 bottom-[max(var(--status-height),var(--dock-room,0px))] z-30'
            : '[grid-area:rail]',
        )}
      >
        {!over && (
          <Resizer
            label={t('rail.width')}
            edge="start"
            width={railWidth}
            limits={RAIL_WIDTH}
            onWidth={(railWidth) => setView({ railWidth })}
          />
        )}
        <Tabs label={t('rail.label')} value={tab} tabs={panes} onChange={(railTab) => setView({ railTab })} />
        {over && (
          <IconButton
            icon={X}
            label={t('rail.close')}
            keys="Esc"
            className="absolute end-2 top-2"
            onClick={() => setView({ railOver: false })}
          />
        )}
      </aside>
    </>
  );
}
