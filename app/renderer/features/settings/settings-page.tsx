import {
  Bell,
  Coins,
  Cpu,
  HardDrive,
  HeartPulse,
  KeyRound,
  ListChecks,
  LockKeyhole,
  type LucideIcon,
  Settings,
  Sun,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { type PlainKey, t } from '../../strings/translate.ts';
import { Page } from '../shell/page.tsx';
import { StatusItem } from '../shell/status-bar.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DataSection } from './data-section.tsx';
import { DemoSection } from './demo-section.tsx';
import { DoctorSection } from './doctor-section.tsx';
import { KeysSection } from './keys-section.tsx';
import { ModelsSection } from './models-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PricesSection } from './prices-section.tsx';
import { SecretsSection } from './secrets-section.tsx';

const sections = [
  ['models', 'settings.models', Cpu],
  ['keys', 'settings.keys', KeyRound],
  ['secrets', 'settings.secrets', LockKeyhole],
  ['prices', 'settings.prices', Coins],
  ['appearance', 'settings.appearance', Sun],
  ['notifications', 'notice.title', Bell],
  ['data', 'settings.data', HardDrive],
  ['works', 'settings.works', HeartPulse],
  ['demo', 'settings.demo', ListChecks],
] as const satisfies readonly (readonly [string, PlainKey, LucideIcon])[];

type SectionId = (typeof sections)[number][0];

function sectionOf(id: string | undefined): SectionId {
  return sections.find(([one]) => one === id)?.[0] ?? 'models';
}

/** The screen Settings: one page, its sections reached by their names. Changes hold at once. */
export function SettingsPage({ section }: { section: string | undefined }): ReactNode {
  const [current, setCurrent] = useState(() => sectionOf(section));
  const page = useRef<HTMLDivElement>(null);
  const show = (id: SectionId) => {
    setCurrent(id);
    document.getElementById(`settings-${id}`)?.scrollIntoView({ block: 'start' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is drawn anew for another address
  useEffect(() => {
    if (section === undefined) return;
    const id = sectionOf(section);
    show(id);
    // Sections above grow as their lists come: the one that was asked for stays at the top until the person moves.
    const grown = new ResizeObserver(() => document.getElementById(`settings-${id}`)?.scrollIntoView());
    const stop = () => grown.disconnect();
    if (page.current?.firstElementChild) grown.observe(page.current.firstElementChild);
    for (const moved of ['wheel', 'pointerdown', 'keydown']) addEventListener(moved, stop);
    return () => {
      stop();
      for (const moved of ['wheel', 'pointerdown', 'keydown']) removeEventListener(moved, stop);
    };
  }, []);
  const follow = () => {
    const top = page.current?.getBoundingClientRect().top ?? 0;
    const passed = sections.filter(([id]) => {
      const place = document.getElementById(`settings-${id}`)?.getBoundingClientRect().top ?? 0;
      return place <= top + 60;
    });
    setCurrent(passed.at(-1)?.[0] ?? 'models');
  };
  return (
    <Page
      label={t('nav.settings')}
      title={t('nav.settings')}
      status={<StatusItem icon={Settings}>{t('settings.local')}</StatusItem>}
    >
      <div className="grid min-h-0 flex-1 grid-cols-[11rem_minmax(0,1fr)] compact:grid-cols-[9.25rem_minmax(0,1fr)]">
        <nav
          aria-label={t('settings.sections')}
          className="grid content-start gap-px overflow-auto border-line border-e px-2 py-3"
        >
          {sections.map(([id, name, icon]) => (
            <button
              key={id}
              type="button"
              aria-current={id === current ? 'true' : undefined}
              onClick={() => show(id)}
              className={classNames(
                'flex min-h-7 items-center gap-2 rounded-2 px-2 font-medium text-ink-2 hover:bg-hover hover:text-ink',
                id === current && 'bg-select text-ink',
              )}
            >
              <Icon of={icon} size="s" />
              {t(name)}
            </button>
          ))}
        </nav>
        <div
          ref={page}
          onScroll={follow}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="min-h-0 overflow-auto px-6 pt-5 pb-10 -outline-offset-2 compact:px-4"
        >
          <div className="mx-auto grid max-w-220 gap-6">
            <ModelsSection />
            <KeysSection />
            <SecretsSection />
            <PricesSection />
            <AppearanceSection />
            <NotificationsSection />
            <DataSection />
            <DoctorSection />
            <DemoSection />
          </div>
        </div>
      </div>
    </Page>
  );
}
