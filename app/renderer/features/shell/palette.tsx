import { Command } from 'cmdk';
import {
  FileCheck,
  House,
  Inbox,
  Keyboard,
  type LucideIcon,
  PanelLeft,
  PanelRight,
  Scale,
  ScrollText,
  Search,
  Settings,
  SquarePen,
  SunMoon,
  UserRoundCog,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { useOverview } from '../../stores/overview-store.ts';
import { setView, useView } from '../../stores/view-store.ts';
import { type PlainKey, t } from '../../strings/translate.ts';
import { goTo } from './place.ts';
import { usePaletteFacts } from './use-palette-facts.ts';
import { goToNextWaiting, toggleRail, toggleSide } from './use-shortcuts.ts';

interface Action {
  name: PlainKey;
  icon: LucideIcon;
  keys?: string;
  run: () => void;
}

const actions: readonly Action[] = [
  { name: 'nav.newRun', icon: SquarePen, keys: 'Mod+N', run: () => goTo({ screen: 'home' }) },
  { name: 'palette.nextWaiting', icon: Inbox, keys: 'Mod+J', run: goToNextWaiting },
  { name: 'palette.openHome', icon: House, keys: 'Mod+1', run: () => goTo({ screen: 'home' }) },
  { name: 'palette.openInbox', icon: Inbox, keys: 'Mod+2', run: () => goTo({ screen: 'inbox', item: undefined }) },
  {
    name: 'palette.openAgents',
    icon: UserRoundCog,
    keys: 'Mod+3',
    run: () => goTo({ screen: 'agents', agent: undefined }),
  },
  {
    name: 'palette.openFacts',
    icon: FileCheck,
    keys: 'Mod+5',
    run: () => goTo({ screen: 'facts', run: undefined, fact: undefined }),
  },
  {
    name: 'palette.openPolicy',
    icon: Scale,
    keys: 'Mod+6',
    run: () => goTo({ screen: 'policy', agent: undefined, rule: undefined }),
  },
  { name: 'palette.toggleSide', icon: PanelLeft, keys: 'Mod+B', run: toggleSide },
  { name: 'palette.toggleRail', icon: PanelRight, keys: 'Mod+Alt+B', run: toggleRail },
  { name: 'nav.shortcuts', icon: Keyboard, keys: '?', run: () => setView({ overlay: 'keys' }) },
];

const settings: readonly Action[] = [
  {
    name: 'palette.openSettings',
    icon: Settings,
    keys: 'Mod+,',
    run: () => goTo({ screen: 'settings', section: undefined }),
  },
  { name: 'palette.themeSystem', icon: SunMoon, run: () => setView({ theme: 'system' }) },
  { name: 'palette.themeLight', icon: SunMoon, run: () => setView({ theme: 'light' }) },
  { name: 'palette.themeDark', icon: SunMoon, run: () => setView({ theme: 'dark' }) },
];

function Row({
  value,
  icon,
  keys,
  onSelect,
  children,
}: {
  value: string;
  icon: LucideIcon;
  keys?: string | undefined;
  onSelect: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Command.Item
      value={value}
      onSelect={() => {
        setView({ overlay: undefined });
        onSelect();
      }}
      className="flex min-h-8 items-center gap-2 rounded-2 px-2 data-[selected=true]:bg-select"
    >
      <Icon of={icon} size="s" className="text-ink-3" />
      <span className="cut flex-1" dir="auto">
        {children}
      </span>
      {keys && <Kbd keys={keys} />}
    </Command.Item>
  );
}

const group =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-cap [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-ink-3';

function ActionRows({ of }: { of: readonly Action[] }): ReactNode {
  return of.map((action) => (
    <Row key={action.name} value={t(action.name)} icon={action.icon} keys={action.keys} onSelect={action.run}>
      {t(action.name)}
    </Row>
  ));
}

/** Ctrl K: actions, runs, facts, agents and settings in one list. */
export function Palette(): ReactNode {
  const open = useView((state) => state.overlay === 'palette');
  const runs = useOverview((state) => state.runs);
  const agents = useOverview((state) => state.agents);
  const [query, setQuery] = useState('');
  const facts = usePaletteFacts(open ? query : '');
  if (!open && query !== '') setQuery('');
  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || setView({ overlay: undefined })}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade-in fixed inset-0 z-40 bg-veil" />
        <Dialog.Content
          aria-describedby={undefined}
          data-part="dialog"
          className="dialog-edge fade-in fixed inset-x-0 top-[12vh] z-50 mx-auto w-[min(36rem,calc(100vw-2rem))] overflow-hidden rounded-4 bg-raised"
        >
          <Dialog.Title className="sr-only">{t('palette.title')}</Dialog.Title>
          <Command label={t('palette.title')} loop>
            <div className="flex h-11 items-center gap-2 border-line border-b px-4">
              <Icon of={Search} className="text-ink-3" />
              <Command.Input
                value={query}
                onValueChange={setQuery}
                placeholder={t('palette.placeholder')}
                className="h-full flex-1 bg-transparent text-read outline-none"
              />
            </div>
            <Command.List className="max-h-[50vh] overflow-auto p-1.5">
              <Command.Empty className="px-2 py-4 text-small text-ink-3">{t('palette.nothing')}</Command.Empty>
              {runs && runs.length > 0 && (
                <Command.Group heading={t('palette.runs')} className={group}>
                  {runs.slice(0, 50).map((run) => (
                    <Row
                      key={run.id}
                      value={`${run.title} ${run.agent} ${run.id}`}
                      icon={ScrollText}
                      onSelect={() => goTo({ screen: 'run', run: run.id })}
                    >
                      {run.title || t('runs.untitled')} <span className="text-small text-ink-3">{run.agent}</span>
                    </Row>
                  ))}
                </Command.Group>
              )}
              {facts.length > 0 && (
                <Command.Group heading={t('nav.facts')} className={group}>
                  {facts.map(({ run, runTitle, fact }) => (
                    <Row
                      key={`${run} ${fact.id}`}
                      // What the host found holds the words, if not in what is drawn.
                      value={`${query} ${fact.claim} ${run} ${fact.id}`}
                      icon={meaning.fact}
                      onSelect={() => goTo({ screen: 'facts', run, fact: fact.id })}
                    >
                      {fact.claim}{' '}
                      <span className="text-small text-ink-3">
                        {fact.id}, {runTitle || t('runs.untitled')}
                      </span>
                    </Row>
                  ))}
                </Command.Group>
              )}
              <Command.Group heading={t('palette.actions')} className={group}>
                <ActionRows of={actions} />
              </Command.Group>
              {agents && agents.length > 0 && (
                <Command.Group heading={t('palette.agents')} className={group}>
                  {agents.map((agent) => (
                    <Row
                      key={agent.id}
                      value={`${agent.name} ${agent.description}`}
                      icon={UserRoundCog}
                      onSelect={() => goTo({ screen: 'agents', agent: agent.name })}
                    >
                      {agent.name} <span className="text-small text-ink-3">{agent.description}</span>
                    </Row>
                  ))}
                </Command.Group>
              )}
              <Command.Group heading={t('palette.settings')} className={group}>
                <ActionRows of={settings} />
              </Command.Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
