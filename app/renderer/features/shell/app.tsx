import { Direction } from 'radix-ui';
import { type ReactNode, useEffect } from 'react';
import { ToastStack } from '../../components/toast.tsx';
import { TooltipProvider } from '../../components/tooltip.tsx';
import { useConnection } from '../../stores/connection-store.ts';
import { useLayout } from '../../stores/layout-store.ts';
import { followOverview, useOverview } from '../../stores/overview-store.ts';
import { dropToast, useToasts } from '../../stores/toast-store.ts';
import { type Place, useView } from '../../stores/view-store.ts';
import { directionOf } from '../../strings/locale.ts';
import { t } from '../../strings/translate.ts';
import { AgentsPage } from '../agents/agents-page.tsx';
import { FolderDrop } from '../agents/folder-drop.tsx';
import { FactsPage } from '../facts/facts-page.tsx';
import { HomePage } from '../home/home-page.tsx';
import { InboxPage } from '../inbox/inbox-page.tsx';
import { useWaitingNotices } from '../inbox/use-waiting-notices.ts';
import { MemoryPage } from '../memory/memory-page.tsx';
import { PolicyPage } from '../policy/policy-page.tsx';
import { RunPage } from '../run/run-page.tsx';
import { SettingsPage } from '../settings/settings-page.tsx';
import { Palette } from './palette.tsx';
import { hrefOf, usePlace } from './place.ts';
import { RefusedPage } from './refused-page.tsx';
import { ScreenGuard } from './screen-guard.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { Sidebar } from './sidebar.tsx';
import { useAppearance } from './theme.ts';
import { useFocusNet } from './use-focus-net.ts';
import { useShortcuts } from './use-shortcuts.ts';

function Screen(): ReactNode {
  const place = usePlace();
  switch (place.screen) {
    case 'home':
      return <HomePage />;
    case 'inbox':
      return <InboxPage selected={place.item} />;
    case 'agents':
      return <AgentsPage selected={place.agent} />;
    case 'memory':
      return <MemoryPage key={place.agent} agent={place.agent} memory={place.memory} />;
    case 'facts':
      return <FactsPage run={place.run} fact={place.fact} />;
    case 'policy':
      return <PolicyPage agent={place.agent} rule={place.rule} />;
    case 'settings':
      return <SettingsPage section={place.section} />;
    case 'run':
      return <RunPage key={place.run} id={place.run} entry={place.entry} />;
  }
}

/** What is drawn anew when it changes: an item, a fact or an entry within a screen is not. */
function screenKey(place: Place): string {
  if (place.screen === 'inbox' || place.screen === 'facts') return place.screen;
  if (place.screen === 'memory') return hrefOf({ screen: 'memory', agent: place.agent, memory: undefined });
  return hrefOf(place.screen === 'run' ? { screen: 'run', run: place.run } : place);
}

function useTitle(): void {
  const place = usePlace();
  const waiting = useOverview((state) => state.inbox.length);
  const run = useOverview((state) =>
    place.screen === 'run' ? state.runs?.find((one) => one.id === place.run) : undefined,
  );
  useEffect(() => {
    const page = place.screen === 'run' ? (run?.title ?? t('runs.untitled')) : t(`nav.${place.screen}`);
    document.title = waiting > 0 ? t('app.titleWaiting', { count: waiting, page }) : t('app.title', { page });
  }, [place.screen, run?.title, waiting]);
}

/** The window: sidebar, the screen of the present place, and what lies over both. */
export function App(): ReactNode {
  useAppearance();
  useShortcuts();
  useFocusNet();
  useTitle();
  useWaitingNotices();
  useEffect(() => followOverview(), []);
  const refused = useConnection((state) => state.status === 'refused');
  const toasts = useToasts((state) => state.toasts);
  const place = usePlace();
  const compact = useLayout((layout) => layout.compact);
  const besideRuns = useView((view) => view.sideOpen) && !compact;
  if (refused) return <RefusedPage />;
  return (
    <Direction.Provider dir={directionOf(document.documentElement.lang)}>
      <TooltipProvider>
        <div className="relative grid h-screen min-h-0 grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[minmax(0,1fr)_var(--status-height)] [grid-template-areas:'side_main_rail'_'status_status_status']">
          <Sidebar />
          {/* Inbox and Facts stay as they are while one goes through their items: focus, filters, the place in the list. */}
          <ScreenGuard key={screenKey(place)}>
            <Screen />
          </ScreenGuard>
        </div>
        <Palette />
        <ShortcutSheet />
        <FolderDrop />
        <ToastStack toasts={toasts} onGone={dropToast} place={besideRuns ? 'side' : 'top'} />
      </TooltipProvider>
    </Direction.Provider>
  );
}
