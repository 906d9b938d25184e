import { BadgeCheck, Check, CircleAlert, LockKeyhole, MessageCircleQuestionMark } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { DoctorRow, InboxItem } from '#contract/views';
import { client } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { Count } from '../../components/count.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Icon } from '../../components/icon.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { useOverview } from '../../stores/overview-store.ts';
import { t } from '../../strings/translate.ts';
import { goTo } from '../shell/place.ts';
import { Panel, PanelRow } from './panel.tsx';

type HostInfo = Awaited<ReturnType<typeof client.host.info>>;

const SHOWN = 4;

/** How this computer is: read once, beside everything else; what can't be read is simply not shown here. */
function useHealth(): { info: HostInfo | undefined; doctor: readonly DoctorRow[] } {
  const [info, setInfo] = useState<HostInfo>();
  const [doctor, setDoctor] = useState<readonly DoctorRow[]>([]);
  useEffect(() => {
    let gone = false;
    client.host.info().then(
      (found) => gone || setInfo(found),
      () => undefined,
    );
    client.host.doctor().then(
      (rows) => gone || setDoctor(rows),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  return { info, doctor };
}

function itemKey(item: InboxItem): string {
  return item.type === 'approval' ? item.approval.id : item.question.id;
}

function ItemRow({ item }: { item: InboxItem }): ReactNode {
  const title =
    item.type === 'approval' ? `${item.approval.title.text} ${item.approval.title.object}` : item.question.text;
  return (
    <PanelRow
      glyph={<Icon of={item.type === 'approval' ? meaning.ask : MessageCircleQuestionMark} className="text-seal-ink" />}
      title={
        <b className="font-medium" dir="auto">
          {title}
        </b>
      }
      detail={
        <>
          {t('home.asks', { agent: item.agent })}, <span dir="auto">{item.runTitle}</span>
        </>
      }
      action={
        <Button size="s" onClick={() => goTo({ screen: 'run', run: item.run })}>
          {t('home.answer')}
        </Button>
      }
    />
  );
}

/** What waits for a person: questions of runs first, then keys that are not locked, then what does not work here. */
export function NeedsPanel(): ReactNode {
  const inbox = useOverview((state) => state.inbox);
  const { info, doctor } = useHealth();
  const keys = info?.keyStore.state;
  const unlocked = keys === 'session' || keys === 'unreadable';
  const faults = doctor.filter((row) => row.state === 'fault' && row.id !== 'keys');
  const sandbox = doctor.find((row) => row.id === 'sandbox' && row.state === 'ok');
  const count = inbox.length + (unlocked ? 1 : 0) + faults.length;
  return (
    <Panel title={t('home.needsYou')} beside={count > 0 && <Count value={count} waiting />}>
      {inbox.slice(0, SHOWN).map((item) => (
        <ItemRow key={itemKey(item)} item={item} />
      ))}
      {unlocked && (
        <PanelRow
          glyph={<Icon of={LockKeyhole} className="text-seal-ink" />}
          title={<b className="font-medium">{t(keys === 'session' ? 'home.lock' : 'home.unreadable')}</b>}
          detail={info?.keyStore.detail}
          action={
            <Button size="s" onClick={() => goTo({ screen: 'settings', section: 'keys' })}>
              {t('home.set')}
            </Button>
          }
        />
      )}
      {faults.map((row) => (
        <PanelRow
          key={row.id}
          glyph={<Icon of={CircleAlert} className="text-void-ink" />}
          title={<b className="font-medium">{row.name}</b>}
          detail={`${row.detail} ${row.advice}`}
          action={
            <Button size="s" onClick={() => goTo({ screen: 'settings', section: 'data' })}>
              {t('home.set')}
            </Button>
          }
        />
      ))}
      {count === 0 && (
        <EmptyState icon={BadgeCheck} title={t('home.nothingWaits')}>
          {t('home.nothingWaitsWhy')}
        </EmptyState>
      )}
      {count > 0 && sandbox && (
        <PanelRow quiet glyph={<Icon of={Check} />} title={t('home.sandboxOk')} detail={sandbox.detail} />
      )}
    </Panel>
  );
}
